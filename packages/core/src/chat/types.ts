import type { Unsubscribe } from '@antiphon/base'
import type { ChatErrorData } from '../errors/chat-error.js'
import type { AssistantMessage, ContentPart, Message, StoredMessage } from '../message/types.js'
import type { LiveStep } from '../pairing/types.js'
import type { EndpointMemory } from '../provider/connection/fallback.js'
import type { ChatTransport } from '../provider/connection/types.js'
import type { EndpointConfig, RequestParameters } from '../provider/request/types.js'
import type { ToolGate } from '../tools/gate.js'
import type { ApprovalForm, PersonAnswer, PersonQuestion, Tool } from '../tools/types.js'
import type { MessageStore } from '../tree/message-store.js'
import type { Scheduler } from '../tree/scheduler.js'
import type { ChatKeeper } from './keepers.js'

/**
 * A call that waits for a person. Follows from the array (an open call, at its end, of a tool that wants a person
 * asked), so it is there again after a reload; an answer that was given is not.
 */
export interface PendingApproval {
  /**
   * For `decideApproval`. When anything about the call changes, the question gets another key, so an answer to the old key
   * has no effect.
   */
  key: string
  threadId: string
  messageId: string
  /** Position in `tool_calls`. */
  callIndex: number
  /** Our own key of the call, as `pairToolCalls` and `useToolCall` have it. */
  callKey: string
  /** Wire id of the call. Not unique. */
  callId: string
  /** Name of the tool as it is registered. */
  toolName: string
  /** The very object that the tool will be given: checked by its schema, and frozen. */
  args: unknown
  /** The JSON of `args`: what is shown is what runs. */
  argumentsText: string
  /** The JSON as it was before a person changed it. Absent while it is unchanged. */
  originalText?: string
  /** The effect of the tool cannot be undone, so `allow-in-chat` is not possible. */
  destructive: boolean
  /** Somebody else runs the call, with these arguments or not at all: `edit` is not possible. */
  keepsArguments?: boolean
  /**
   * Warnings of the provider about this call, in its words. With them a person is asked whatever the tool says, and
   * `allow-in-chat` is not possible. Foreign text.
   */
  checks?: readonly string[]
  /** The form to fill in to allow the call; `allow` then has `content`, and `allow-in-chat` is not possible. */
  form?: ApprovalForm
  /** Epoch ms since when it waits. */
  since: number
}

/** A question of a running call to the person. Lives only while the call runs. */
export interface PendingQuestion {
  /** For `answerQuestion`. */
  key: string
  messageId: string
  /** Position in `tool_calls`. */
  callIndex: number
  callKey: string
  toolName: string
  question: PersonQuestion
  /** Epoch ms since when it waits. */
  since: number
}

/** The outcome of an answer. A click may come too late, so this is never an exception. */
export type QuestionOutcome =
  | { status: 'accepted' }
  /** The names of the fields whose values do not fit. The question stays open. */
  | { status: 'invalid'; fields: readonly string[] }
  | { status: 'stale' }

/** The answer of a person to a call that waits: once, for this chat, not at all, or with other arguments. */
export type ApprovalDecision =
  /** This call, once. `content`: the values of `PendingApproval.form` by name. */
  | { type: 'allow'; content?: Readonly<Record<string, unknown>> }
  /** This call, and every later one of this tool, until `revokeApproval`, a change of the tool, another thread, or a reload. */
  | { type: 'allow-in-chat' }
  /** The model reads that the user denied the call, and the reason. */
  | { type: 'deny'; reason?: string }
  /** Other arguments (a value, or its JSON). They are checked, and asked about again under a new key. */
  | { type: 'edit'; arguments: unknown }

/** The outcome of a decision. A click may come too late, so this is never an exception. */
export type ApprovalAnswer =
  | { status: 'accepted' }
  /** The arguments have changed, by this edit or because the call changed meanwhile. `key` names the new question. */
  | { status: 'asked-again'; key: string }
  /**
   * The edit does not fit the tool, the tool cannot be allowed for the chat, or values do not fit the form (`fields` names them).
   * Says why; the question stays open.
   */
  | { status: 'invalid'; message: string; fields?: readonly string[] }
  /**
   * The question was answered before, was withdrawn, or is about something that has changed. Nothing was done. `unread`: what other
   * pages did with the call could not be read, because a session has ended for example. The question stays open.
   */
  | { status: 'stale'; reason?: 'unread' }

/** A tool that was allowed for the whole chat. Lives as long as the chat object and its thread, never in the array. */
export interface ToolGrant {
  toolName: string
  /** Epoch ms. */
  since: number
}

/** Additions to each request of one order, including the requests after rounds of tools. */
export interface RequestOptions {
  /** Fields of the request's body, over those of the settings. */
  body?: Readonly<Record<string, unknown>>
  /** Headers of the request, over those of the endpoint. A transport of your own reads them from its request. */
  headers?: Readonly<Record<string, string>>
}

export interface SendOptions extends RequestOptions {
  /** Kept with the user's message, and never sent. */
  metadata?: Readonly<Record<string, unknown>>
}

