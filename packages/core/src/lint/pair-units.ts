import { isRecord } from '../errors/is-record.js'
import { CALL_INDEX_KEY } from '../message/types.js'
import type { FoundCall, Turn, Unit } from './transcript-types.js'

/** Each assistant unit with its results, paired as the screen and the wire pair them (message/match-results). */
export function pairUnits(units: readonly Unit[]): { turns: Turn[]; early: Unit[] } {
  const turns: Turn[] = []
  /** Results that no assistant message precedes. */
  const early: Unit[] = []
  let owner: Unit | undefined
  let results: Unit[] = []
  let isClosed = false

  const settle = (): void => {
    if (!owner) early.push(...results)
    else turns.push({ unit: owner, results, isClosed, ...matchUnits(owner.calls, results) })
  }
  for (const unit of units) {
    if (unit.role === 'tool') results.push(unit)
    else isClosed = true
    if (unit.role !== 'assistant') continue
    settle()
    owner = unit
    results = []
    isClosed = false
  }
  settle()
  return { turns, early }
}

/**
 * `matchResults` in linear time, for transcripts of any size: first those that note their call, then by id among the
 * calls still open, then, where the call or the result has no id, by order.
 */
export function matchUnits(
  calls: readonly Pick<FoundCall, 'id'>[],
  results: readonly Unit[],
): { slots: (Unit | undefined)[]; orphans: Unit[] } {
  const slots = calls.map((): Unit | undefined => undefined)
  const unnoted = results.filter((result) => {
    const noted = notedCall(result)
    if (noted === undefined || slots[noted] || calls[noted]?.id !== result.callId) return true
    slots[noted] = result
    return false
  })
  const open = new Map<string, number[]>()
  for (let i = calls.length - 1; i >= 0; i--) {
    if (slots[i]) continue
    const { id } = calls[i]!
    const list = open.get(id)
    if (list) list.push(i)
    else open.set(id, [i])
  }
  const byOrder = unnoted.filter((result) => {
    const index = result.callId ? open.get(result.callId)?.pop() : undefined
    if (index === undefined) return true
    slots[index] = result
    return false
  })

  // Both only ever move forward: a slot that is filled stays filled.
  let any = 0
  let unnamed = 0
  const orphans = byOrder.filter((result) => {
    while (any < calls.length && slots[any]) any++
    while (unnamed < calls.length && (slots[unnamed] || calls[unnamed]!.id)) unnamed++
    const index = result.callId ? unnamed : any
    if (index >= calls.length) return true
    slots[index] = result
    return false
  })
  return { slots, orphans }
}

/** The call that a result says it answers, by position. */
export function notedCall({ raw }: Unit): number | undefined {
  const noted = isRecord(raw['metadata']) ? raw['metadata'][CALL_INDEX_KEY] : undefined
  return typeof noted === 'number' ? noted : undefined
}
