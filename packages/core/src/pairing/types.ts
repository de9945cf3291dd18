import type { ChatErrorData } from '../errors/chat-error.js'
import type { TextChannel } from '../message/text-channels.js'
import type { AssistantMessage, Message, ToolCall, ToolMessage } from '../message/types.js'

/**
 * State of one call. The first four exist only while a chat runs; the rest follow from the array alone.
 * `orphan` is the state of a result without a call.
 */
export type CallState =
  | 'writing'
  | 'queued'
  | 'awaiting'
  | 'running'
  | 'done'
  | 'error'
  | 'denied'
  | 'cancelled'
  | 'cut-off'
  | 'unanswered'
  | 'orphan'

/** A call beside its result. `key` (message id and call position) is unique in the thread even when wire ids are not. */
export interface PairedCall {
  key: string
  call: ToolCall
  result?: ToolMessage
  state: CallState
  messageIndex: number
  callIndex: number
}

export interface Pairing {
  calls: PairedCall[]
  orphans: ToolMessage[]
}

/** The live state of one call, which is not in the array: being written, waiting or running. */
export interface LiveCall {
  state: 'writing' | 'queued' | 'awaiting' | 'running'
  /** Epoch ms at which this state began. */
  startedAt?: number
  /** The session has ended, so what became of the call is told after the next login. */
  needsLogin?: true
  /** The result, once it is in the array. The call is shown as ended at once. */
  result?: ToolMessage
  /** Latest progress other than text: a number from 0 to 1, or any value of the tool's own. */
  progress?: unknown
  /** Latest text that the tool reported. */
  words?: string
  /** The output of the tool so far; of a very long output, the end. */
  output?: string
  /** The steps that the tool reported, in the order of their first report. */
  steps?: readonly ToolStep[]
}

/** One step inside a call: of a sub-agent, of a long job. Kept after the run under `metadata['antiphon.steps']`. */
export interface ToolStep {
  id: string
  title: string
  state: 'queued' | 'running' | 'done' | 'error' | 'cancelled'
  /** `id` of the step that this one is part of. */
  parent?: string
  detail?: string
  /** Epoch ms. */
  startedAt: number
  durationMs?: number
}

/**
 * The live state of an answer in flight. Absent for messages at rest, except one whose calls wait for an approval; it is
 * there again after a reload.
 */
export interface LiveStep {
  /** `waiting`: no token yet. `streaming`: tokens arrive. `tools`: the stream has ended, calls run. */
  phase: 'waiting' | 'streaming' | 'tools'
  /** Epoch ms at which the request began. */
  startedAt: number
  model?: string
  /** The part that the last delta added to. */
  activePart?: TextChannel | 'tool_call'
  /** Epoch ms at which `activePart` began. */
  activeSince?: number
  /** A failed attempt is tried again at `at` (epoch ms); `attempt` counts the next one, from 2. */
  retry?: { attempt: number; at: number; error: ChatErrorData }
  /** Another tab of this browser writes the answer or runs its calls; here it can only be watched. */
  elsewhere?: true
  /** A server writes the answer and stores it, so a keeper does not. */
  onServer?: true
  /** By position in `tool_calls`. */
  calls: Readonly<Record<number, LiveCall>>
}

/** One assistant message with the results that belong to its calls. */
export interface Step {
  key: string
  /** Absent only for tool messages that no assistant message precedes. */
  assistant?: AssistantMessage
  assistantIndex?: number
  results: ToolMessage[]
}

/**
 * One article of the transcript: a user message, a system notice, or an answer (all assistant and tool messages up to
 * the next user or system message).
 */
export type Turn =
  | { key: string; role: 'system' | 'user'; message: Message; index: number }
  | { key: string; role: 'assistant'; steps: Step[]; index: number }
