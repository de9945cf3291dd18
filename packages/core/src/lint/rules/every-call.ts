import type { LintContext } from '../lint-types.js'
import type { FoundCall, Turn, Unit } from '../transcript-types.js'

/** Every call with the result it has. */
export function* everyCall({ turns }: Pick<LintContext, 'turns'>): Generator<{
  turn: Turn
  message: number
  call: FoundCall
  index: number
  result?: Unit
}> {
  for (const turn of turns) {
    for (const [index, call] of turn.unit.calls.entries()) {
      yield { turn, message: turn.unit.message, call, index, result: turn.slots[index] }
    }
  }
}
