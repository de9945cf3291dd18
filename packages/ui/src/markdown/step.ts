import type { BlockNode } from './ast.js'
import { appendText, isDue, LAZY_FROM, mayEnd } from './lazy.js'
import { endsBlank, lastLine, lineOffsets } from './lines.js'
import { parseLive, stripPrefix } from './live.js'
import { absorbFence, fenceNode, liveFence, openFence, type OpenFence } from './open-fence.js'
import { addItems, listNode, listPrefix, openList, type OpenList } from './open-list.js'
import { cutParagraph, isProse, openParagraph, type OpenParagraph } from './open-paragraph.js'
import { addRows, openTable, type OpenTable } from './open-table.js'
import type { ParseOptions } from './options.js'
import {
  buildNode,
  definitions,
  joinLabels,
  type Labels,
  labelsOf,
  type Parsed,
  type ParsedBlock,
  parseBlocks,
} from './parse.js'
import type { Refs } from './parser.js'
import { append, emptyRope, type Rope } from './rope.js'

/** Blocks to one group of the view. */
export const GROUP = 16

/** A closed block that a definition arriving later may change. */
interface Labelled {
  readonly index: number
  readonly start: number
  readonly end: number
  readonly labels: ReadonlySet<string>
}

/** The last block while it may still grow, as far as parts of it are kept. */
export type Open = OpenFence | OpenTable | OpenList | OpenParagraph

interface Shown {
  /** Offsets in `src`. */
  readonly from: number
  readonly to: number
  readonly nodes: readonly BlockNode[]
}

/** A text as far as it has arrived. Never changed: each step makes a new one that shares what is closed. */
export interface MarkdownState {
  /** The text as given. */
  readonly text: string
  /** Its normalised form. A carriage return at the end waits for its successor. */
  readonly src: string
  /** Offset in `src` of the first source not closed. */
  readonly tail: number
  /** Offset behind the last complete line. */
  readonly lines: number
  /** Offset behind the last complete line looked at. */
  readonly seen: number
  readonly refs: Refs
  readonly closed: Rope<BlockNode>
  readonly size: number
  readonly labelled: readonly Labelled[]
  readonly open: Open | null
  /** Offset of a block of which nothing is kept, after a cut in it turned out to be none; -1 for none. */
  readonly uncut: number
  /** What was read of the end last, and what it gave. */
  readonly shown: Shown
  /** What to show: the closed blocks, then the open ones. */
  readonly view: Rope<BlockNode>
}

export const emptyMarkdown: MarkdownState = {
  text: '',
  src: '',
  tail: 0,
  lines: 0,
  seen: 0,
  refs: Object.freeze(Object.create(null) as Refs),
  closed: emptyRope,
  size: 0,
  labelled: [],
  open: null,
  uncut: -1,
  shown: { from: 0, to: 0, nodes: [] },
  view: emptyRope,
}

/** Whether no later text can add to the last block of `text`, which is made of complete lines. */
function isClosed({ type, tokens }: ParsedBlock, text: string): boolean {
  if (type === 'hr') return true
  if (type === 'fence') return tokens[0]?.meta?.['closed'] === true
  // With a delimiter row below it even a heading's line becomes a table's head.
  if (type === 'heading_open' && !lastLine(text).includes('|')) return true
  return /^(?:heading|paragraph|table|blockquote)_open$|^reference/.test(type) && endsBlank(text)
}

/** Whether `last`, a paragraph right below, may turn out to be the title of a definition that ends `before`. */
function mayBeTitle(before: ParsedBlock | undefined, last: ParsedBlock): boolean {
  const end = before?.tokens.findLast(({ nesting }) => nesting >= 0)
  return last.type === 'paragraph_open' && end?.type === 'reference_definition' && end.map?.[1] === last.from
}

/** One step from a state to the next; holds the changing fields while it runs. */
export class Step {
  readonly src: string
  readonly options: ParseOptions
  tail: number
  refs: Refs
  closed: Rope<BlockNode>
  size: number
  labelled: readonly Labelled[]
  open: Open | null
  uncut: number
  lines: number
  seen: number
  shown: Shown

