import type { ChatRequest, ToolOffer } from './chat-request.js'
import { checkFields } from './check-fields.js'
import { checkMessages } from './check-messages.js'
import { isObject, refuse, refuseMissing, refuseType } from './refuse.js'

/** Reads and checks the body of a chat completion. Throws RefusedRequest with OpenAI's words. */
export function readChatRequest(text: string, unknownFields: 'refuse' | 'ignore'): ChatRequest {
  const body = parseBody(text)
  if (body['model'] === undefined || body['model'] === '') refuse('you must provide a model parameter', null)
  if (body['messages'] === undefined) refuseMissing('messages')
  checkFields(body, unknownFields)
  const options = body['stream_options']
  if (isObject(options) && body['stream'] !== true) {
    refuse("The 'stream_options' parameter is only allowed when 'stream' is enabled.", 'stream_options')
  }
  const limit = body['max_completion_tokens'] ?? body['max_tokens']
  return {
    model: body['model'] as string,
    messages: checkMessages(body['messages'] as unknown[], unknownFields),
    tools: body['tool_choice'] === 'none' ? [] : readTools(body['tools']),
    stream: body['stream'] === true,
    includeUsage: isObject(options) && options['include_usage'] === true,
    ...(typeof limit === 'number' ? { maxTokens: limit } : {}),
  }
}

function parseBody(text: string): Record<string, unknown> {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    const hint = '(HINT: The API expects a JSON payload, but what was sent was not valid JSON.)'
    refuse(`We could not parse the JSON body of your request. ${hint}`, null)
  }
  if (!isObject(body)) refuse('The body of a chat completion has to be a JSON object.', null)
  return body
}

function readTools(tools: unknown): ToolOffer[] {
  if (tools === undefined || tools === null) return []
  if (!Array.isArray(tools)) refuseType('tools', 'an array of objects', tools)
  if (tools.length === 0) {
    const text =
      "Invalid 'tools': empty array. Expected an array with minimum length 1, but got an empty array instead."
    refuse(text, 'tools', 'empty_array')
  }
  return tools.flatMap((tool: unknown, i) => {
    if (!isObject(tool)) refuseType(`tools[${i}]`, 'an object', tool)
    if (tool['type'] !== 'function') return []
    const offer = tool['function']
    if (!isObject(offer) || typeof offer['name'] !== 'string') refuseMissing(`tools[${i}].function.name`)
    const { name, description, parameters } = offer
    return [
      {
        name,
        ...(typeof description === 'string' ? { description } : {}),
        parameters: isObject(parameters) ? parameters : {},
      },
    ]
  })
}
