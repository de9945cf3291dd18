import type { Edit } from './edits.js'

/** A text that is looked for, and the finding it belongs to. */
export interface Sought {
  text: string
  finding: number
  /** Match only where no letter or digit is next to it. */
  isWord: boolean
}

export interface Match {
  start: number
  end: number
  finding: number
}

/** So many characters of a text are looked at first. */
const HEAD = 3
/** Characters between two pauses. */
const STRIDE = 65_536

const HEADS = 0x8000
/** A hash of the last three characters; earlier ones are shifted out. */
const pushed = (head: number, code: number): number => ((head << 5) ^ code) & (HEADS - 1)
const headOf = (text: string): number =>
  pushed(pushed(pushed(0, text.charCodeAt(0)), text.charCodeAt(1)), text.charCodeAt(2))

/** The next place from which on the text may be one of those with these heads, or `to`. */
function nextPlace(text: string, heads: Uint8Array, from: number, to: number): number {
  let head = pushed(pushed(0, text.charCodeAt(from)), text.charCodeAt(from + 1))
  for (let at = from; at < to; at++) {
    head = ((head << 5) ^ text.charCodeAt(at + HEAD - 1)) & (HEADS - 1)
    if (heads[head] !== 0) return at
  }
  return to
}

const isLetter = (char: string | undefined): boolean => char !== undefined && /[\p{L}\p{N}]/u.test(char)

/**
 * Finds many texts at once. Time grows with the text and with how many lengths there are among those sought, not with how many
 * there are: each place is asked for a text of each length. A generator, so that whoever runs it can pause.
 */
export function createMatcher(sought: readonly Sought[]) {
  const byText = new Map<string, Sought>()
  for (const one of sought) if (one.text.length >= HEAD && !byText.has(one.text)) byText.set(one.text, one)
  /** Lengths by the first characters, the longest first. */
  const lengths = new Map<string, number[]>()
  const heads = new Uint8Array(HEADS)
  for (const text of byText.keys()) {
    const head = text.slice(0, HEAD)
    const known = lengths.get(head) ?? []
    if (!known.includes(text.length))
      lengths.set(
        head,
        [...known, text.length].sort((a, b) => b - a),
      )
    heads[headOf(text)] = 1
  }

  const fits = (text: string, at: number, length: number): Sought | undefined => {
    const one = byText.get(text.slice(at, at + length))
    if (!one?.isWord) return one
    const end = at + length
    const isInWord =
      (isLetter(text[at - 1]) && isLetter(text[at])) || (isLetter(text[end]) && isLetter(text[end - 1]))
    return isInWord ? undefined : one
  }

  return {
    size: byText.size,
    /** All matches, those inside of others too where `all`; otherwise the longest ones from left to right. */
    *find(text: string, all: boolean): Generator<void, Match[]> {
      const found: Match[] = []
      if (byText.size === 0) return found
      const last = text.length - HEAD + 1
      for (let at = 0, next = STRIDE; at < last; at++) {
        if (at >= next) {
          next = at + STRIDE
          yield
        }
        const to = Math.min(next, last)
        at = nextPlace(text, heads, at, to)
        if (at === to) {
          at--
          continue
        }
        const known = lengths.get(text.slice(at, at + HEAD))
        if (!known) continue
        for (const length of known) {
          const one = at + length <= text.length ? fits(text, at, length) : undefined
          if (!one) continue
          found.push({ start: at, end: at + length, finding: one.finding })
          if (all) continue
          at += length - 1
          break
        }
      }
      return found
    },
  }
}

/** Matches as edits. */
export function editsOf(matches: readonly Match[], put: (match: Match) => string): Edit[] {
  return matches.map((match) => ({ start: match.start, end: match.end, text: put(match) }))
}
