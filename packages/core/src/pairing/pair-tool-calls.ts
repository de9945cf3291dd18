import type { Message, ToolMessage } from '../message/types.js'
import { pairOne } from './pair-step.js'
import type { Pairing } from './types.js'

/**
 * Pairs every call of the array with its result (docs/architecture.md, Pairing). A result belongs to the nearest assistant message
 * before it and fills one slot there: first by id among the calls still unanswered, then, where the call or the result
 * has no id, by order. Ids that repeat across turns or inside one are therefore harmless. A result whose id no call
 * of its message has is an orphan; it is never shown beside another call.
 */
export function pairToolCalls(messages: readonly Message[]): Pairing {
  const pairing: Pairing = { calls: [], orphans: [] }
  let owner = -1
  let results: ToolMessage[] = []

  // One step past the end settles the last message.
  for (let index = 0; index <= messages.length; index++) {
    const message = messages[index]
    if (message?.role === 'tool') results.push(message)
    if (message && message.role !== 'assistant') continue
    const before = messages[owner]
    const paired =
      before?.role === 'assistant' ? pairOne(before, results, owner) : { calls: [], orphans: results }
    pairing.calls.push(...paired.calls)
    pairing.orphans.push(...paired.orphans)
    owner = index
    results = []
  }
  return pairing
}
