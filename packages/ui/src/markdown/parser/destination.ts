import { isSpace, unescapeAll } from './characters.js'

export interface Destination {
  readonly href: string
  /** Offset behind it. */
  readonly end: number
}

/** The address of a link at `start`, in angle brackets or bare; null if there is none. */
export function readDestination(text: string, start: number, max: number): Destination | null {
  let pos = start
  if (text[pos] === '<') {
    for (pos++; pos < max; pos++) {
      const char = text[pos]
      if (char === '\n' || char === '<') return null
      if (char === '>') return { href: unescapeAll(text.slice(start + 1, pos)), end: pos + 1 }
      if (char === '\\') pos++
    }
    return null
  }
  let depth = 0
  for (; pos < max; pos++) {
    const char = text[pos] ?? ' '
    if (char <= ' ' || char === '\x7f') break
    if (char === '\\' && pos + 1 < max && text[pos + 1] !== ' ') pos++
    else if (char === '(' && ++depth > 32) return null
    else if (char === ')' && --depth < 0) break
  }
  if (pos > max) pos = max
  return pos === start || depth > 0 ? null : { href: unescapeAll(text.slice(start, pos)), end: pos }
}

export interface Title {
  readonly marker: string
  /** Offset behind it; -1 if it goes on beyond `max`. */
  readonly end: number
}

/** The title of a link at `start`; with a `marker`, one that began in a line before. null if there is none. */
export function readTitle(text: string, start: number, max: number, marker?: string): Title | null {
  let pos = start
  let close = marker
  if (close === undefined) {
    const open = text[pos++] ?? ''
    if (start >= max || open === '' || !`"'(`.includes(open)) return null
    close = open === '(' ? ')' : open
  }
  for (; pos < max; pos++) {
    const char = text[pos]
    if (char === close) return { marker: close, end: pos + 1 }
    if (char === '(' && close === ')') return null
    if (char === '\\') pos++
  }
  return { marker: close, end: -1 }
}

/** Offset behind spaces, tabs and line feeds. */
export function skipBlank(text: string, start: number, max: number): number {
  let pos = start
  while (pos < max && (isSpace(text[pos]) || text[pos] === '\n')) pos++
  return pos
}
