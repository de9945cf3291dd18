import type { BlockRule, InlineRule, InlineState, Syntax } from '../markdown/parser/state.js'
import { isOpen, isProbe, report } from '../markdown/parser/open-marks.js'
import { isOther } from '../markdown/parser/other-script.js'

/** Longest formula inside a line. A single mark then costs a search of at most this length. */
const MAX_INLINE = 1000

interface Marks {
  readonly open: string
  readonly close: string
  readonly display: boolean
}

const DOLLAR: Marks = { open: '$', close: '$', display: false }
const DOLLARS: Marks = { open: '$$', close: '$$', display: true }
const ROUND: Marks = { open: '\\(', close: '\\)', display: false }
const SQUARE: Marks = { open: '\\[', close: '\\]', display: true }

/** Offset of the mark that ends a formula; -1 if none comes before `max`. A mark behind a backslash is part of the formula. */
function findClose(src: string, from: number, max: number, close: string): number {
  const end = Math.min(max, from + MAX_INLINE)
  for (
    let at = src.indexOf(close, from);
    at >= 0 && at + close.length <= end;
    at = src.indexOf(close, at + 1)
  ) {
    let slashes = 0
    while (src[at - 1 - slashes] === '\\') slashes++
    if (slashes % 2 === 0) return at
  }
  return -1
}

/** Letters of other scripts may be right beside a formula. Amounts and names of variables are written in Latin ones. */
const isWord = (char: string | undefined): boolean =>
  char !== undefined && /[\p{L}\p{N}]/u.test(char) && !isOther(char)
const isBlank = (char: string | undefined): boolean => char === undefined || /\s/.test(char)

/** Text between dollars that is not a formula: an amount of money and words up to the next amount. */
function isPrice(tex: string): boolean {
  const behind = /^\d[\d.,]*([^])/.exec(tex)?.[1]
  return behind !== undefined && (/\s/.test(behind) || isOther(behind)) && !/[\\^_=+*<>{}]/.test(tex)
}

/** Whether a single dollar at `pos` may begin a formula: not a price in the middle of a word, not `$ 5`. */
const mayOpen = ({ src, pos }: InlineState): boolean =>
  !isWord(src[pos - 1]) && src[pos - 1] !== '$' && !isBlank(src[pos + 1]) && src[pos + 1] !== '$'

/** Whether a formula between single dollars ends at `at`. */
const mayClose = (src: string, from: number, at: number): boolean =>
  at > from &&
  !isBlank(src[at - 1]) &&
  !isWord(src[at + 1]) &&
  src[at + 1] !== '$' &&
  !isPrice(src.slice(from, at))

function push(state: InlineState, { open, close, display }: Marks, tex: string, pending: boolean): void {
  const token = state.push('math', 0, tex.trim())
  token.markup = pending ? open + tex : open + tex + close
  token.display = display
  token.pending = pending
}

/** Looks like a formula although its end has not come. */
const looksLikeMath = (tex: string): boolean => /[\\^_={]/.test(tex) && !/\n[ \t]*\n/.test(tex)

function readInline(state: InlineState, marks: Marks, silent: boolean): boolean {
  const { src, pos, posMax } = state
  const single = marks === DOLLAR
  if (single && !mayOpen(state)) return false
  const from = pos + marks.open.length
  const close = findClose(src, from, posMax, marks.close)
  if (close < 0) {
    // The end may still come, unless it would be too far away.
    if (posMax !== src.length || posMax - from > MAX_INLINE) return false
    if (isProbe(state)) report(state, pos)
    if (!isOpen(state) || !looksLikeMath(src.slice(from, posMax))) return false
    if (!silent) push(state, marks, src.slice(from, posMax), true)
    state.pos = posMax
    return true
  }
  const tex = src.slice(from, close)
  if (tex.trim() === '' || tex.includes('`')) return false
  if (single ? !mayClose(src, from, close) : marks.open !== '$$' && /^[\d\s,]*$/.test(tex)) {
    // At the very end, what follows the mark decides whether it ends a formula.
    if (isProbe(state) && close + 1 >= posMax) report(state, pos)
    return false
  }
  if (!silent) push(state, marks, tex, false)
  state.pos = close + marks.close.length
  return true
}

const dollar: InlineRule = (state, silent) =>
  readInline(state, state.src[state.pos + 1] === '$' ? DOLLARS : DOLLAR, silent)

const backslash: InlineRule = (state, silent) => {
  const next = state.src[state.pos + 1]
  return (next === '(' || next === '[') && readInline(state, next === '(' ? ROUND : SQUARE, silent)
}

/**
 * A formula on lines of its own. Its first line decides, so that nothing must be taken back: `$$` or `\[` at the start, and
 * no text after an end mark in that line. It ends with its closing mark, or at a blank line if text follows the opening
 * mark.
 */
const block: BlockRule = (state, line, end, silent) => {
  const dent = state.dent(line)
  if (dent >= 4 || dent < 0) return false
  const text = state.text(line)
  const marks = text.startsWith('$$') ? DOLLARS : text.startsWith('\\[') ? SQUARE : null
  if (marks === null) return false
  const rest = text.slice(2)
  const close = rest.indexOf(marks.close)
  const trailing = /^[ \t]*(?:[.,;:][ \t]*)?$/
  if (close >= 0 && (!trailing.test(rest.slice(close + 2)) || rest.slice(0, close).trim() === ''))
    return false
  if (close >= 0 && marks === SQUARE && /^[\d\s,]*$/.test(rest.slice(0, close))) return false
  if (rest.startsWith('$') || (close < 0 && rest.includes('`'))) return false
  if (silent) return true
  const alone = rest.trim() === ''
  let next = line + 1
  let closed = close >= 0
  for (; next < end && !closed; next++) {
    if (state.isEmpty(next) ? !alone : state.dent(next) < 0) break
    const at = state.text(next).indexOf(marks.close)
    closed = at >= 0 && trailing.test(state.text(next).slice(at + 2))
  }
  const source = state.getLines(line, next, state.indent).trim()
  const last = source.lastIndexOf(marks.close)
  state.line = next
  const token = state.push('math', 0, [line, next])
  token.content = source.slice(2, closed && last >= 2 ? last : source.length).trim()
  token.markup = source
  token.display = true
  token.pending = !closed
  return true
}

/** Formulas: `$…$`, `$$…$$`, `\(…\)` and `\[…\]`. Prices do not count. */
export const mathSyntax: Syntax = { inline: { $: dollar, '\\': backslash }, block }
