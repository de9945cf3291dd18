import { describeEnding, type EndingKind } from './ending.js'
import { pairStep } from './pair-step.js'
import type { LiveStep, Turn } from './types.js'

/** How far a turn is, or how it ended. */
export type TurnState =
  | 'pending'
  | 'waiting'
  | 'streaming'
  | 'awaiting'
  | 'done'
  | 'truncated'
  | 'filtered'
  | 'incomplete'
  | 'error'
  | 'cancelled'

const byEnding: Record<EndingKind, TurnState> = {
  none: 'done',
  stop: 'done',
  'length-text': 'truncated',
  'length-thinking': 'truncated',
  'length-call': 'truncated',
  'thought-only': 'done',
  'filter-empty': 'filtered',
  'filter-midway': 'filtered',
  refusal: 'done',
  unanswered: 'awaiting',
  paused: 'incomplete',
  incomplete: 'incomplete',
  error: 'error',
  cancelled: 'cancelled',
  other: 'done',
}

/** State of a whole turn: that of the live step, else that of its last step. */
export function turnState(turn: Turn, live?: LiveStep): TurnState {
  if (turn.role !== 'assistant') return 'done'
  const last = turn.steps.at(-1)
  if (!last) return 'done'
  if (live) {
    if (pairStep(last, live).calls.some((call) => call.state === 'awaiting')) return 'awaiting'
    return live.phase === 'waiting' ? 'waiting' : 'streaming'
  }
  return byEnding[describeEnding(last, undefined, true).kind]
}
