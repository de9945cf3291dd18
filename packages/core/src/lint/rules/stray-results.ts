import type { LintContext } from '../lint-types.js'
import { pairUnits } from '../pair-units.js'
import type { Turn, Unit } from '../transcript-types.js'

/** A result that stands in the wrong stretch, and the open call that it answers by its id. */
export interface Stray {
  result: Unit
  turn: Turn
  index: number
}

/**
 * The open calls that a result elsewhere in the transcript names, each result for one call: the nearest turn before it
 * that has one, else the first after it.
 */
export function findStrays({ units, turns }: LintContext): Stray[] {
  const orphans = [...pairUnits(units).early, ...turns.flatMap(foreign)]
  /** By id: open calls of the turns so far, the latest last. */
  const open = new Map<string, { turn: Turn; index: number }[]>()
  const strays: Stray[] = []
  const homeless: Unit[] = []
  let next = 0
  const readUntil = (position: number): void => {
    for (; next < turns.length && turns[next]!.unit.position < position; next++) {
      const turn = turns[next]!
      // Of two calls of one turn the first is to be taken first.
      for (let index = turn.slots.length - 1; index >= 0; index--) {
        const { id } = turn.unit.calls[index]!
        if (turn.slots[index] || !id) continue
        const list = open.get(id)
        if (list) list.push({ turn, index })
        else open.set(id, [{ turn, index }])
      }
    }
  }
  for (const result of orphans) {
    if (result.part !== undefined || !result.callId) continue
    readUntil(result.position)
    const found = open.get(result.callId)?.pop()
    if (found) strays.push({ result, ...found })
    else homeless.push(result)
  }
  readUntil(Infinity)
  // What is open now came after each of these: the nearest is the first.
  for (const list of open.values()) list.sort((a, b) => b.turn.unit.position - a.turn.unit.position)
  for (const result of homeless) {
    const found = open.get(result.callId)?.pop()
    if (found) strays.push({ result, ...found })
  }
  return strays
}

/** Those that name no call of their own turn; a second result for one of these is no stray. */
function foreign({ unit, orphans }: Turn): Unit[] {
  if (orphans.length === 0) return []
  const own = new Set(unit.calls.map(({ id }) => id))
  return orphans.filter(({ callId }) => !own.has(callId))
}
