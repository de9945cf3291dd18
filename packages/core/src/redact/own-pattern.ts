import { linearMatches } from '../tools/linear-pattern.js'
import type { RedactionRule } from './types.js'

/**
 * A rule of a pattern that a user wrote, such as `PROJ-\d+`. It is followed in time that has bounds, whatever it is, which leaves
 * out references back and looking ahead or behind: undefined for those and for what is no pattern. A line is looked at on its own.
 *
 * Its `find` throws a RangeError where the pattern would take too long for a text.
 */
export function ownPattern(source: string): RedactionRule | undefined {
  const match = source === '' ? undefined : linearMatches(source)
  if (!match) return undefined
  return {
    name: `own-pattern ${source}`,
    kind: 'text',
    *find(text) {
      for (let from = 0; from < text.length;) {
        const next = text.indexOf('\n', from)
        const end = next < 0 ? text.length : next
        for (const { start, end: to } of match(text.slice(from, end)))
          yield { start: from + start, end: from + to }
        from = end + 1
      }
    },
  }
}
