/**
 * The entry `@antiphon/core`: functions that make a chat, and the types of its data. To extend the kit, use the other entries:
 * `wire` and `request` for a transport, `keeper` for a storage, `binding` for another UI library, `testing`.
 */
// The message
export type { AssistantMessage, Message, StoredMessage, SystemMessage } from './message/types.js'
export type { ContentPart, FinishReason, RequestNote, Usage } from './message/types.js'
export type { ToolCall, ToolMessage, UserMessage } from './message/types.js'
export { contentToText, messageParts, type MessagePart } from './message/content.js'
export { feedbackOf, withFeedback, type Feedback } from './message/feedback.js'
export { randomId } from './message/random-id.js'

// Errors
export type { ChatErrorData, ChatErrorKind } from './errors/chat-error.js'
export { ChatError, isChatError } from './errors/chat-error.js'

// Views derived from the array
export { pairToolCalls } from './pairing/pair-tool-calls.js'
export { pairStep } from './pairing/pair-step.js'
export { deriveTurns } from './pairing/turns.js'
export type { StepOutline, TurnOutline } from './pairing/outline-turns.js'
export { describeEnding, type Ending } from './pairing/ending.js'
export { turnState, type TurnState } from './pairing/turn-state.js'
export { toolOutcome } from './message/outcome.js'
export type { CallState, LiveCall, LiveStep, PairedCall, Step, ToolStep, Turn } from './pairing/types.js'

// One request, without a chat
export { collectCompletion, readCompletion, type CompletionSource } from './wire/pipeline.js'
export type { Completion } from './wire/accumulate/types.js'
export { createFetchTransport } from './provider/connection/fetch-transport.js'
export { requestCompletion } from './provider/connection/request-completion.js'
export type { ChatTransport, TransportRequest, TransportResponse } from './provider/connection/types.js'
export type { EndpointConfig, ReasoningEffort, RequestParameters } from './provider/request/types.js'

// Tools
export { defineTool, type ToolOptions } from './tools/define-tool.js'
export type { JsonSchema, StandardSchema } from './tools/schema.js'
export type { ToolGate } from './tools/gate.js'
export type { ApprovalForm, PersonAnswer, PersonQuestion } from './tools/types.js'
export type { Tool, ToolContent, ToolContext } from './tools/types.js'

// Chat
export { createChat } from './chat/create-chat.js'
export { setSystemPrompt, systemPromptOf } from './chat/system-prompt.js'
export type { MessageStore, ThreadTree } from './tree/message-store.js'
export type { ChatConfig, ChatController, ChatOptions, ChatState, ChatStatus } from './chat/types.js'
export type { AnswerEnd, ApprovalDecision, PendingApproval } from './chat/types.js'
