import type { BlockNode } from './ast.js'
import { appendText, isDue, textBehind } from './lazy.js'
import { lineOffsets } from './lines.js'
import { parseLive } from './live.js'
import { liveFence } from './open-fence.js'
import { addItems, listNode } from './open-list.js'
import { cutParagraph, isProse, joinParagraph, openParagraph } from './open-paragraph.js'
import { addRows } from './open-table.js'
import { buildNode, type Parsed, type ParsedBlock } from './parse.js'
import type { Open } from './state.js'
import type { Step } from './step.js'

const isNode = (node: BlockNode | null): node is BlockNode => node !== null

function read(step: Step, text: string, prefix: string): Parsed {
  step.options.onParse?.(text)
  return parseLive(text, step.refs, prefix, step.options.syntax)
}

function readWhole(step: Step): BlockNode[] {
  const { blocks, env } = read(step, step.src.slice(step.tail), '')
  return blocks.map((block) => buildNode(block, env)).filter(isNode)
}

/** The first live block with what is kept of it; null if it turned out to be something else. */
function merge(open: Open | null, first: ParsedBlock, env: Parsed['env']): BlockNode | null {
  if (open?.kind === 'table') return addRows(open, first, env)?.node ?? null
  if (open?.kind === 'list') {
    const items = addItems(open, first, true, env)
    return items && listNode(items.open)
  }
  const node = buildNode(first, env)
  return open?.kind === 'paragraph' && open.prefix !== '' ? joinParagraph(open, node) : node
}

/** Keeps more of an open paragraph, for the next step. */
function cut(step: Step, first: ParsedBlock, text: string): void {
  const { src, tail, refs, options } = step
  let { open } = step
  if (first.type !== 'paragraph_open' || tail === step.uncut) return
  if (open === null && step.lines <= tail && isProse(src.slice(tail)))
    open = openParagraph(tail, options.minCut)
  if (open?.kind !== 'paragraph') return
  const region = text.slice(open.prefix.length, lineOffsets(text)[first.to] ?? text.length)
  step.open = cutParagraph(open, region, refs, options)
}

/** Reads what is not closed, with the unfinished line. */
function readLive(step: Step): BlockNode[] {
  const { open, src, tail } = step
  if (open?.kind === 'fence') return [liveFence(open, src)]
  if (tail >= src.length) return []
  const text = (open?.prefix ?? '') + src.slice(open?.at ?? tail)
  const { blocks, env } = read(step, text, open?.kind === 'paragraph' ? open.prefix : '')
  const [first, ...rest] = blocks
  if (first === undefined) return []
  const head = merge(open, first, env)
  if (head === null && open !== null) return readWhole(step)
  cut(step, first, text)
  return [head, ...rest.map((block) => buildNode(block, env))].filter(isNode)
}

/** The nodes to show behind the closed ones. Between two readings of a long end, new text is added as it stands. */
export function liveNodes(step: Step): readonly BlockNode[] {
  const { src, open, tail, shown } = step
  const from = open?.at ?? tail
  const last = shown.nodes.at(-1)
  const same = shown.from === from && open?.kind !== 'fence'
  const wait = last !== undefined && same && !isDue(src.length - from, shown.read - from, step.lazyFrom)
  const nodes = wait
    ? [...shown.nodes.slice(0, -1), appendText(last, textBehind(src, shown.to))]
    : readLive(step)
  step.shown = { from, to: src.length, read: wait ? shown.read : src.length, nodes }
  return nodes
}
