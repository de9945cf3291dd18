import { behindLine, fenceMark, type FenceMark } from '../fence.js'
import { isSpace, trimAscii } from './characters.js'
import type { BlockRule } from './state.js'

/** Code by an indent of four columns. */
export const indentedCode: BlockRule = (state, line, end) => {
  if (state.dent(line) < 4) return false
  let last = line + 1
  for (let next = last; next < end; next++) {
    if (state.isEmpty(next)) continue
    if (state.dent(next) < 4) break
    last = next + 1
  }
  state.line = last
  state.push('code', 0, [line, last]).content = state.getLines(line, last, 4 + state.indent) + '\n'
  return true
}

export const fence: BlockRule = (state, line, end, silent) => {
  const { src } = state
  const from = state.from(line)
  const marker = src[from]
  if (state.dent(line) >= 4 || (marker !== '`' && marker !== '~')) return false
  const behind = state.skipChars(from, marker)
  const length = behind - from
  const info = src.slice(behind, state.end(line))
  if (length < 3 || (marker === '`' && info.includes('`'))) return false
  if (silent) return true
  const markup = src.slice(from, behind)
  let open: FenceMark | null = fenceMark(markup, info)
  let next = line + 1
  for (; next < end && open !== null; next++) {
    const start = state.from(next)
    if (start < state.end(next) && state.dent(next) < 0) break
    if (src[start] === marker && state.dent(next) < 4) open = behindLine(open, state.text(next))
  }
  const closed = open === null
  state.line = next
  const token = state.push('fence', 0, [line, next])
  token.info = info
  token.markup = markup
  token.closed = closed
  token.content = state.getLines(line + 1, closed ? next - 1 : next, state.indents[line] ?? 0, true)
  return true
}

export const rule: BlockRule = (state, line, _end, silent) => {
  if (state.dent(line) >= 4) return false
  if (!/^(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/.test(state.text(line))) return false
  if (silent) return true
  state.line = line + 1
  state.push('rule', 0, [line, line + 1])
  return true
}

export const heading: BlockRule = (state, line, _end, silent) => {
  const { src } = state
  const from = state.from(line)
  if (state.dent(line) >= 4 || src[from] !== '#') return false
  const behind = state.skipChars(from, '#')
  let max = state.end(line)
  if (behind - from > 6 || (behind < max && !isSpace(src[behind]))) return false
  if (silent) return true
  while (max > behind && isSpace(src[max - 1])) max--
  let marks = max
  while (marks > behind && src[marks - 1] === '#') marks--
  if (marks > behind && isSpace(src[marks - 1])) max = marks
  state.line = line + 1
  state.pushText('heading', trimAscii(src.slice(behind, max)), [line, line + 1]).value = behind - from
  return true
}

/** Lines that nothing else begins with; underlined, they are a heading. */
export const paragraph: BlockRule = (state, line, end) => {
  const { parent, src } = state
  state.parent = 'paragraph'
  let next = line + 1
  let level = 0
  for (; next < end && !state.isEmpty(next); next++) {
    if (state.dent(next) > 3) continue
    const from = state.from(next)
    const marker = src[from]
    if (state.dent(next) >= 0 && (marker === '-' || marker === '=')) {
      if (state.skipSpaces(state.skipChars(from, marker)) >= state.end(next)) {
        level = marker === '=' ? 1 : 2
        break
      }
    }
    if ((state.indents[next] ?? 0) >= 0 && state.grammar.isInterrupted(state, next, end, 'paragraph')) break
  }
  state.parent = parent
  const content = trimAscii(state.getLines(line, next, state.indent))
  state.line = level > 0 ? next + 1 : next
  const open = state.pushText(level > 0 ? 'heading' : 'paragraph', content, [line, state.line])
  if (level > 0) open.value = level
  return true
}

/** Deeper quotes and lists than this are shown as the text they are: 48 quotes, or 24 lists. */
const MAX_DEPTH = 48

export const tooDeep: BlockRule = (state, line, end, silent) => {
  if (silent || state.level < MAX_DEPTH) return false
  let next = line + 1
  while (next < end && !state.isEmpty(next) && state.dent(next) >= 0) next++
  state.line = next
  state.pushText('paragraph', trimAscii(state.getLines(line, next, state.indent)), [line, next])
  return true
}