/** An answer that has ended, with its rounds of tools. */
export interface AnswerEnd {
  /** The last message of the answer. */
  message: StoredMessage & AssistantMessage
  /** The thread down to it. */
  messages: readonly StoredMessage[]
  /** `stopped`: by the user or a newer order. `done` also where a call waits for `addToolResult`. */
  outcome: 'done' | 'failed' | 'stopped'
}

/** A call that a model has made, whole and not run yet. */
export interface ToolCallNotice {
  /** For `addToolResult`. */
  callKey: string
  /** Wire id of the call. Not unique. */
  callId: string
  toolName: string
  /** The arguments as parsed from JSON, not checked; undefined when they are not JSON. */
  args: unknown
  messageId: string
}

/** Settings that `chat.configure` can change. A run keeps the settings with which it began. */
export interface ChatConfig {
  /** The endpoint for requests. Needed unless `transport` is given. */
  endpoint?: EndpointConfig
  /**
   * Replaces the way requests are made. Default: `fetch` to `endpoint`. Its `tools` count beside those of the chat: those that the
   * other system runs, and one that passes on what a person said to its questions (`Tool.runsApproved`). The list may grow.
   */
  transport?: ChatTransport & { readonly tools?: readonly Tool[] }
  /** Default: the global `fetch`. */
  fetch?: typeof fetch
  /**
   * System prompt: the first message of a thread. A thread that has one keeps it until this setting changes; from the next
   * request on it has the new one.
   */
  system?: string
  /** Model id, sent as it is. */
  model?: string
  tools?: readonly Tool[]
  parameters?: RequestParameters
  /** Called once per batch of calls, before any of them runs. */
  gateToolCalls?: ToolGate
  /** `sequential`: every batch runs one call at a time. Default `parallel`. */
  toolExecution?: 'parallel' | 'sequential'
  /** Milliseconds a call may take, for tools without a `timeout` of their own; 0 or `Infinity` for no limit. Default: none; the user can stop it. */
  toolTimeout?: number
  /**
   * When a message reaches the model that is sent while tools run. `next-step` (default): with the results of those tools, in
   * the next request. `after-answer`: when the whole answer has ended.
   */
  steering?: 'next-step' | 'after-answer'
  /** Requests that one `send` may make before it stops and says so; `continue` goes on from there. Default 8. */
  maxSteps?: number
  /**
   * Writes the message that asks for the rest of an answer, for endpoints that do not continue an answer by themselves. It gets
   * the text so far. Ask the model to repeat the last words: the two parts are joined there. Default: English.
   */
  continuePrompt?: (text: string) => string
  /** Awaited before every request, for example until the question is stored. If it rejects, the answer fails with its error. */
  beforeRequest?: () => Promise<void>
  /** Ends the loop after a round of tools. */
  stopWhen?: (info: { step: number; messages: readonly StoredMessage[] }) => boolean
  /** Called when an answer has ended in any way, with its rounds of tools. The chat takes orders again by then. */
  onFinish?: (end: AnswerEnd) => void
  /** Called, before `onFinish`, when an answer has failed. */
  onError?: (error: ChatErrorData) => void
  /**
   * Called for each call of an answer when that is whole, before any of them runs. A call of a tool without `execute` may be
   * answered from here with `addToolResult`.
   */
  onToolCall?: (call: ToolCallNotice) => void
}

/** `ChatConfig`, and what is read once, when the chat is made. */
export interface ChatOptions extends Omit<ChatConfig, 'endpoint'> {
  /** The endpoint for requests, or its base URL alone: `/api/v1`. Needed unless `transport` is given. */
  endpoint?: string | EndpointConfig
  /** The thread to start with. `store.reset(messages)` replaces it later. */
  messages?: readonly Message[]
  /**
   * Name of the thread: use the one under which it is stored. Approvals are bound to it. Where the browser has locks, a call
   * runs in one tab only, however many tabs show the thread. Default: a new name that only this chat has.
   */
  threadId?: string
  /** Epoch ms. Default: `Date.now`. */
  now?: () => number
  /** Remembers what endpoints refused or demanded. Default: a memory that all chats of the page share. */
  memory?: EndpointMemory
  /** Returns 0 to 1; spreads the waits before another attempt. Default: `Math.random`. */
  random?: () => number
  /** Default: 128 random bits. */
  generateId?: () => string
  /** When deltas are published. Default: with the next frame. */
  scheduler?: Scheduler
}

/** `submitted`: sent, no token yet. `streaming`: tokens arrive or tools run. `error`: the last answer failed. */
export type ChatStatus = 'ready' | 'submitted' | 'streaming' | 'error'

export interface QueuedMessage {
  id: string
  content: string | ContentPart[]
  /**
   * Id of the message that it follows, null at the top. Absent: it follows the present run, or the last one, or the new version
   * that replaced it. Before the first run, it follows the last message on screen.
   */
  parent?: string | null
  /** The options of its `send`. */
  options?: SendOptions
}

