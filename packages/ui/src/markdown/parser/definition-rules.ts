import { find } from '../layers.js'
import type { BlockRule, BlockState } from './state.js'
import { isSpace, normalLabel } from './characters.js'
import { readDestination, readTitle } from './destination.js'

const MAX_LABEL = 999

/** Offset at which a definition continues in the next line; -1 if it ends. */
function nextLine(state: BlockState, line: number): number {
  if (line >= state.lineMax || state.isEmpty(line)) return -1
  if (state.dent(line) <= 3 && (state.indents[line] ?? 0) >= 0) {
    const { parent } = state
    state.parent = 'reference'
    const interrupted = state.grammar.isInterrupted(state, line, state.lineMax, 'reference')
    state.parent = parent
    if (interrupted) return -1
  }
  return state.from(line)
}

/** A place in lines that are read one after the other. */
interface Cursor {
  pos: number
  /** Behind the line feed of the line. */
  max: number
  /** The line after it. */
  next: number
}

const lineEnd = (state: BlockState, line: number): number => Math.min(state.end(line) + 1, state.src.length)

/** Goes to the next line; false if the definition ends here. */
function advance(state: BlockState, cursor: Cursor): boolean {
  const pos = nextLine(state, cursor.next)
  if (pos < 0) return false
  cursor.pos = pos
  cursor.max = lineEnd(state, cursor.next++)
  return true
}

function skipGap(state: BlockState, cursor: Cursor): void {
  const { src } = state
  while (cursor.pos < cursor.max) {
    if (isSpace(src[cursor.pos])) cursor.pos++
    else if (src[cursor.pos] !== '\n' || !advance(state, cursor)) return
  }
}

/** The label in front of a colon, read over lines; null if there is none. */
function readLabel(state: BlockState, cursor: Cursor): string | null {
  const { src } = state
  let label = ''
  let from = ++cursor.pos
  while (cursor.pos < cursor.max) {
    if (label.length + cursor.pos - from > MAX_LABEL * 2) return null
    let char = src[cursor.pos]
    if (char === '[') return null
    if (char === ']') {
      if (src[cursor.pos + 1] !== ':') return null
      label += src.slice(from, cursor.pos)
      cursor.pos += 2
      return label.length > MAX_LABEL && Array.from(label).length > MAX_LABEL ? null : label
    }
    if (char === '\\') char = src[++cursor.pos]
    if (char === '\n' && cursor.pos < cursor.max) {
      label += src.slice(from, cursor.max)
      if (!advance(state, cursor)) return null
      from = cursor.pos
    } else cursor.pos++
  }
  return null
}

const endsLine = (state: BlockState, { pos, max }: Cursor): boolean => {
  const end = state.skipSpaces(pos)
  return end >= max || state.src[end] === '\n'
}

/** `[label]: address "title"`: shows nothing, and makes links of the label. */
export const definition: BlockRule = (state, line, _end, silent) => {
  const { src } = state
  if (state.dent(line) >= 4 || src[state.from(line)] !== '[') return false
  const cursor: Cursor = { pos: state.from(line), max: lineEnd(state, line), next: line + 1 }
  const label = readLabel(state, cursor)
  if (label === null) return false
  skipGap(state, cursor)
  const destination = readDestination(src, cursor.pos, cursor.max)
  if (destination === null) return false
  cursor.pos = destination.end
  const before = { ...cursor }
  skipGap(state, cursor)
  if (cursor.pos > before.pos) {
    let title = readTitle(src, cursor.pos, cursor.max)
    while (title?.end === -1 && advance(state, cursor))
      title = readTitle(src, cursor.pos, cursor.max, title.marker)
    if (title !== null && title.end >= 0) cursor.pos = title.end
    if (title === null || title.end < 0 || !endsLine(state, cursor)) Object.assign(cursor, before)
  } else Object.assign(cursor, before)
  if (!endsLine(state, cursor)) return false
  const normal = normalLabel(label)
  if (normal === '') return false
  if (silent) return true
  const { references } = state.env
  // The first of a label counts.
  if (!find(references, normal)) references?.top.set(normal, { href: destination.href })
  const token = state.push('definition', 0, [line, cursor.next])
  token.label = normal
  state.line = cursor.next
  return true
}

const NOTE = /^\[\^([^\s[\]\\`<|]{1,64})\]:/

/**
 * `[^label]: text`, with all that is indented below it. Only outside of other blocks, whose lazy lines it ends.
 */
export const footnote: BlockRule = (state, line, end, silent) => {
  const { starts, shifts, indents, tight, parent, indent } = state
  const dent = state.dent(line)
  const columns = indents[line] ?? 0
  if (state.level === 0 ? dent >= 4 : !silent || dent >= 0 || columns >= 4) return false
  const match = NOTE.exec(state.text(line))
  if (match === null) return false
  if (silent) return true
  const [start, shift] = [starts[line] ?? 0, shifts[line] ?? 0]
  const text = state.skipSpaces(state.from(line) + match[0].length)
  const open = state.push('footnote_open', 1)
  open.label = normalLabel(match[1] ?? '')
  state.parent = 'root'
  state.indent = 4
  state.line = line + 1
  // The first line counts as indented like the others.
  starts[line] = text
  shifts[line] = 0
  indents[line] = 4
  if (text < state.end(line) || !state.isEmpty(line + 1)) state.grammar.readBlocks(state, line, end)
  state.push('footnote_close', -1)
  state.indent = indent
  state.tight = tight
  state.parent = parent
  starts[line] = start
  shifts[line] = shift
  indents[line] = columns
  open.map = [line, state.line]
  return true
}
