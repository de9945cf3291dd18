import type { Delimiter, InlineState, OpenRules, ParseEnv } from './state.js'
import { isOpen, isProbe, report } from './open-marks.js'
import type { Token } from './token.js'

/** A bare address that touches the end may go on: it keeps its look but leads nowhere yet. */
function holdLastAddress(tokens: readonly Token[]): void {
  for (let i = tokens.length - 1; i >= 0; i--) {
    const token = tokens[i]
    if (token === undefined || token.type === 'softbreak' || token.type === 'hardbreak') return
    if (token.type === 'text' && /\s/.test(token.content)) return
    if (token.type === 'link_close' && token.markup === 'bare') {
      while (i >= 0 && tokens[i]?.type !== 'link_open') i--
      const open = tokens[i]
      if (open !== undefined) {
        open.pending = true
        open.href = ''
      }
      return
    }
  }
}

/** A label this long, or over a line end, is more likely a plain bracket than a link being written. */
const MAX_PENDING_LABEL = 120

/** The text after `]` may still become the rest of a link: `(address "title` or `[label`, without its end. */
function mayContinue(rest: string): boolean {
  if (rest === '') return true
  if (rest.includes('\n')) return false
  if (rest.startsWith('[')) return !rest.includes(']')
  if (!rest.startsWith('(') || rest.length > 4096) return false
  let depth = 0
  for (const char of rest) {
    if (char === '(') depth++
    else if (char === ')' && --depth === 0) return false
  }
  const gap = rest.slice(1).trimStart().search(/\s/)
  const title = gap < 0 ? '' : rest.slice(1).trimStart().slice(gap).trimStart()
  return title === '' || /^["'(]/.test(title)
}

/** Sets the state for reading the unfinished text `text`. */
export function setOpenText(env: ParseEnv, text: string): void {
  const end = Math.max(text.lastIndexOf(']('), text.lastIndexOf(']['))
  const continues = end >= 0 && mayContinue(text.slice(end + 1))
  env.openText = text
  env.openRules = openRules
  // A cheap bound before the search for labels: the first offset at which a bracket can belong to a link at the end.
  env.openFrom = Math.min(text.length - MAX_PENDING_LABEL - 2, continues ? end - 1000 : Infinity)
}

/** Asks about the inline text `text`, see `ParseEnv`. */
export function setProbeText(env: ParseEnv, text: string): void {
  env.probeText = text
  env.openRules = openRules
}

/** The words `[from, to)` of a link that starts at `bracket` and is not finished at the end; null if there is none. */
function pendingLabel(state: InlineState, bracket: number): [from: number, to: number] | null {
  const { src, posMax, env } = state
  if (state.linkLevel > 0 || posMax !== src.length || bracket < (env.openFrom ?? 0)) return null
  const found = state.labelEnd(bracket, false)
  const start = bracket + 1
  const end = found < 0 ? posMax : found
  const rest = found < 0 ? '' : src.slice(found + 1, posMax)
  if (!mayContinue(rest)) return null
  if (rest === '') {
    const label = src.slice(start, end)
    if (label.length > MAX_PENDING_LABEL || /^(?:\s|\^|\d*$)|\n/.test(label)) return null
    if (/[\p{L}\p{N})\]]/u.test(src[bracket - 1] ?? ' ')) return null
  }
  return [start, end]
}

/** Openers that nothing closed and no pair encloses, last first. */
function openers(delimiters: readonly Delimiter[]): Delimiter[] {
  const partner = new Map<number, number>()
  delimiters.forEach((delimiter, i) => delimiter.end >= 0 && partner.set(delimiter.end, i))
  const open: Delimiter[] = []
  for (let i = delimiters.length - 1; i >= 0; i--) {
    const opener = partner.get(i)
    const delimiter = delimiters[i]
    if (opener !== undefined) i = opener
    else if (delimiter?.open && delimiter.end < 0) open.push(delimiter)
  }
  return open
}

/** After the pairs are found, closes the open marks at the end of an unfinished text, or reports them. */
function closeOpeners(state: InlineState): void {
  if (isProbe(state)) for (const { at } of openers(state.delimiters)) report(state, at)
  if (!isOpen(state)) return
  for (const opener of openers(state.delimiters)) {
    state.push('text', 0)
    opener.end = state.delimiters.length
    const { marker, length } = opener
    const token = state.tokens.length - 1
    state.delimiters.push({ marker, length, token, at: state.posMax, end: -1, open: false, close: true })
  }
}

/** The rules that only growing text needs. */
const openRules: OpenRules = { closeOpeners, holdLastAddress, pendingLabel }
