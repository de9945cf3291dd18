import type { FoundValue, RedactionRule } from './types.js'

/**
 * The `find` of a rule whose values match a pattern. The value is the group `value` (or `value2` … in further alternatives), or
 * the whole match without such a group. The repetitions of the pattern must have bounds or end at a character that they cannot
 * hold, so that it is linear.
 */
export function byPattern(
  source: RegExp,
  accept: (value: string, match: RegExpExecArray) => boolean = () => true,
  also?: (value: string, match: RegExpExecArray) => FoundValue['also'],
): NonNullable<RedactionRule['find']> {
  const pattern = new RegExp(source.source, `${source.flags.replace(/[gd]/g, '')}gd`)
  return function* (text) {
    pattern.lastIndex = 0
    for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
      const next = pattern.lastIndex
      const groups = Object.entries(match.indices?.groups ?? {})
      const [, place] = groups.find(([name, at]) => name.startsWith('value') && at !== undefined) ?? []
      const [start, end] = place ?? match.indices![0]!
      const value = text.slice(start, end)
      if (value !== '' && accept(value, match)) yield { start, end, also: also?.(value, match) }
      // Whoever takes values one by one may look for others in between.
      pattern.lastIndex = next === match.index ? next + 1 : next
    }
  }
}

/** The same for values that all begin with one of some texts, as they are written. These are looked for first, which is quick. */
export function byBeginning(
  beginnings: readonly string[],
  rest: string,
  accept: (value: string) => boolean,
): NonNullable<RedactionRule['find']> {
  const pattern = new RegExp(rest, 'y')
  return function* (text) {
    for (const beginning of beginnings)
      for (let at = text.indexOf(beginning); at >= 0; at = text.indexOf(beginning, at + beginning.length)) {
        if (/[A-Za-z0-9]/.test(text[at - 1] ?? '')) continue
        pattern.lastIndex = at + beginning.length
        const match = pattern.exec(text)
        if (match && accept(beginning + match[0]))
          yield { start: at, end: at + beginning.length + match[0].length }
      }
  }
}
