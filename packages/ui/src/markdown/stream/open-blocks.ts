import type { CodeNode, ListNode, TableNode } from '../ast.js'
import { behindLine, CHUNK_LINES, fenceLanguage, fenceMark, type FenceMark } from '../fence.js'
import { labelsOf } from '../labels.js'
import { type ParsedBlock, type Parsed, buildNode } from '../parse.js'
import type { Refs } from '../parser/state.js'
import type { Token } from '../parser/token.js'
import { isBlank } from './lines.js'
import { append, emptyRope, type Rope } from '../rope.js'

/** A fence being written: its complete lines are kept and never read again. */
export interface OpenFence {
  readonly kind: 'fence'
  readonly mark: FenceMark
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
    mark: fenceMark(markup, info),
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
    const indent = /^ {0,3}(?=[`~])/.exec(line)?.[0].length
    const mark = indent === undefined ? next.mark : behindLine(next.mark, line.slice(indent))
    if (mark === null) return { fence: next, end: after }
    if (mark !== next.mark) next = { ...next, mark }
    // The parser drops a last line of blanks that has no line feed.
    if (feed >= 0 || !isBlank(line)) next = add(next, line)
    at = after
  }
  return { fence: { ...next, at }, end: -1 }
}

/** Includes the unfinished line, unless it may become the closing line. */
export function liveFence(fence: OpenFence, src: string): CodeNode {
  const line = src.slice(fence.at)
  const mayEnd = isBlank(line) || /^ {0,3}(?:`+|~+)[ \t]*$/.test(line)
  return fenceNode(mayEnd ? fence : add(fence, line), false)
}

/**
 * A list being written. Items with a successor are kept. The rest is parsed after a placeholder item `x`, so that the
 * parser still decides on siblings, blank lines and the end of the list.
 */
export interface OpenList {
  readonly kind: 'list'
  readonly prefix: string
  /** The kept items; null before the first. */
  readonly node: ListNode | null
  /** A blank line was seen where it makes the list loose; it stays so. */
  readonly loose: boolean
  /** An item has a paragraph of its own, so that looseness shows. */
  readonly paragraphs: boolean
  readonly labels: Rope<string>
  /** Definitions in kept items; they count once the list is closed. */
  readonly found: Refs
  readonly at: number
}

export function openList(src: string, start: number): OpenList {
  const prefix = listPrefix(src, start)
  return {
    kind: 'list',
    prefix,
    node: null,
    loose: false,
    paragraphs: false,
    labels: emptyRope,
    found: null,
    at: start,
  }
}

interface Item {
  readonly tokens: Token[]
  readonly line: number
}

function itemsOf(tokens: readonly Token[]): Item[] {
  const items: Item[] = []
  let from = 0
  tokens.forEach((token, i) => {
    if (token.level !== 1) return
    if (token.type === 'item_open') from = i
    else if (token.type === 'item_close')
      items.push({ tokens: tokens.slice(from, i + 1), line: tokens[from]?.map?.[0] ?? 0 })
  })
  return items
}

export interface ListReading {
  readonly open: OpenList
  /** Tokens of the items now kept. */
  readonly tokens: readonly Token[]
  /** Line, in the text that was read, of the item not kept. */
  readonly line: number
}

/** The list with the items of `block`: all, or all but the last, which may still grow. */
export function addItems(
  open: OpenList,
  block: ParsedBlock,
  all: boolean,
  env: Parsed['env'],
): ListReading | null {
  const [first] = block.tokens
  const last = block.tokens.at(-1)
  if (first === undefined || last === undefined || !/^(?:bullet|ordered)_open$/.test(first.type)) return null
  const items = itemsOf(block.tokens)
  // The placeholder must have been parsed as an item of its own.
  if (items.shift()?.tokens.length !== 5 || items[0]?.line !== 1) return null
  const tight =
    block.tokens.find(({ type, level }) => type === 'paragraph_open' && level === 2)?.hidden ?? true
  const kept = all ? items : items.slice(0, -1)
  const inner = kept.flatMap(({ tokens }) => tokens)
  const paragraphs = inner.some(({ type, level }) => type === 'paragraph_open' && level === 2)
  const read = buildNode({ ...block, tokens: [first, ...inner, last] }, env)
  if (read?.type !== 'list') return null
  const next: OpenList = {
    ...open,
    loose: open.loose || !tight,
    paragraphs: open.paragraphs || paragraphs,
    labels: append(open.labels, labelsOf(inner)),
    node: open.node === null ? read : { ...open.node, items: append(open.node.items, read.items.flat()) },
  }
  return { open: next, tokens: inner, line: items.at(-1)?.line ?? 0 }
}

/** A placeholder for the items before the one that begins at `at`. */
export function listPrefix(src: string, at: number): string {
  const match = /^ {0,3}(?:[-+*]|\d{1,9}[.)])/.exec(src.slice(at, at + 16))
  return match === null ? '' : `${match[0]} x\n`
}

export const listNode = ({ node, loose, paragraphs }: OpenList): ListNode | null =>
  node === null ? null : { ...node, loose: loose && paragraphs }

/** A table being written. Its complete rows are kept. The rest is parsed after a copy of its first two lines. */
export interface OpenTable {
  readonly kind: 'table'
  readonly prefix: string
  readonly node: TableNode | null
  readonly labels: Rope<string>
  readonly at: number
}

/** The table's head and delimiter line, which replace the kept rows when the rest is parsed. */
export function openTable(src: string, start: number): OpenTable {
  const end = src.indexOf('\n', src.indexOf('\n', start) + 1) + 1
  return { kind: 'table', prefix: src.slice(start, end), node: null, labels: emptyRope, at: end }
}

/** The table with the rows of `block`; null if that is not a table. */
export function addRows(open: OpenTable, block: ParsedBlock, env: Parsed['env']): OpenTable | null {
  const node = buildNode(block, env)
  if (node?.type !== 'table') return null
  const labels = append(open.labels, labelsOf(block.tokens))
  if (open.node === null) return { ...open, node, labels }
  return { ...open, labels, node: { ...open.node, rows: append(open.node.rows, node.rows.flat()) } }
}
