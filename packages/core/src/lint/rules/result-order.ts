import type { LintRule } from '../lint-types.js'
import { planOf } from './result-places.js'

/** wire-facts 1.3, results order. */
export const resultOrder: LintRule = {
  name: 'result-order',
  about: 'Results in another order than the calls.',
  *check({ turns }) {
    for (const turn of turns) {
      let furthest = -1
      for (const [index, slot] of turn.slots.entries()) {
        if (!slot) continue
        if (slot.position < furthest) {
          const { message, part } = slot
          yield {
            severity: 'error',
            where: part === undefined ? { message } : { message, part },
            path: slot.idPath,
            message: `This answers call ${index + 1} of messages[${turn.unit.message}] and comes after the result of a later call.`,
            effect:
              'Templates that pair by position give the model the wrong result for each call; MiniMax answers 400. Antiphon sorts them on the way out.',
            ...(planOf(turn).isMovable && {
              fix: {
                title: 'Put the results in the order of the calls',
                edits: [planOf(turn).inOrder],
              },
            }),
          }
          break
        }
        furthest = slot.position
      }
    }
  },
}

/** wire-facts 1.3: results must directly follow the assistant turn. */
export const resultNotAdjacent: LintRule = {
  name: 'result-not-adjacent',
  about: 'A result with another message between it and its turn.',
  *check({ units, turns }) {
    for (const turn of turns) {
      let next = turn.unit.position + 1
      while (units[next]?.role === 'tool') next++
      const late = turn.slots.find((slot) => slot && slot.position > next)
      if (!late) continue
      const { message, part } = late
      yield {
        severity: 'error',
        where: part === undefined ? { message } : { message, part },
        path: late.idPath,
        message: `Other messages stand between this result and its call in messages[${turn.unit.message}].`,
        effect:
          'OpenAI, DeepSeek and MiniMax answer 400: results must follow their turn directly. Antiphon moves them on the way out.',
        ...(planOf(turn).isMovable && {
          fix: { title: 'Move the results behind their turn', edits: [planOf(turn).inOrder] },
        }),
      }
    }
  },
}
