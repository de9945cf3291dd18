import type { NodeRecord } from '@antiphon/threads'
import type { RunMessage, RunOutcome, WaitingCall } from './types.js'

/**
 * An event of a run, other than a piece of an answer. A piece is a chunk of chat completions as it came, and belongs to the last
 * `answer` before it.
 */
export type RunEvent =
  /** An answer begins under this id, or begins again: what came of it before counts no more. */
  | { antiphon: 'answer'; id: string; parent: string | null; model?: string; at: number }
  /** A message as it is stored now: whole, and in the place of what is known of it. */
  | { antiphon: 'message'; node: NodeRecord }
  /** Nothing happens until somebody answers these calls. */
  | { antiphon: 'waiting'; calls: readonly WaitingCall[] }
  /** The calls that waited were answered, and the run goes on. */
  | { antiphon: 'resumed'; decided: readonly string[] }
  /** The last event. */
  | { antiphon: 'end'; outcome: RunOutcome; saved: boolean; problem?: string; unsent?: readonly RunMessage[] }

const NAMED = '{"antiphon":"'

/** One line for the log. Its field `antiphon` comes first, so that the name of a line is read without parsing it. */
export const eventLine = ({ antiphon, ...rest }: RunEvent): string => JSON.stringify({ antiphon, ...rest })

/** The name of a line of the log; undefined for a piece of an answer. */
export const eventName = (line: string): string | undefined =>
  line.startsWith(NAMED) ? line.slice(NAMED.length, line.indexOf('"', NAMED.length)) : undefined