/** The state of a chat besides its messages, for buttons and notes around them. */
export interface ChatState {
  status: ChatStatus
  /**
   * Messages that were sent while an answer was on its way, oldest first. They go out by themselves when it has ended well;
   * after a stop or a failure they wait for `sendQueued`, or for the next `send`.
   */
  queue: readonly QueuedMessage[]
  /** Another tab writes an answer that is shown here. This tab can watch it, but not stop it. */
  isElsewhere?: true
  /** The model that the next request goes to. */
  model?: string
  /** Calls that wait for a person, in the order of the calls. */
  approvals: readonly PendingApproval[]
  /** Questions of running calls to the person, oldest first. Absent when there are none. */
  questions?: readonly PendingQuestion[]
  /** Tools that were allowed for the whole chat. */
  grants: readonly ToolGrant[]
}

/**
 * A conversation: it owns the message store, makes requests and runs tools. It knows no framework; hooks subscribe to it. Its
 * methods do not use `this`, so they can be passed around. They never reject for what an endpoint did: a failure is the ending
 * of a message.
 */
export interface ChatController {
  readonly store: MessageStore
  getState(): ChatState
  subscribe(listener: () => void): Unsubscribe
  /** Facts about an answer in flight that its message does not hold. Undefined for every message at rest. */
  getLiveStep(messageId: string): LiveStep | undefined
  subscribeLiveStep(messageId: string, listener: () => void): Unsubscribe

  /**
   * Adds a user message and requests an answer. The message waits in the queue while an answer is on its way, while older
   * messages wait, and until the stored thread has been read. Resolves when it waits, or when its answer has ended.
   *
   * @throws TypeError (rejects) when there is neither `endpoint` nor `transport`; nothing has changed then.
   */
  send(content: string | readonly ContentPart[], options?: SendOptions): Promise<void>
  /** Sends what waits in the queue, oldest first. */
  sendQueued(): Promise<void>
  /** Takes a waiting message out of the queue. */
  unqueue(id: string): void
  /**
   * Stops the answer and the tools in flight. The text so far stays. Open calls get a cancelled result. Queued messages stay
   * in the queue.
   */
  stop(): void
  /**
   * Requests one assistant message again (default: the last one shown), as a new version beside the old one. Calls above it
   * that have no result run first; if one of them is answered only from outside, the answer that made them is requested again. One that was answered from outside is
   * kept: its answer goes on from there.
   * This and every method below ends the present run. Rejects as `send` does.
   */
  retry(messageId?: string, options?: RequestOptions): Promise<void>
  /** Requests the whole answer again, from the user message before `messageId` (default: the last answer shown). */
  regenerate(messageId?: string, options?: RequestOptions): Promise<void>
  /**
   * Replaces a user message by a new version and requests an answer to it.
   *
   * @throws TypeError (rejects) as `send` does, and when `messageId` does not name a user message.
   */
  edit(messageId: string, content: string | readonly ContentPart[], options?: SendOptions): Promise<void>
  /**
   * Goes on from the end of what is shown, or from an answer: the rest of a text that was cut off is requested once and
   * becomes part of the same message. After the limit on tool rounds (whose message it takes away), with calls that have
   * no result yet, and after a result, the loop goes on; nothing is requested while a call waits for the outside. An answer
   * without text is requested again, as a new version. The text of an answer that others follow stays as it is: a version of
   * it goes on. Does nothing while an answer is on its way.
   */
  continue(messageId?: string, options?: RequestOptions): Promise<void>
  /**
   * Answers a call of any branch from outside. It can no longer run then, also when it waits for approval. When the last
   * open call at the end of what is shown is answered, the loop goes on. Resolves, after that, with whether the result was
   * taken: not for a call that has one, that runs at this moment, or that another tab runs.
   */
  addToolResult(callKey: string, value: unknown): Promise<boolean>
  /** Why the last answer shown failed; undefined when it did not, or after `clearError`. */
  getError(): ChatErrorData | undefined
  /** The failure has been seen: the status is `ready` again. The answer keeps saying what went wrong. */
  clearError(): void
  /** The calls that wait for a person: `getState().approvals`. */
  getApprovals(): readonly PendingApproval[]
  /** Answers a `PendingApproval` by its `key`. A second answer, or one to something that has changed, does nothing. */
  decideApproval(key: string, decision: ApprovalDecision): Promise<ApprovalAnswer>
  /** Answers a `PendingQuestion` by its `key`. A second answer does nothing. */
  answerQuestion(key: string, answer: PersonAnswer): Promise<QuestionOutcome>
  /** Takes back that a tool was allowed for the whole chat. */
  revokeApproval(toolName: string): Promise<void>
  /** Changes settings; the next run uses them. */
  configure(config: Partial<Pick<ChatOptions, keyof ChatConfig>>): void
  getConfig(): Readonly<ChatConfig>
  /** Adds a keeper, until the returned function is called. */
  attach(keeper: ChatKeeper): Unsubscribe
  /**
   * Another tab writes this answer, or runs its calls, or does so no more. Meanwhile its live step says so
   * (`LiveStep.elsewhere`), nothing here continues it, and new messages wait in the queue.
   */
  setElsewhere(messageId: string, isElsewhere: boolean): void
}
