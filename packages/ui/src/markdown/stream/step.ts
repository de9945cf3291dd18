import type { BlockNode } from '../ast.js'
import { labelsOf } from '../labels.js'
import { define, readAgain, remember } from '../late-definitions.js'
import { addLayer, allOf } from '../grow-layers.js'
import { isDue, mayEnd } from '../lazy.js'
import { buildNode, definitions, firstOf, type Parsed, type ParsedBlock } from '../parse.js'
import {
  absorbFence,
  fenceNode,
  openFence,
  addItems,
  listNode,
  listPrefix,
  openList,
  type OpenList,
  addRows,
  openTable,
} from './open-blocks.js'
import { isClosed, mayBeTitle, joinParagraph, openParagraph, type OpenParagraph } from './open-paragraph.js'
import { GROUP, type Open } from './state.js'
import { endsBlank, lineOffsets } from './lines.js'
import { stripPrefix, liveNodes } from './view.js'
import { append, flat } from '../rope.js'
import { StepFields } from './step-fields.js'

/** One step from a state to the next. */
export class Step extends StepFields {
  push(node: BlockNode, start: number, end: number, labels: readonly string[]): void {
    remember(this, { index: this.size, start, end }, labels)
    this.closed = append(this.closed, [node], GROUP)
    this.size++
  }

  /** Parses newly completed lines, unless a long open block can wait. */
  advance(fresh: string): void {
    const feed = fresh.lastIndexOf('\n')
    const limit = feed < 0 ? this.lines : this.src.length - fresh.length + feed + 1
    if (limit > this.seen && this.isDue(limit)) {
      this.absorb(limit, false)
      this.seen = limit
    }
    this.lines = limit
    this.view = liveNodes(this)
  }

  isDue(limit: number): boolean {
    const { open, tail, seen, src, lines } = this
    if (open?.kind === 'fence' || open?.kind === 'table') return true
    const from = open?.at ?? tail
    if (isDue(limit - from, seen - from, this.lazyFrom)) return true
    if (limit === lines || !this.mayReread || !mayEnd(src, from, lines, limit, open?.kind === 'list'))
      return false
    this.reread += limit - from
    return true
  }

  /** Closes the blocks that the source up to `limit` ends for certain; all blocks when `final`. */
  absorb(limit: number, final: boolean): void {
    while (this.tail < limit) {
      const goOn =
        this.open === null ? this.absorbBlocks(limit, final) : this.absorbOpen(this.open, limit, final)
      if (!goOn) break
    }
    readAgain(this, final)
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
      if (mayBeTitle(blocks[closing - 1], last)) closing--
    }
    const done = blocks.slice(0, closing)
    define(
      this,
      definitions(
        done.flatMap(({ tokens }) => tokens),
        parsed.env,
      ),
    )
    const env = this.env
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

  /** A way to keep parts of an open block; null if no part can be kept yet. */
  begin(block: ParsedBlock, start: number, limit: number): Open | null {
    if (start === this.uncut) return null
    const { src, options } = this
    const line = src.slice(start, src.indexOf('\n', start) + 1)
    // It may still become a table's head, whatever it looks like.
    const feed = src.indexOf('\n', start + line.length)
    const decided = !line.includes('|') || (feed >= 0 && feed < limit)
    switch (block.type) {
      case 'table_open':
        return openTable(src, start)
      case 'paragraph_open':
        return /^[[\s]/.test(line) ? null : openParagraph(start, options.minCut)
      case 'fence':
        return decided ? openFence(block, src, start) : null
      case 'bullet_open':
      case 'ordered_open':
        return decided ? openList(src, start) : null
      default:
        return null
    }
  }

  /** Closes the open block and continues after it. */
  close(node: BlockNode, end: number, labels: readonly string[]): boolean {
    this.push(node, this.tail, end, labels)
    this.tail = end
    this.open = null
    return true
  }

  /** The open block is of another kind than expected. From now on it is parsed whole. */
  undo(): boolean {
    this.open = null
    this.uncut = this.tail
    return true
  }

  absorbOpen(open: Open, limit: number, final: boolean): boolean {
    if (open.kind === 'fence') {
      const { fence, end } = absorbFence(open, this.src, limit)
      this.open = fence
      return (end >= 0 || final) && this.close(fenceNode(fence, end >= 0), end < 0 ? limit : end, [])
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
    const read = addRows(open, first, this.env)
    if (read?.node == null) return this.undo()
    if (ended) return this.close(read.node, reading.end, flat(read.labels))
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
    const read = addItems(open, first, all, this.env)
    const node = read && listNode(read.open)
    if (read === null || node === null) return this.undo()
    const found = addLayer(open.found, definitions(read.tokens, env), firstOf)
    if (all) {
      this.close(node, end, flat(read.open.labels))
      define(this, allOf(found, firstOf))
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
    const labels = [...flat(open.labels), ...labelsOf(first.tokens)]
    const node = joinParagraph(open, buildNode(first, this.env))
    return node === null ? this.undo() : this.close(node, end, labels)
  }
}

/** The parsed part of an open block. */
interface Reading {
  readonly first: ParsedBlock
  readonly env: Parsed['env']
  /** Offset behind the block and the blank lines after it. */
  readonly end: number
  readonly final: boolean
}
