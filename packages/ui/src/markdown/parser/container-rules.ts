import { isSpace } from './characters.js'
import type { BlockRule, BlockState } from './state.js'
import type { Token } from './token.js'

/** Width in columns of the white space from `pos`, counted from `column`, and its end. */
function measure(state: BlockState, line: number, pos: number, column: number, shift = 0): [number, number] {
  const { src } = state
  const end = state.end(line)
  const base = (state.bases[line] ?? 0) + shift
  while (pos < end && isSpace(src[pos])) column += src[pos++] === '\t' ? 4 - ((column + base) % 4) : 1
  return [column, pos]
}

type Marks = [start: number, shift: number, indent: number, base: number]

const ALERT = /^\[!(note|tip|important|warning|caution)\][ \t]*(?:\n[ \t]*|$)/i

/** Takes the first line of a quote off, if it says what kind of alert the quote is. */
function readAlert(tokens: Token[], at: number): void {
  const [quoted, paragraph, text] = tokens.slice(at, at + 3)
  const match = paragraph?.type === 'paragraph_open' ? ALERT.exec(text?.content ?? '') : null
  if (!quoted || !text || !match) return
  quoted.info = match[1]!.toLowerCase()
  text.content = text.content.slice(match[0].length)
  if (text.content === '') tokens.splice(at + 1, 3)
}

export const quote: BlockRule = (state, line, end, silent) => {
  const { src, starts, shifts, indents, bases, parent, indent, lineMax } = state
  if (state.dent(line) >= 4 || src[state.from(line)] !== '>') return false
  if (silent) return true
  const saved: Marks[] = []
  const save = (at: number): void => {
    saved.push([starts[at] ?? 0, shifts[at] ?? 0, indents[at] ?? 0, bases[at] ?? 0])
  }
  state.parent = 'quote'
  let lastEmpty = false
  let next = line
  for (; next < end; next++) {
    let pos = state.from(next)
    if (pos >= state.end(next)) break
    if (src[pos] === '>' && state.dent(next) >= 0) {
      pos++
      let column = (indents[next] ?? 0) + 1
      const spaced = isSpace(src[pos])
      let half = 0
      if (src[pos] === ' ' || (src[pos] === '\t' && ((bases[next] ?? 0) + column) % 4 === 3)) {
        pos++
        column++
      } else if (spaced) half = 1 // One column of this tab belongs to the mark.
      save(next)
      starts[next] = pos
      const [offset, text] = measure(state, next, pos, column, half)
      lastEmpty = text >= state.end(next)
      bases[next] = (indents[next] ?? 0) + 1 + (spaced ? 1 : 0)
      indents[next] = offset - column
      shifts[next] = text - pos
      continue
    }
    if (lastEmpty) break
    if (state.grammar.isInterrupted(state, next, end, 'quote')) {
      // The content must not continue after this line.
      state.lineMax = next
      if (indent !== 0) {
        save(next)
        indents[next] = state.dent(next)
      }
      break
    }
    save(next)
    indents[next] = -1
  }
  state.indent = 0
  const at = state.tokens.length
  const open = state.push('quote_open', 1)
  state.grammar.readBlocks(state, line, next)
  readAlert(state.tokens, at)
  state.push('quote_close', -1)
  open.map = [line, state.line]
  state.lineMax = lineMax
  state.parent = parent
  saved.forEach(([start, shift, columns, base], i) => {
    starts[line + i] = start
    shifts[line + i] = shift
    indents[line + i] = columns
    bases[line + i] = base
  })
  state.indent = indent
  return true
}

/** Length of a list's mark at the start of a line; 0 if there is none. */
function markLength(state: BlockState, line: number): number {
  const from = state.from(line)
  const text = state.src.slice(from, Math.min(from + 11, state.end(line)))
  return /^(?:[-+*]|\d{1,9}[.)])(?=[ \t]|$)/.exec(text)?.[0].length ?? 0
}

export const list: BlockRule = (state, line, end, silent) => {
  const { src, indents, shifts, parent } = state
  const columns = indents[line] ?? 0
  if (state.dent(line) >= 4) return false
  if (state.listIndent >= 0 && columns - state.listIndent >= 4 && state.dent(line) < 0) return false
  let length = markLength(state, line)
  if (length === 0) return false
  const from = state.from(line)
  const ordered = length > 1
  const value = ordered ? Number(src.slice(from, from + length - 1)) : 1
  if (silent && state.parent === 'paragraph' && state.dent(line) >= 0) {
    // Only a list with text, that begins with 1, may end a paragraph.
    if (value !== 1 || state.skipSpaces(from + length) >= state.end(line)) return false
  }
  if (silent) return true
  const marker = src[from + length - 1]
  const open = state.push(ordered ? 'ordered_open' : 'bullet_open', 1)
  const first = state.tokens.length
  open.value = value
  let tight = true
  let afterEmpty = false
  let next = line
  state.parent = 'list'
  while (next < end) {
    const start = (indents[next] ?? 0) + length
    const [offset, text] = measure(state, next, state.from(next) + length, start)
    const empty = text >= state.end(next)
    const gap = offset - start
    const item = state.push('item_open', 1)
    const { tight: oldTight, listIndent, indent } = state
    const [oldShift, oldIndent] = [shifts[next] ?? 0, indents[next] ?? 0]
    state.listIndent = indent
    state.indent = start + (empty || gap > 4 ? 1 : gap)
    state.tight = true
    shifts[next] = text - (state.starts[next] ?? 0)
    indents[next] = offset
    if (empty && state.isEmpty(next + 1)) state.line = Math.min(state.line + 2, end)
    else state.grammar.readBlocks(state, next, end)
    if (!state.tight || afterEmpty) tight = false
    afterEmpty = state.line - next > 1 && state.isEmpty(state.line - 1)
    state.indent = indent
    state.listIndent = listIndent
    shifts[next] = oldShift
    indents[next] = oldIndent
    state.tight = oldTight
    state.push('item_close', -1)
    item.map = [next, state.line]
    next = state.line
    if (next >= end || state.dent(next) < 0 || state.dent(next) >= 4) break
    if (state.grammar.isInterrupted(state, next, end, 'list')) break
    length = markLength(state, next)
    if (length === 0 || length > 1 !== ordered || marker !== src[state.from(next) + length - 1]) break
  }
  state.push(ordered ? 'ordered_close' : 'bullet_close', -1)
  open.map = [line, next]
  state.line = next
  state.parent = parent
  if (tight)
    for (let i = first; i < state.tokens.length; i++) {
      const token = state.tokens[i]
      if (token?.type === 'paragraph_open' && token.level === state.level + 2) token.hidden = true
    }
  return true
}
