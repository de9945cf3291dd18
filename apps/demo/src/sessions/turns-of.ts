import { deriveTurns, type Message, type Turn } from '@antiphon/core'

const known = new WeakMap<readonly Message[], readonly Turn[]>()

/** The turns of a session, derived once for all that asks for them. */
export function turnsOf(messages: readonly Message[]): readonly Turn[] {
  const turns = known.get(messages) ?? deriveTurns(messages)
  known.set(messages, turns)
  return turns
}
