import { isRecord, listOf } from '@antiphon/base'
import type { Message } from '@antiphon/core'

export interface PlanStep {
  step: string
  status: 'pending' | 'in_progress' | 'completed'
}

/** Steps that are shown of a plan. */
const MOST = 100

/**
 * The steps in the arguments of a call: `{ plan: [{ step, status }] }`, or `{ todos: [{ content, status }] }`. An unknown status counts as
 * pending. Undefined for arguments that are not a plan.
 */
export function readPlan(input: unknown): readonly PlanStep[] | undefined {
  if (!isRecord(input)) return undefined
  const steps = listOf(input['plan'] ?? input['todos'])
    .slice(0, MOST)
    .flatMap((one): PlanStep[] => {
      const { step, content, status } = isRecord(one) ? one : {}
      const text = step ?? content
      if (typeof text !== 'string') return []
      const isKnown = status === 'in_progress' || status === 'completed'
      return [{ step: text, status: isKnown ? status : 'pending' }]
    })
  return steps.length > 0 ? steps : undefined
}

const held = new WeakMap<readonly Message[], Map<string, ReadonlySet<string>>>()

/** Keys of the calls of a tool that another call of it follows in the same answer. A list of messages is read once. */
export function replacedCalls(messages: readonly Message[], tool: string): ReadonlySet<string> {
  const known = held.get(messages)?.get(tool)
  if (known) return known
  const replaced = new Set<string>()
  let last: string | undefined
  for (const [index, message] of messages.entries()) {
    if (message.role === 'user') last = undefined
    if (message.role !== 'assistant') continue
    for (const [at, call] of (message.tool_calls ?? []).entries()) {
      if (call.function.name !== tool) continue
      if (last !== undefined) replaced.add(last)
      // As the transcript keys them: a message without an id by its place.
      last = `${message.id || `#${index}`}/${at}`
    }
  }
  held.set(messages, (held.get(messages) ?? new Map<string, ReadonlySet<string>>()).set(tool, replaced))
  return replaced
}
