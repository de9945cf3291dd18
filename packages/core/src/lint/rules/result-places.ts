import type { LintEdit } from '../lint-types.js'
import type { Turn, Unit } from '../transcript-types.js'

/** Only a result that is a message of its own can be moved. */
export function canMove(unit: Unit | undefined): boolean {
  return unit?.part === undefined
}

/** Puts the results of a turn right behind it, in the order of its calls. */
export function inCallOrder({ unit }: Turn, slots: Turn['slots']): LintEdit[] {
  return slots.flatMap((slot, order): LintEdit[] =>
    slot ? [{ op: 'move', message: slot.message, after: unit.message, order }] : [],
  )
}
