import type { LintRule } from '../lint-types.js'

/** wire-facts 2.1: no call of an incomplete, errored or `length` turn is run by itself. */
export const cutTurn: LintRule = {
  name: 'cut-turn',
  about: 'Calls in an answer that was cut off or failed.',
  *check({ turns }) {
    for (const { unit, slots } of turns) {
      const { raw, calls, message } = unit
      const ending = raw.isError === true ? 'error' : raw.finishReason
      if (calls.length === 0 || slots.every(Boolean)) continue
      if (typeof ending !== 'string' || !/^(length|incomplete|error|cancelled|content_filter)$/.test(ending))
        continue
      yield {
        severity: 'warning',
        where: { message },
        message: `The answer ended with "${ending}" while it was calling tools.`,
        effect:
          'Its last call may be a part of what was meant, and others may be missing. Antiphon runs none of them; do not run them yourself.',
      }
    }
  },
}
