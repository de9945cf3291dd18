import type { CodeNode } from './ast.js'
import { CHUNK_LINES, fenceLanguage, isFenceEnd } from './fence.js'
import { isBlank } from './lines.js'
import type { ParsedBlock } from './parse.js'

/** A fence being written: its complete lines are kept and never read again. */
export interface OpenFence {
  readonly kind: 'fence'
  readonly markup: string
  /** Columns the opening line is indented by, 0 to 3: taken off each line. */
  readonly indent: number
  readonly language: string
  readonly chunks: readonly string[]
  /** Lines in the last chunk. */
  readonly lines: number
  /** Offset of the first source not taken in. */
  readonly at: number
}

export function openFence({ tokens }: ParsedBlock, src: string, start: number): OpenFence {
  const { markup = '```', info = '' } = tokens[0] ?? {}
  return {
    kind: 'fence',
    markup,
    indent: /^ */.exec(src.slice(start, start + 4))?.[0].length ?? 0,
    language: fenceLanguage(info),
    chunks: [],
    lines: 0,
    at: src.indexOf('\n', start) + 1,
  }
}

/** As the parser takes off a fence's indent: a tab that reaches beyond it leaves spaces. */
function outdent(line: string, indent: number): string {
  let column = 0
  let at = 0
  for (; column < indent; at++) {
    if (line[at] === ' ') column++
    else if (line[at] === '\t') column += 4 - (column % 4)
    else break
  }
  return ' '.repeat(Math.max(0, column - indent)) + line.slice(at)
}

const ends = (line: string, markup: string): boolean => {
  const indent = /^ {0,3}(?=[`~])/.exec(line)
  return indent !== null && isFenceEnd(line.slice(indent[0].length), markup)
}

function add(fence: OpenFence, line: string): OpenFence {
  const text = outdent(line, fence.indent)
  if (fence.lines === 0 || fence.lines === CHUNK_LINES)
    return { ...fence, chunks: [...fence.chunks, text], lines: 1 }
  const chunks = fence.chunks.slice()
  chunks[chunks.length - 1] += '\n' + text
  return { ...fence, chunks, lines: fence.lines + 1 }
}

export function fenceNode(fence: OpenFence, closed: boolean): CodeNode {
  return {
    type: 'code',
    language: fence.language,
    chunks: fence.chunks.length > 0 ? fence.chunks : [''],
    closed,
  }
}

/** Takes in the lines up to `limit`. `end` is the offset behind the closing line, or -1 if it has not come. */
export function absorbFence(fence: OpenFence, src: string, limit: number): { fence: OpenFence; end: number } {
  let next = fence
  let at = fence.at
  while (at < limit) {
    const feed = src.indexOf('\n', at)
    const stop = feed < 0 || feed >= limit ? limit : feed
    const line = src.slice(at, stop)
    const after = Math.min(limit, stop + 1)
    if (ends(line, fence.markup)) return { fence: next, end: after }
    // The parser drops a last line of blanks that has no line feed.
    if (feed >= 0 || !isBlank(line)) next = add(next, line)
    at = after
  }
  return { fence: { ...next, at }, end: -1 }
}

/** With the unfinished line, unless it may become the closing one. */
export function liveFence(fence: OpenFence, src: string): CodeNode {
  const line = src.slice(fence.at)
  const mayEnd = isBlank(line) || /^ {0,3}(?:`+|~+)[ \t]*$/.test(line)
  return fenceNode(mayEnd ? fence : add(fence, line), false)
}
