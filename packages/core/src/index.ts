// The message
export * from './message/types.js'
export type { TextChannel } from './message/text-channels.js'
export { contentToText, isKnownPart, partText, unknownPart } from './message/content.js'
export { messageParts, type MessagePart } from './message/content.js'
export { FEEDBACK_KEY, feedbackOf, withFeedback, type Feedback } from './message/feedback.js'
export { denialReason } from './message/outcome.js'
export { toolOutcome } from './message/outcome.js'

// Errors
export type { ChatErrorData, ChatErrorKind } from './errors/chat-error.js'
export { ChatError, isChatError } from './errors/chat-error.js'
export type { ErrorContext } from './errors/extract-error.js'
export { toChatErrorData } from './errors/to-chat-error-data.js'

// Receiving: bytes to message
export * from './wire/pipeline.js'
export type { CompletionChunk, EventReader } from './wire/event-reader.js'
export {
  createAccumulator,
  type Accumulator,
  type AccumulatorOptions,
} from './wire/accumulate/accumulator.js'
export { normalizeFinishReason } from './wire/accumulate/read-value.js'
export { normalizeUsage } from './wire/accumulate/read-value.js'
export { DEFAULT_THINK_TAGS, type ThinkTag, type ThinkTags } from './message/think-tags.js'
export type * from './wire/accumulate/types.js'

// Views derived from the array
export { readCallKey } from './pairing/call-key.js'
export { pairToolCalls } from './pairing/pair-tool-calls.js'
export { pairStep } from './pairing/pair-step.js'
export { deriveTurns } from './pairing/turns.js'
export {
  outlineTurns,
  type OutlineEntry,
  type StepOutline,
  type TurnOutline,
} from './pairing/outline-turns.js'
export { describeEnding, type Ending, type EndingKind } from './pairing/ending.js'
export { turnState, type TurnState } from './pairing/turn-state.js'
export type * from './pairing/types.js'

// State
export {
  createMessageStore,
  type MessageStore,
  type MessageStoreOptions,
  type ThreadTree,
} from './tree/message-store.js'
export { randomId } from './message/random-id.js'
export { frameScheduler, immediateScheduler, type Scheduler } from './tree/scheduler.js'
export type { Unsubscribe } from '@antiphon/base'

// Sending. `@antiphon/core/provider` has the parts.
export { prepareRequestMessages } from './provider/request/messages.js'
export { createFetchTransport } from './provider/connection/fetch-transport.js'
export { requestCompletion } from './provider/connection/request-completion.js'
export { listModels } from './provider/models/list-models.js'
export type * from './provider/connection/types.js'
export type { EndpointMemory } from './provider/connection/fallback.js'
export type { FetchTransportOptions } from './provider/connection/fetch-transport.js'
export type { RequestCompletionOptions, RetryNotice } from './provider/connection/request-completion.js'
export type * from './provider/types.js'
export type { ModelInfo } from './provider/models/list-models.js'
export type {
  Adjustment,
  AssistantRequestMessage,
  EndpointConfig,
  KeptAnswer,
  NativeResult,
  ProviderApi,
  ReasoningEffort,
  ReasoningReplay,
  ReportAdjustment,
  RequestMessage,
  RequestParameters,
  RequestPolicy,
  RequestValue,
  SettledEndpoint,
  ToolDefinition,
} from './provider/request/types.js'

// Tools
export { defineTool, type ToolOptions } from './tools/define-tool.js'
export type { JsonSchema, StandardSchema, ToolArguments, ToolParameters } from './tools/schema.js'
export { toolDefinition } from './tools/define-tool.js'
export type { GateDecision, ToolGate, ToolGateRequest } from './tools/gate.js'
export type * from './tools/types.js'

// Chat
export { createChat } from './chat/create-chat.js'
export { setSystemPrompt, systemPromptOf } from './chat/system-prompt.js'
export { suggestTitle, titlePrompt, type SuggestTitleOptions } from './chat/suggest-title.js'
export { removeFrom, removeTurn, type Removal } from './chat/remove-turn.js'
export type * from './chat/types.js'
export type * from './chat/types.js'
