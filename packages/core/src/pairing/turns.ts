import { hasSameFields } from '../lib/json.js'
import type { Message } from '../message/types.js'
import type { Turn } from './types.js'

interface Keyed {
  key: string
  steps?: readonly { key: string }[]
}

/** The turns. Turns and steps that did not change stay the same objects, so memoised views skip them. */
export function reuseEqual<T extends Keyed>(turns: readonly T[], previous: readonly T[]): T[] {
  const before = new Map(previous.map((turn) => [turn.key, turn]))
  return turns.map((turn) => {
    const old = before.get(turn.key)
    const steps = turn.steps?.map((step, i) => reuse(step, old?.steps?.[i]))
    return reuse(steps ? { ...turn, steps } : turn, old)
  })
}

/** `before` when it has the same values as `next`, else `next`. */
function reuse<T extends object>(next: T, before: T | undefined): T {
  return before && hasSameFields(next, before, isSame) ? before : next
}

function isSame(a: unknown, b: unknown): boolean {
  if (!Array.isArray(a) || !Array.isArray(b)) return a === b
  return a.length === b.length && a.every((entry, i) => entry === b[i])
}

/** The keys of one assistant message and of the results that belong to it. */
export interface StepOutline {
  key: string
  /** Absent only when no assistant message precedes the results. */
  assistant?: string
  results: readonly string[]
}

/** The shape of a turn without its messages: it changes when a message is added or removed, never by a delta. */
export type TurnOutline =
  | { key: string; role: 'system' | 'user'; index: number }
  | { key: string; role: 'assistant'; index: number; steps: readonly StepOutline[] }

export interface OutlineEntry {
  key: string
  role: Message['role']
}

/**
 * Groups messages into turns: one per user or system message, one per answer. An answer is every assistant and tool
 * message up to the next user or system message, as steps of one assistant message and its results. A tool message
 * belongs to the nearest assistant message before it, the scope that pairing uses, also when something stands between.
 *
 * Turns and steps of `previous` that did not change keep their identity, so that memoised views skip them. `from`: the
 * place of the first entry in the thread.
 */
export function outlineTurns(
  entries: readonly OutlineEntry[],
  previous: readonly TurnOutline[] = [],
  from = 0,
): TurnOutline[] {
  const turns: TurnOutline[] = []
  let steps: StepOutline[] | undefined
  let results: string[] | undefined

  entries.forEach(({ key, role }, at) => {
    const index = from + at
    if (role === 'assistant') {
      if (!steps) turns.push({ key, role, index, steps: (steps = []) })
      steps.push({ key, assistant: key, results: (results = []) })
    } else if (role === 'tool') {
      if (!results) turns.push({ key, role: 'assistant', index, steps: [{ key, results: (results = []) }] })
      results.push(key)
    } else {
      steps = undefined
      turns.push({ key, role: role === 'user' ? 'user' : 'system', index })
    }
  })
  return reuseEqual(turns, previous)
}

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