  constructor(state: MarkdownState, src: string, options: ParseOptions) {
    this.src = src
    this.options = options
    this.tail = state.tail
    this.refs = state.refs
    this.closed = state.closed
    this.size = state.size
    this.labelled = state.labelled
    this.open = state.open
    this.uncut = state.uncut
    this.lines = state.lines
    this.seen = state.seen
    this.shown = state.shown
  }

  get lazyFrom(): number {
    return this.options.lazyFrom ?? LAZY_FROM
  }

  get minCut(): number {
    return this.options.minCut ?? 60
  }

  parse(text: string): Parsed {
    this.options.onParse?.(text)
    return parseBlocks(text, this.refs)
  }

  push(node: BlockNode, start: number, end: number, labels: Labels): void {
    if (labels !== null) this.labelled = [...this.labelled, { index: this.size, start, end, labels }]
    this.closed = append(this.closed, [node], GROUP)
    this.size++
  }

  /** Makes definitions known; closed blocks that use one of the new labels are read again. */
  define(found: Refs | null): void {
    const fresh = Object.keys(found ?? {}).filter((label) => this.refs[label] === undefined)
    if (fresh.length === 0) return
    this.refs = Object.assign(Object.create(null) as Refs, found, this.refs)
    for (const { index, start, end, labels } of this.labelled)
      if (fresh.some((label) => labels.has(label))) this.reread(index, start, end)
  }

  reread(index: number, start: number, end: number): void {
    const { blocks, env } = this.parse(this.src.slice(start, end))
    const block = blocks[0]
    const node = block === undefined ? null : buildNode(block, env)
    const group = this.closed[Math.floor(index / GROUP)]
    if (node === null || group === undefined) return
    this.closed = this.closed.with(Math.floor(index / GROUP), group.with(index % GROUP, node))
  }

  /** Takes in what has become complete, unless a long open block can wait. */
  advance(fresh: string): void {
    const feed = fresh.lastIndexOf('\n')
    const limit = feed < 0 ? this.lines : this.src.length - fresh.length + feed + 1
    this.lines = limit
    if (limit > this.seen && this.isDue(limit)) {
      this.absorb(limit, false)
      this.seen = limit
    }
    this.show()
  }

  isDue(limit: number): boolean {
    const { open, tail, seen, src } = this
    if (open?.kind === 'fence' || open?.kind === 'table') return true
    const from = open?.at ?? tail
    if (isDue(limit - from, seen - from, this.lazyFrom)) return true
    const indented = open === null && /^(?: {4}|\t)/.test(src.slice(tail, tail + 4))
    return mayEnd(src.slice(seen, limit - 1), open?.kind === 'list' ? 'list' : indented ? 'code' : 'other')
  }

  /** Reads the end for the view; between two readings of a long one, new text is added as it stands. */
  show(): void {
    const { src, open, tail, shown } = this
    const from = open?.at ?? tail
    const { nodes } = shown
    const last = nodes.at(-1)
    if (
      last === undefined ||
      shown.from !== from ||
      isDue(src.length - from, shown.to - from, this.lazyFrom)
    ) {
      const live = this.live()
      this.shown = { from, to: src.length, nodes: live }
      this.view = live
    } else this.view = [...nodes.slice(0, -1), appendText(last, src.slice(shown.to))]
  }

  view: readonly BlockNode[] = []

  /** Closes what the source up to `limit` closes for certain; all of it when `final`. */
  absorb(limit: number, final: boolean): void {
    while (this.tail < limit) {
      const goOn =
        this.open === null ? this.absorbBlocks(limit, final) : this.absorbOpen(this.open, limit, final)
      if (!goOn) return
    }
  }

