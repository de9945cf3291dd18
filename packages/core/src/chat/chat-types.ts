import type { ChatTransport } from '../connection/connection-types.js'
import type { EndpointMemory } from '../connection/create-endpoint-memory.js'
import type { ContentPart, Message, StoredMessage } from '../message/types.js'
import type { LiveStep } from '../pairing/types.js'
import type { EndpointConfig, RequestParameters } from '../request/request-types.js'
import type { MessageStore } from '../store/create-message-store.js'
import type { Unsubscribe } from '../store/listeners.js'
import type { Scheduler } from '../store/scheduler.js'
import type { Tool } from '../tools/tool-types.js'
import type { ToolGate } from '../tools/tool-gate.js'
import type { AnswerLeases } from './answer-leases.js'
import type { ApprovalAnswer, ApprovalDecision, PendingApproval, ToolGrant } from './approval-types.js'

/** What can be changed with `chat.configure`. A run keeps the settings with which it began. */
export interface ChatConfig {
  /** Where requests go. Needed unless `transport` is given. */
  endpoint?: EndpointConfig
  /** Replaces the way requests are made. Default: `fetch` to `endpoint`. */
  transport?: ChatTransport
  /** Model id, sent as it is. */
  model?: string
  tools?: readonly Tool[]
  parameters?: RequestParameters
  /** Asked once per batch of calls, before any of them runs. */
  gateToolCalls?: ToolGate
  /** `sequential`: every batch runs one call at a time. Default `parallel`. */
  toolExecution?: 'parallel' | 'sequential'
  /** Milliseconds a call may take, for tools without a `timeout` of their own. Default: none; the user can stop it. */
  toolTimeout?: number
  /**
   * When a message that is sent while tools run reaches the model. `next-step` (default): after the results of the
   * calls that run, before the next request. `after-answer`: when the whole answer has ended.
   */
  steering?: 'next-step' | 'after-answer'
  /** Requests that one `send` may make before it stops and says so; `continue` goes on from there. Default 8. */
  maxSteps?: number
  /**
   * Writes the message that asks for the rest of an answer, given the text of it so far, where the endpoint does not simply go
   * on from an answer. Best when it makes the model repeat the last words: the two parts are joined there. Default: English.
   */
  continuePrompt?: (text: string) => string
  /** Awaited before every request, such as until the question is stored. Its failure is that of the answer. */
  beforeRequest?: () => Promise<void>
  /** Ends the loop after a round of tools. */
  stopWhen?: (info: { step: number; messages: readonly StoredMessage[] }) => boolean
}

export interface ChatOptions extends ChatConfig {
  /** The thread to start with. */
  messages?: readonly Message[]
  /**
   * Names the thread: approvals are bound to it, and where the browser has locks, a call runs in one tab only, however
   * many show the thread. Give the name under which it is stored. Default: made up, for this chat alone.
   */
  threadId?: string
  /** System prompt. Becomes the first message, unless the thread has one already. */
  system?: string
  /** Default: the global `fetch`. */
  fetch?: typeof fetch
  /** Epoch ms. Default: `Date.now`. */
  now?: () => number
  /** What was learned about endpoints. Default: one that all chats of the page share. */
  memory?: EndpointMemory
  /** 0 to 1, for the spread of waits before another attempt. Default: `Math.random`. */
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
   * The message of its branch that it follows, null at the top. Absent: it follows the run that is on, or the last one, and the
   * new version that takes its place; without one, the end of what is shown.
   */
  parent?: string | null
}

export interface ChatState {
  status: ChatStatus
  /**
   * Messages that were sent while an answer was on its way, oldest first. They go out by themselves when it has ended well;
   * after a stop or a failure they wait for `sendQueued`, or for the next `send`.
   */
  queue: readonly QueuedMessage[]
  /** Another tab writes an answer of what is shown: it can be watched here and not stopped. */
  isElsewhere?: true
  /** The model that the next request goes to. */
  model?: string
  /** Calls that wait for a person, in the order of the calls. */
  approvals: readonly PendingApproval[]
  /** Tools that were allowed for the whole chat. */
  grants: readonly ToolGrant[]
}

/**
 * What keeps a chat in step with a storage and with other tabs. Every field may be left out; several of them add up. A hook
 * that fails or never ends is the keeper's to bound: the chat waits for it.
 */
