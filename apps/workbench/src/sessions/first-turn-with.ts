import type { Message } from '@antiphon/core'
import type { Place } from './entries.js'
import { turnsOf } from './turns-of.js'

/** Finds the first place whose messages contain the words, ignoring case. */
export function firstTurnWith(messages: readonly Message[], words: string): Place | undefined {
  const asked = JSON.stringify(words).slice(1, -1).toLowerCase()
  const has = (message: Message | undefined): boolean =>
    message !== undefined && JSON.stringify(message).toLowerCase().includes(asked)
  for (const turn of turnsOf(messages)) {
    if (turn.role !== 'assistant') {
      if (has(turn.message)) return { turnKey: turn.key }
      continue
    }
    const { steps } = turn
    const step = steps.findIndex(({ assistant, results }) => has(assistant) || results.some(has))
    if (step >= 0) return { turnKey: turn.key, steps, step }
  }
  return undefined
}