  absorbBlocks(limit: number, final: boolean): boolean {
    const text = this.src.slice(this.tail, limit)
    const parsed = this.parse(text)
    const { blocks } = parsed
    const last = blocks.at(-1)
    if (last === undefined) {
      this.tail = limit
      return true
    }
    const offsets = lineOffsets(text)
    const base = this.tail
    const at = (line: number) => base + (offsets[line] ?? text.length)
    let closing = blocks.length
    if (!final && !isClosed(last, text)) {
      closing--
      // Until its next line is known to be none, a definition's title may still arrive.
      const before = blocks[closing - 1]
      if (
        last.type === 'paragraph_open' &&
        before?.type === 'reference_definition' &&
        before.to === last.from
      )
        closing--
    }
    const done = blocks.slice(0, closing)
    this.define(
      definitions(
        done.flatMap(({ tokens }) => tokens),
        parsed.env,
      ),
    )
    const env = { references: this.refs }
    done.forEach((block, i) => {
      const node = buildNode(block, env)
      const end = blocks[i + 1]?.from
      if (node !== null)
        this.push(node, at(block.from), end === undefined ? limit : at(end), labelsOf(block.tokens))
    })
    const next = blocks[closing]
    this.tail = next === undefined ? limit : at(next.from)
    if (next === last) this.open = this.begin(last, this.tail, limit)
    return this.open !== null
  }

