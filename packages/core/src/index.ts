// The message
export * from './message/types.js'
export { contentToText } from './message/content-to-text.js'
export { messageParts, type MessagePart } from './message/message-parts.js'
export * from './message/message-schemas.js'
export { denialReason } from './message/denial.js'
export { toolOutcome } from './message/tool-outcome.js'

// Errors
export type { ChatErrorData, ChatErrorKind } from './errors/chat-error-data.js'
export { ChatError, isChatError } from './errors/chat-error.js'
export { loadExplainer } from './errors/explain.js'
export type { ErrorContext } from './errors/extract-error.js'
export { toChatErrorData } from './errors/to-chat-error-data.js'

// Receiving: bytes to message
export * from './pipeline.js'
export {
  createAccumulator,
  type Accumulator,
  type AccumulatorOptions,
} from './accumulate/create-accumulator.js'
export { normalizeFinishReason } from './accumulate/normalize-finish-reason.js'
export { normalizeUsage } from './accumulate/normalize-usage.js'
export { DEFAULT_THINK_TAGS, type ThinkTag, type ThinkTags } from './accumulate/think-tags.js'
export type * from './accumulate/types.js'

// Views derived from the array
export { pairToolCalls } from './pairing/pair-tool-calls.js'
export { pairStep } from './pairing/pair-step.js'
export { deriveTurns } from './pairing/derive-turns.js'
export {
  outlineTurns,
  type OutlineEntry,
  type StepOutline,
  type TurnOutline,
} from './pairing/outline-turns.js'
export { describeEnding, type Ending, type EndingKind } from './pairing/describe-ending.js'
export { turnState, type TurnState } from './pairing/turn-state.js'
export type * from './pairing/types.js'

// Looking for mistakes
export { clawtoolsRules } from './lint/clawtools-rules.js'
export { fixTranscript, type FixedTranscript } from './lint/fix-transcript.js'
export { callResultRules, lintRules } from './lint/lint-rules.js'
export { lintTranscript } from './lint/lint-transcript.js'
export type * from './lint/lint-types.js'
export type { LintProfile } from './lint/policy-of.js'
export type { FoundCall, Turn as LintTurn, Unit as LintUnit } from './lint/transcript-types.js'

// State
export {
  createMessageStore,
  type MessageStore,
  type MessageStoreOptions,
  type ThreadTree,
} from './store/create-message-store.js'
export { randomId } from './store/random-id.js'
export { frameScheduler, immediateScheduler, type Scheduler } from './store/scheduler.js'
export type { Unsubscribe } from './store/listeners.js'

// Sending. All that makes requests is loaded on demand; `@antiphon/core/connection` has it without waiting.
export { prepareRequestMessages } from './request/prepare-request-messages.js'
export { createFetchTransport, listModels, requestCompletion } from './connection/load-connection.js'
export type * from './connection/connection-types.js'
export type { EndpointMemory } from './connection/create-endpoint-memory.js'
export type { FetchTransportOptions } from './connection/create-fetch-transport.js'
export type { RequestCompletionOptions, RetryNotice } from './connection/request-completion.js'
export type * from './providers/provider-types.js'
export type { ModelInfo } from './request/fetch-models.js'
export type * from './request/request-types.js'

// Tools
export { defineTool, type ToolOptions } from './tools/define-tool.js'
export type { JsonSchema, StandardSchema, ToolArguments, ToolParameters } from './tools/standard-schema.js'
export { toolDefinition } from './tools/tool-definition.js'
export type { GateDecision, ToolGate, ToolGateRequest } from './tools/tool-gate.js'
export type * from './tools/tool-types.js'

// Chat
export { createChat } from './chat/create-chat.js'
export type * from './chat/approval-types.js'
export type * from './chat/chat-types.js'