export interface ChatKeeper {
  /** The leases of the thread. The chat takes its own by these, so that the keeper can tell them from those of other tabs. */
  leases?: AnswerLeases
  /** Resolves when the stored thread has been read. A message that is sent before that follows what was read. Never rejects. */
  loaded?: Promise<void>
  /** Awaited before every request, such as until the question is stored. Its failure is that of the answer. */
  beforeRequest?(): Promise<void>
  /**
   * Brings in what other tabs have stored. Awaited after an answer at rest was claimed and before its calls run, so that no
   * call runs that has a result elsewhere.
   */
  refresh?(): Promise<void>
  /** Stores what there is. Awaited before another tab may go on with an answer. */
  flush?(): Promise<void>
  /** Told of a result that is on its way into the thread, which no stop ends. The returned function is called when it is there. */
  expect?(): () => void
}

/**
 * A conversation: owns the message store, makes requests and runs tools. Framework-free; hooks subscribe to it. Its
 * methods may be passed around freely (they do not use `this`) and never reject for what an endpoint did: failures are
 * endings of messages.
 */
export interface Chat {
  readonly store: MessageStore
  getState(): ChatState
  subscribe(listener: () => void): Unsubscribe
  /** What is known of an answer in flight beyond its message; undefined for every message at rest. */
  getLiveStep(messageId: string): LiveStep | undefined
  subscribeLiveStep(messageId: string, listener: () => void): Unsubscribe

  /**
   * Adds a user message and requests an answer. The message waits in the queue while an answer is on its way, while older
   * messages wait, and until the stored thread has been read. Resolves when it waits, or when its answer has ended.
   *
   * @throws TypeError (rejects) when there is neither `endpoint` nor `transport`; nothing has changed then.
   */
  send(content: string | readonly ContentPart[]): Promise<void>
  /** Sends what waits in the queue, oldest first. */
  sendQueued(): Promise<void>
  /** Takes a waiting message out of the queue. */
  unqueue(id: string): void
  /**
   * Stops the answer and the tools in flight. What has arrived stays; open calls become cancelled results. What waits in
   * the queue stays there.
   */
  stop(): void
  /**
   * Requests one assistant message again (default: the last shown), as a new version beside the old one. This and every
   * order below ends a run that is on. Rejects as `send` does.
   */
  retry(messageId?: string): Promise<void>
  /** Requests the whole answer again, from the user message before `messageId` (default: the last answer shown). */
  regenerate(messageId?: string): Promise<void>
  /**
   * Replaces a user message by a new version and requests an answer to it.
   *
   * @throws TypeError (rejects) as `send` does, and when there is no user message `messageId`.
   */
  edit(messageId: string, content: string | readonly ContentPart[]): Promise<void>
  /**
   * Goes on from the end of what is shown, or from an answer: the rest of a text that was cut off is requested once and
   * becomes part of the same message. After the limit on tool rounds (whose message it takes away), with calls that have
   * no result yet, and after a result, the loop goes on; nothing is requested while a call waits for the outside. An answer
   * without text is requested again, as a new version. The text of an answer that others follow stays as it is: a version of
   * it goes on. Does nothing while an answer is on its way.
   */
  continue(messageId?: string): Promise<void>
  /**
   * Answers a call of any branch from outside. It can no longer run then, also when it waits for approval. When the last
   * open call at the end of what is shown is answered, the loop goes on. Resolves, after that, with whether the result was
   * taken: not for a call that has one, that runs at this moment, or that another tab runs.
   */
  addToolResult(callKey: string, value: unknown): Promise<boolean>
  /** The calls that wait for a person: `getState().approvals`. */
  getApprovals(): readonly PendingApproval[]
  /** Answers a `PendingApproval` by its `key`. A second answer, or one to something that has changed, does nothing. */
  decideApproval(key: string, decision: ApprovalDecision): Promise<ApprovalAnswer>
  /** Takes back that a tool was allowed for the whole chat. */
  revokeApproval(toolName: string): Promise<void>
  /** Changes settings; the next run uses them. */
  configure(config: Partial<ChatConfig>): void
  getConfig(): Readonly<ChatConfig>
  /** Adds a keeper, until the returned function is called. */
  attach(keeper: ChatKeeper): Unsubscribe
  /**
   * Another tab writes this answer, or runs its calls, or does so no more. Meanwhile its live step says so
   * (`LiveStep.elsewhere`), nothing here goes on with it, and what is sent waits in the queue.
   */
  setElsewhere(messageId: string, isElsewhere: boolean): void
}
