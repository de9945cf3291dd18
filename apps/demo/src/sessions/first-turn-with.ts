import { deriveTurns, type Message } from '@antiphon/core'

/** Key of the first turn in whose messages words stand, in any case. */
export function firstTurnWith(messages: readonly Message[], words: string): string | undefined {
  const asked = JSON.stringify(words).slice(1, -1).toLowerCase()
  const has = (message: Message | undefined): boolean =>
    message !== undefined && JSON.stringify(message).toLowerCase().includes(asked)
  return deriveTurns(messages).find((turn) =>
    turn.role === 'assistant'
      ? turn.steps.some(({ assistant, results }) => has(assistant) || results.some(has))
      : has(turn.message),
  )?.key
}
