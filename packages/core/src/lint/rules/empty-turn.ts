import type { LintRule } from '../lint-types.js'
import { saysSomething } from './text-of-unit.js'

/** wire-facts 1.3, empty assistant turn. */
export const emptyTurn: LintRule = {
  name: 'empty-turn',
  about: 'An answer with neither text nor calls.',
  *check({ turns }) {
    for (const { unit, results } of turns) {
      const { raw, calls, message } = unit
      if (calls.length > 0 || saysSomething(raw)) continue
      const broke =
        raw.isError === true ||
        (typeof raw.finishReason === 'string' && !/^(stop|other)$/.test(raw.finishReason))
      yield {
        severity: broke ? 'info' : 'warning',
        where: { message },
        message: broke
          ? 'The answer broke off before it said anything.'
          : 'The answer has neither text nor calls.',
        effect:
          'OpenAI ("Either content or tool_calls must be set"), Moonshot and Anthropic-backed routes answer 400. Antiphon leaves it out.',
        // Results behind it would pass to the turn before.
        ...(results.length === 0 && {
          fix: { title: 'Drop it', edits: [{ op: 'replace', message, with: [] }] },
        }),
      }
    }
  },
}
