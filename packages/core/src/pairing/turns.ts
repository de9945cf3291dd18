import type { Message } from '../message/types.js'
import { outlineTurns, reuseEqual } from './outline-turns.js'
import type { Turn } from './types.js'

/**
 * The turns of a message array (see `outlineTurns` for the rules) with the messages in them. A message without an id is
 * keyed by its place. Turns and steps of `previous` whose messages are the same objects keep their identity, and as far as
 * the array begins with the same messages, nothing is derived again.
 */
export function deriveTurns(messages: readonly Message[], previous: readonly Turn[] = []): Turn[] {
  const kept = countKept(previous, messages)
  const before = previous.slice(0, kept)
  const from = kept > 0 ? previous[kept]!.index : 0
  const taken = keysOf(before, messages.slice(from))
  const byKey = new Map<string, { message: Message; index: number }>()
  const entries = messages.slice(from).map((message, at) => {
    const index = from + at
    // A pasted array may repeat an id; keys may not.
    const key = message.id && !byKey.has(message.id) && !taken.has(message.id) ? message.id : `#${index}`
    byKey.set(key, { message, index })
    return { key, role: message.role }
  })
  const turns = outlineTurns(entries, [], from).map((outline): Turn => {
    if (outline.role !== 'assistant') return { ...outline, message: byKey.get(outline.key)!.message }
    return {
      ...outline,
      steps: outline.steps.map(({ key, assistant, results }) => {
        const found = assistant === undefined ? undefined : byKey.get(assistant)
        return {
          key,
          assistant: found?.message.role === 'assistant' ? found.message : undefined,
          assistantIndex: found?.index,
          results: results.flatMap((result) => {
            const message = byKey.get(result)?.message
            return message?.role === 'tool' ? [message] : []
          }),
        }
      }),
    }
  })
  return [...before, ...reuseEqual(turns, previous.slice(kept))]
}

/**
 * How many turns need no new work: those before the last answer that begins with the same messages. That answer may still
 * get results.
 */
function countKept(turns: readonly Turn[], messages: readonly Message[]): number {
  let kept = 0
  let at = 0
  for (let i = 0; i < turns.length; i++) {
    const turn = turns[i]!
    if (turn.index !== at) return kept
    for (const message of messagesOf(turn)) {
      if (messages[at] !== message) return kept
      if (turn.role === 'assistant') kept = i
      at++
    }
  }
  return kept
}

function messagesOf(turn: Turn): readonly (Message | undefined)[] {
  if (turn.role !== 'assistant') return [turn.message]
  return turn.steps.flatMap(({ assistant, results }) => (assistant ? [assistant, ...results] : results))
}

/** Which ids of `messages` are those of earlier messages, too. */
function keysOf(turns: readonly Turn[], messages: readonly Message[]): ReadonlySet<string> {
  const wanted = new Set(messages.map(({ id }) => id))
  return new Set(
    turns
      .flatMap((turn) => messagesOf(turn).flatMap((message) => message?.id ?? []))
      .filter((id) => wanted.has(id)),
  )
}
