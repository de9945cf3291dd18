import { hasSameFields } from '@antiphon/base'
import type { Message } from '../message/types.js'

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
 * belongs to the nearest assistant message before it, the scope that pairing uses, even if other messages come between.
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