  /** How to keep parts of a block that is open; null if nothing of it can be kept yet. */
  begin(block: ParsedBlock, start: number, limit: number): Open | null {
    if (start === this.uncut) return null
    const { src, minCut } = this
    const line = src.slice(start, src.indexOf('\n', start) + 1)
    // It may still become a table's head, whatever it looks like.
    const feed = src.indexOf('\n', start + line.length)
    const decided = !line.includes('|') || (feed >= 0 && feed < limit)
    switch (block.type) {
      case 'table_open':
        return openTable(src, start)
      case 'paragraph_open':
        return /^[[\s]/.test(line) ? null : openParagraph(start, minCut)
      case 'fence':
        return decided ? openFence(block, src, start) : null
      case 'bullet_list_open':
      case 'ordered_list_open':
        return decided ? openList(src, start) : null
      default:
        return null
    }
  }

  /** Closes the open block and goes on behind it. */
  close(node: BlockNode, end: number, labels: Labels): boolean {
    this.push(node, this.tail, end, labels)
    this.tail = end
    this.open = null
    return true
  }

  /** The open block is not what it looked like: read it whole from here on. */
  undo(): boolean {
    this.open = null
    this.uncut = this.tail
    return true
  }

  absorbOpen(open: Open, limit: number, final: boolean): boolean {
    if (open.kind === 'fence') {
      const { fence, end } = absorbFence(open, this.src, limit)
      this.open = fence
      return (end >= 0 || final) && this.close(fenceNode(fence, end >= 0), end < 0 ? limit : end, null)
    }
    const text = open.prefix + this.src.slice(open.at, limit)
    const { blocks, env } = this.parse(text)
    const [first, second] = blocks
    if (first === undefined) return this.undo()
    const offsets = lineOffsets(text)
    const at = (line: number) => open.at - open.prefix.length + (offsets[line] ?? text.length)
    const reading: Reading = { first, env, end: second === undefined ? limit : at(second.from), final }
    if (open.kind === 'list') {
      const followed =
        second !== undefined && (blocks.length > 2 || endsBlank(text) || !mayBeTitle(first, second))
      return this.absorbList(open, reading, followed, at)
    }
    const ended = final || second !== undefined || first.type === 'heading_open' || at(first.to) < limit
    if (open.kind === 'paragraph') return this.absorbParagraph(open, reading, ended)
    const read = addRows(open, first, { references: this.refs })
    if (read?.node == null) return this.undo()
    if (ended) return this.close(read.node, reading.end, read.labels)
    this.open = { ...read, at: limit }
    return false
  }

  absorbList(
    open: OpenList,
    { first, env, end, final }: Reading,
    followed: boolean,
    at: (line: number) => number,
  ) {
    const all = final || followed
    const read = addItems(open, first, all, { references: this.refs })
    const node = read && listNode(read.open)
    if (read === null || node === null) return this.undo()
    const found = Object.assign(Object.create(null) as Refs, definitions(read.tokens, env), open.found)
    if (all) {
      this.close(node, end, read.open.labels)
      this.define(found)
      return true
    }
    const kept = at(read.line)
    if (kept > open.at) this.open = { ...read.open, found, at: kept, prefix: listPrefix(this.src, kept) }
    return false
  }

  absorbParagraph(open: OpenParagraph, { first, end }: Reading, ended: boolean): boolean {
    if (first.type !== 'paragraph_open' && first.type !== 'heading_open') {
      if (open.prefix !== '') return this.undo()
      this.open = null
      return true
    }
    if (!ended) return false
    stripPrefix(first.tokens, open.prefix)
    const labels = joinLabels(open.labels, labelsOf(first.tokens))
    const node = joinParagraph(open, buildNode(first, { references: this.refs }))
    return node === null ? this.undo() : this.close(node, end, labels)
  }

  /** Nodes of what is not closed, with the unfinished line. */
  live(): BlockNode[] {
    const { open, src, tail } = this
    if (open?.kind === 'fence') return [liveFence(open, src)]
    if (tail >= src.length) return []
    const text = (open?.prefix ?? '') + src.slice(open?.at ?? tail)
    const { blocks, env } = this.parseLive(text, open?.kind === 'paragraph' ? open.prefix : '')
    const [first, ...rest] = blocks
    if (first === undefined) return []
    const head = this.merge(open, first, env)
    if (head === null && open !== null) return this.liveWhole()
    this.cut(first, text)
    return [head, ...rest.map((block) => buildNode(block, env))].filter((node) => node !== null)
  }

  parseLive(text: string, prefix: string): Parsed {
    this.options.onParse?.(text)
    return parseLive(text, this.refs, prefix)
  }

  liveWhole(): BlockNode[] {
    const { blocks, env } = this.parseLive(this.src.slice(this.tail), '')
    return blocks.map((block) => buildNode(block, env)).filter((node) => node !== null)
  }

  /** The first live block with what is kept of it; null if it turned out to be something else. */
  merge(open: Open | null, first: ParsedBlock, env: Parsed['env']): BlockNode | null {
    if (open?.kind === 'table') return addRows(open, first, env)?.node ?? null
    if (open?.kind === 'list') {
      const read = addItems(open, first, true, env)
      return read && listNode(read.open)
    }
    const node = buildNode(first, env)
    return open?.kind === 'paragraph' && open.prefix !== '' ? joinParagraph(open, node) : node
  }

  /** Keeps more of an open paragraph for the next step. */
  cut(first: ParsedBlock, text: string): void {
    const { src, tail } = this
    let { open } = this
    if (first.type !== 'paragraph_open' || tail === this.uncut) return
    if (open === null && this.lines <= tail && isProse(src.slice(tail)))
      open = openParagraph(tail, this.minCut)
    if (open?.kind !== 'paragraph') return
    const region = text.slice(open.prefix.length, lineOffsets(text)[first.to] ?? text.length)
    this.open = cutParagraph(open, region, this.refs, this.minCut)
  }
}

/** What was read of an open block. */
interface Reading {
  readonly first: ParsedBlock
  readonly env: Parsed['env']
  /** Offset behind the block and the blank lines after it. */
  readonly end: number
  readonly final: boolean
}

function joinParagraph(open: OpenParagraph, node: BlockNode | null): BlockNode | null {
  if (node?.type !== 'paragraph' && node?.type !== 'heading') return null
  return { ...node, content: append(open.kept, node.content.flat()) }
}

/** The state a step leads to. */
export function settle(step: Step, text: string): MarkdownState {
  const { src, tail, lines, seen, refs, closed, size, labelled, open, uncut, shown } = step
  const view = append(closed, step.view, GROUP)
  return { text, src, tail, lines, seen, refs, closed, size, labelled, open, uncut, shown, view }
}
