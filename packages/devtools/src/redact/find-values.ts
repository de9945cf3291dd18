import type { FoundValue, RedactionRule } from './types.js'

/** A rule, and the value that it has found. */
export interface Hit extends FoundValue {
  rule: RedactionRule
}

/** So many of the first characters of a hint make a number that is asked for at each place of a text. */
const HEAD = 3
const HEADS = 0x8000

/** The hints of rules, so that one walk through a text finds which of them it has, however many there are. */
interface Hints {
  all: readonly string[]
  /** The positions of the rules that have each. */
  rulesOf: readonly (readonly number[])[]
  /** By the number of their first characters: the positions of such hints in `all`, from 1; 0 for none. */
  byHead: Uint16Array
  groups: readonly (readonly number[])[]
}

const known = new WeakMap<readonly RedactionRule[], Hints>()

function hintsOf(rules: readonly RedactionRule[]): Hints {
  const before = known.get(rules)
  if (before) return before
  const all = [...new Set(rules.flatMap(({ hints = [] }) => hints))]
  const byHead = new Uint16Array(HEADS)
  const groups: number[][] = [[]]
  all.forEach((hint, i) => {
    if (hint.length < HEAD) return
    let head = 0
    for (let at = 0; at < HEAD; at++) head = pushed(head, hint.charCodeAt(at))
    if (byHead[head] === 0) byHead[head] = groups.push([]) - 1
    groups[byHead[head]!]!.push(i)
  })
  const rulesOf = all.map((hint) => rules.flatMap((rule, i) => (rule.hints?.includes(hint) ? [i] : [])))
  const made = { all, rulesOf, byHead, groups }
  known.set(rules, made)
  return made
}

/** A hash of the last three characters; earlier ones are shifted out. */
const pushed = (head: number, code: number): number => ((head << 5) ^ code) & (HEADS - 1)

/** The hints that a text has, by the position of the rule. */
function hintsIn(lower: string, { all, rulesOf, byHead, groups }: Hints): ReadonlyMap<number, string[]> {
  const isThere = new Uint8Array(all.length)
  all.forEach((hint, i) => {
    if (hint.length < HEAD && lower.includes(hint)) isThere[i] = 1
  })
  let head = 0
  for (let at = 0; at < lower.length; at++) {
    head = ((head << 5) ^ lower.charCodeAt(at)) & (HEADS - 1)
    const group = byHead[head]!
    if (group === 0) continue
    for (const i of groups[group]!)
      if (isThere[i] === 0 && lower.startsWith(all[i]!, at - HEAD + 1)) isThere[i] = 1
  }
  const found = new Map<number, string[]>()
  for (let i = 0; i < all.length; i++) {
    if (isThere[i] === 0) continue
    for (const rule of rulesOf[i]!) {
      const hints = found.get(rule)
      if (hints) hints.push(all[i]!)
      else found.set(rule, [all[i]!])
    }
  }
  return found
}

/**
 * The values that the rules find in a text, in order. When two rules find the same value at the same place, the first in the table
 * counts. A part of another value is listed too, because a person may keep that other value.
 */
export function findValues(rules: readonly RedactionRule[], text: string): Hit[] {
  const lower = text.toLowerCase()
  // A few letters become two in lower case, and then the offsets no longer match.
  const isAligned = lower.length === text.length
  const there = hintsIn(lower, hintsOf(rules))
  const hits = new Map<string, Hit>()
  for (let i = 0; i < rules.length; i++) {
    const rule = rules[i]!
    const hints = there.get(i)
    if (!rule.find || (rule.hints && !hints)) continue
    const pieces =
      hints && rule.reach !== undefined && isAligned
        ? piecesNear(lower, hints, rule.reach)
        : [{ from: 0, to: text.length }]
    for (const { from, to } of pieces) {
      for (const found of rule.find(from === 0 && to === text.length ? text : text.slice(from, to))) {
        const [start, end] = [from + found.start, from + found.end]
        const key = `${start}-${end}`
        const before = hits.get(key)
        if (!before) hits.set(key, { start, end, also: found.also, rule })
        else if (found.also) before.also = [...(before.also ?? []), ...found.also]
      }
    }
  }
  return [...hits.values()].sort((one, other) => one.start - other.start || other.end - one.end)
}

/** The pieces of a text around its hints. They begin behind white space where there is some, so that nothing is cut in two. */
function piecesNear(lower: string, hints: readonly string[], reach: number): { from: number; to: number }[] {
  const places: number[] = []
  for (const hint of hints)
    for (let at = lower.indexOf(hint); at >= 0; at = lower.indexOf(hint, at + hint.length)) places.push(at)
  const pieces: { from: number; to: number }[] = []
  for (const at of places.sort((one, other) => one - other)) {
    const last = pieces.at(-1)
    const to = Math.min(lower.length, at + reach)
    if (last && at - reach <= last.to) last.to = Math.max(last.to, to)
    else {
      let from = Math.max(0, at - reach)
      for (let place = from; place < at && from > 0; place++)
        if (lower.charCodeAt(place) <= 0x20) {
          from = place
          break
        }
      pieces.push({ from, to })
    }
  }
  return pieces
}
