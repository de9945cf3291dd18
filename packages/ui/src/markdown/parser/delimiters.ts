import { readRun, type Run } from './flanking.js'
import type { Token } from './token.js'
import type { Delimiter, InlineRule, InlineState } from './state.js'

function pushMark(state: InlineState, run: Run, text: string): void {
  const at = state.pos
  state.push('text', 0, text)
  state.delimiters.push({
    marker: text.charAt(0),
    length: text.length > 1 ? 0 : run.length,
    token: state.tokens.length - 1,
    at,
    end: -1,
    open: run.open,
    close: run.close,
  })
}

export const emphasis: InlineRule = (state, silent) => {
  if (silent) return false
  const char = state.src.charAt(state.pos)
  const run = readRun(state, char === '*')
  for (let i = 0; i < run.length; i++) pushMark(state, run, char)
  state.pos += run.length
  return true
}

/** Two tildes, no more and no less. */
export const strikethrough: InlineRule = (state, silent) => {
  if (silent) return false
  const run = readRun(state, true)
  if (run.length === 2) pushMark(state, run, '~~')
  else state.pending += '~'.repeat(run.length)
  state.pos += run.length
  return true
}

/**
 * Finds for each mark that can close the nearest that can open. Linear, because it skips marks that were found to have no
 * partner.
 */
export function pair(delimiters: readonly Delimiter[]): void {
  const bottoms: Record<string, number[]> = {}
  const jumps: number[] = []
  let header = 0
  let lastToken = -2
  for (const [i, closer] of delimiters.entries()) {
    jumps.push(0)
    // Marks of one run are adjacent; a search begins before the run.
    if (delimiters[header]?.marker !== closer.marker || lastToken !== closer.token - 1) header = i
    lastToken = closer.token
    if (!closer.close) continue
    const bottom = (bottoms[closer.marker] ??= [-1, -1, -1, -1, -1, -1])
    const kind = (closer.open ? 3 : 0) + (closer.length % 3)
    let at = header - (jumps[header] ?? 0) - 1
    let newBottom = at
    for (; at > (bottom[kind] ?? -1); at -= (jumps[at] ?? 0) + 1) {
      const opener = delimiters[at]
      if (opener?.marker !== closer.marker || !opener.open || opener.end >= 0) continue
      const odd =
        (opener.close || closer.open) &&
        (opener.length + closer.length) % 3 === 0 &&
        (opener.length % 3 !== 0 || closer.length % 3 !== 0)
      if (odd) continue
      const before = delimiters[at - 1]
      const jump = before !== undefined && !before.open ? (jumps[at - 1] ?? 0) + 1 : 0
      jumps[i] = i - at + jump
      jumps[at] = jump
      closer.open = false
      opener.end = i
      opener.close = false
      newBottom = -1
      lastToken = -2
      break
    }
    if (newBottom !== -1) bottom[(closer.open ? 3 : 0) + (closer.length % 3)] = newBottom
  }
}

/** Marks inside more pairs than this are text, so that later code may recurse level by level. */
const MAX_DEPTH = 100

function mark(token: Token | undefined, type: string, nesting: 1 | -1): void {
  if (token === undefined) return
  token.type = type
  token.nesting = nesting
  token.content = ''
}

const clear = (token: Token | undefined): void => {
  if (token !== undefined) token.content = ''
}

/** Turns the tokens of pairs into openings and ends; two pairs side by side are one of strong emphasis. */
export function enclose(tokens: readonly Token[], delimiters: readonly Delimiter[]): void {
  const ends = new Set<number>()
  delimiters.forEach((delimiter, i) => {
    ends.delete(i)
    if (delimiter.end < 0) return
    if (ends.size < MAX_DEPTH) ends.add(delimiter.end)
    else delimiter.end = -1
  })
  for (let i = delimiters.length - 1; i >= 0; i--) {
    const opener = delimiters[i]
    if (opener === undefined || opener.end < 0) continue
    const closer = delimiters[opener.end]
    if (closer === undefined) continue
    const outer = delimiters[i - 1]
    const outerEnd = delimiters[opener.end + 1]
    const strong =
      opener.marker !== '~' &&
      outer?.end === opener.end + 1 &&
      outer.marker === opener.marker &&
      outer.token === opener.token - 1 &&
      outerEnd?.token === closer.token + 1
    const type = strong ? 'strong' : opener.marker === '~' ? 'del' : 'em'
    mark(tokens[opener.token], `${type}_open`, 1)
    mark(tokens[closer.token], `${type}_close`, -1)
    if (!strong) continue
    clear(tokens[outer?.token ?? -1])
    clear(tokens[outerEnd?.token ?? -1])
    i--
  }
}
