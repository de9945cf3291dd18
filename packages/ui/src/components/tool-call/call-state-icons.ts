import type { CallState } from '@antiphon/core'

/** A call in one of these needs somebody; a fold around it opens itself. */
export function needsAttention(state: CallState): boolean {
  return state === 'awaiting' || state === 'error'
}

/** Worst first: the state a group of calls shows. */
const worstFirst: CallState[] = [
  'awaiting',
  'error',
  'cut-off',
  'unanswered',
  'denied',
  'cancelled',
  'running',
  'writing',
  'queued',
  'orphan',
  'done',
]

export function worstState(states: readonly CallState[]): CallState {
  return worstFirst.find((state) => states.includes(state)) ?? 'done'
}

/** The order in which a group counts its calls: `1 done, 2 running, 1 failed`. A `form` waits for a person to fill it in. */
export const countOrder: (CallState | 'form')[] = [
  'awaiting',
  'form',
  'done',
  'running',
  'writing',
  'queued',
  'denied',
  'cancelled',
  'cut-off',
  'unanswered',
  'orphan',
  'error',
]
