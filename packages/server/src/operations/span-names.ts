/**
 * Names of spans and their attributes: the OpenTelemetry conventions for generative AI. They are young and still change, so they are
 * here and nowhere else.
 */
export const OPERATION = 'gen_ai.operation.name'
export const CHAT = 'chat'
export const INVOKE_AGENT = 'invoke_agent'
export const EXECUTE_TOOL = 'execute_tool'
export const CONVERSATION = 'gen_ai.conversation.id'
export const REQUEST_MODEL = 'gen_ai.request.model'
export const RESPONSE_MODEL = 'gen_ai.response.model'
export const RESPONSE_ID = 'gen_ai.response.id'
export const FINISH_REASONS = 'gen_ai.response.finish_reasons'
export const INPUT_TOKENS = 'gen_ai.usage.input_tokens'
export const OUTPUT_TOKENS = 'gen_ai.usage.output_tokens'
export const TOOL_NAME = 'gen_ai.tool.name'
export const TOOL_CALL = 'gen_ai.tool.call.id'
export const ERROR_TYPE = 'error.type'
/** Names of the kit: the conventions have none for these. */
export const RUN = 'antiphon.run.id'
export const OUTCOME = 'antiphon.run.outcome'
