import type { ApprovalDecision, ContentPart, RequestParameters, ToolMessage } from '@antiphon/core'
import type { NodeRecord } from '@antiphon/threads'

/** A message of the user, with the id that it has in the client's thread. */
export interface RunMessage {
  id: string
  content: string | ContentPart[]
  metadata?: Record<string, unknown>
  /** The message that it follows; null at the top. Default: the last one shown. */
  parent?: string | null
}

/** The order that a run carries out: one of `message`, `regenerate`, `retry` and `continue`. */
export interface RunOrder {
  /** The question. */
  message?: RunMessage
  /** The answer to give again as a whole, as a version beside it. */
  regenerate?: string
  /** The message of an answer to request again, as a version beside it. */
  retry?: string
  /** The message to go on from, such as an answer that was cut off. */
  continue?: string
  model?: string
  parameters?: RequestParameters
  /** Tools that the client answers. They are offered to the model, and their calls leave the run waiting. */
  tools?: readonly { name: string; description: string; parameters: Record<string, unknown> }[]
}

/** A call that waits for somebody. */
export interface WaitingCall {
  /** For a decision. The same in every process; another one where anything about the call changes. */
  key: string
  /** `approval`: may it run? `result`: the client runs it and sends what it gave. */
  type: 'approval' | 'result'
  messageId: string
  callKey: string
  toolName: string
  /** JSON. */
  argumentsText: string
  destructive?: boolean
  /** The mark of the page that has begun to run it. No other page runs it. */
  begun?: string
}

/**
 * The answer of somebody to a call that waits. A call that a page has begun is answered with the mark of that page alone.
 * `interrupted`: that page is gone.
 */
export type RunDecision = { key: string; mark?: string } & (
  | { decision: ApprovalDecision }
  | { result: unknown; kept?: Pick<ToolMessage, 'timing' | 'metadata'> }
  | { interrupted: true }
)

/**
 * How a run ended. `done`: the model ended its answer. `failed`: the answer says why. `stopped`: by the user. `lost`: the process that
 * wrote it is gone, and the answer says so.
 */
export type RunOutcome = 'done' | 'failed' | 'stopped' | 'lost'

/** The facts about a run that its client may know. */
export interface ShownRun {
  id: string
  threadId: string
  status: 'running' | 'waiting' | 'ended'
  /** Epoch ms. */
  startedAt: number
  outcome?: RunOutcome
  /** Why it could not begin, in words. */
  problem?: string
  /** Calls that nobody has answered yet. */
  waiting?: readonly WaitingCall[]
}

/**
 * An event of a run, other than a piece of an answer. A piece is a chunk of chat completions as it came, and belongs to the last
 * `answer` before it.
 */
export type RunEvent =
  /** An answer begins under this id, or begins again: what came of it before counts no more. */
  | { antiphon: 'answer'; id: string; parent: string | null; model?: string; at: number }
  /** A message as it is stored now: whole, and in place of what is known of it. */
  | { antiphon: 'message'; node: NodeRecord }
  /** Nothing happens until somebody answers these calls. */
  | { antiphon: 'waiting'; calls: readonly WaitingCall[] }
  /** The calls that waited were answered, and the run goes on. */
  | { antiphon: 'resumed'; decided: readonly string[] }
  /** The last event. */
  | { antiphon: 'end'; outcome: RunOutcome; saved: boolean; problem?: string; unsent?: readonly RunMessage[] }

/** Under this key of `metadata`, a message that was sent while its run was on its way has the id that its sender gave it. */
export const SENT_KEY = 'antiphon.sent'
