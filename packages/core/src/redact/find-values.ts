import type { FoundValue, RedactionRule } from './types.js'

/** A rule, and the value that it has found. */
export interface Hit extends FoundValue {
  rule: RedactionRule
}

/** Which pairs of characters a text has, so that most hints need not be looked for. */
const PAIRS = new Uint32Array(0x10000)
let round = 0
const pairOf = (text: string, at: number): number =>
  ((text.charCodeAt(at) & 0xff) << 8) | (text.charCodeAt(at + 1) & 0xff)

/**
 * What the rules find in a text, in order. Of two rules that find the same value at the same place the first in the table counts;
 * one that finds a part of what another found counts too, for that other value may be kept.
 */
export function findValues(rules: readonly RedactionRule[], text: string): Hit[] {
  const lower = text.toLowerCase()
  // A few letters have two in lower case, and nothing stands where it stood.
  const isAligned = lower.length === text.length
  round++
  for (let at = 0; at + 1 < lower.length; at++) PAIRS[pairOf(lower, at)] = round
  const hits = new Map<string, Hit>()
  for (const rule of rules) {
    if (!rule.find) continue
    const hints = rule.hints?.filter((hint) => mayHave(hint) && lower.includes(hint))
    if (hints?.length === 0) continue
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

function mayHave(hint: string): boolean {
  for (let at = 0; at + 1 < hint.length; at++) if (PAIRS[pairOf(hint, at)] !== round) return false
  return true
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
