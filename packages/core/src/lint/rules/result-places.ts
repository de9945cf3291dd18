import type { LintContext, LintEdit } from '../lint-types.js'
import type { Turn, Unit } from '../transcript-types.js'
import { notedCall } from '../pair-units.js'
import { giveId } from './give-id.js'

/** Only a result that is a message of its own can be moved. */
export function canMove(unit: Unit | undefined): boolean {
  return unit?.part === undefined
}

/** What the fixes of one turn have in common, made once: a turn may have thousands of calls. */
interface TurnPlan {
  /** Every result can be moved. Not one that has the id or the note of another call: elsewhere it would go there. */
  isMovable: boolean
  /** Puts the results right behind the turn, in the order of its calls. */
  inOrder: LintEdit
  /** A result is paired by order or against its note, so that one more result could pass it to another call. */
  isLoose: boolean
  /** Position of the first call of each id. */
  first: ReadonlyMap<string, number>
}

const plans = new WeakMap<Turn, TurnPlan>()

export function planOf(turn: Turn): TurnPlan {
  const known = plans.get(turn)
  if (known) return known
  const { unit, slots } = turn
  const first = new Map<string, number>()
  for (const [i, { id }] of unit.calls.entries()) if (!first.has(id)) first.set(id, i)
  const isNotedElsewhere = (slot: Unit | undefined, i: number): boolean => {
    const noted = slot && notedCall(slot)
    return noted !== undefined && noted !== i && unit.calls[noted]?.id === slot?.callId
  }
  const plan: TurnPlan = {
    isMovable: slots.every(
      (slot, i) =>
        canMove(slot) && (!slot?.callId || slot.callId === unit.calls[i]!.id) && !isNotedElsewhere(slot, i),
    ),
    inOrder: { op: 'arrange', after: unit.message, messages: slots.map((slot) => slot?.message ?? null) },
    isLoose: slots.some(
      (slot, i) => slot && (!slot.callId || slot.callId !== unit.calls[i]!.id || isNotedElsewhere(slot, i)),
    ),
    first,
  }
  plans.set(turn, plan)
  return plan
}

/**
 * Gives a call an id of its own where it has none, or that of an earlier call of its turn: a new result could otherwise
 * be taken for that of the other one.
 */
export function ownId(turn: Turn, index: number, { wireIds }: LintContext): LintEdit[] {
  const call = turn.unit.calls[index]!
  if (call.id && planOf(turn).first.get(call.id) === index) return []
  return giveId(turn.unit.message, call, undefined, wireIds().get(call) ?? call.id)
}
