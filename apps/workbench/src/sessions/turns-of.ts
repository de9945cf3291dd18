import { deriveTurns, pairStep, type Message, type PairedCall, type Step, type Turn } from '@antiphon/core'

const known = new WeakMap<readonly Message[], readonly Turn[]>()
/** The newest turns of a session, by its first message: a session that grew has most of them. */
const newest = new WeakMap<Message, readonly Turn[]>()

/** The turns of a session, derived once for all that asks for them. */
export function turnsOf(messages: readonly Message[]): readonly Turn[] {
  const [first] = messages
  const turns = known.get(messages) ?? deriveTurns(messages, first && newest.get(first))
  known.set(messages, turns)
  if (first) newest.set(first, turns)
  return turns
}

const paired = new WeakMap<Step, readonly PairedCall[]>()

/** The calls of a step beside their results, once for all that asks for them. */
export function callsOf(step: Step): readonly PairedCall[] {
  const calls = paired.get(step) ?? pairStep(step).calls
  paired.set(step, calls)
  return calls
}
