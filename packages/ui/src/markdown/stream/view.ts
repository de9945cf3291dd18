import type { BlockNode } from '../ast.js'
import { appendText, isDue, textBehind } from '../lazy.js'
import { type Parsed, parseBlocks, buildNode, type ParsedBlock } from '../parse.js'
import type { Refs, Syntax } from '../parser/state.js'
import type { Token } from '../parser/token.js'
import { setOpenText } from '../parser/unfinished.js'
import { liveFence, addItems, listNode, addRows } from './open-blocks.js'
import { heal, holdBack, cutParagraph, isProse, joinParagraph, openParagraph } from './open-paragraph.js'
import { type Open } from './state.js'
import { lineOffsets } from './lines.js'
import type { StepFields } from './step-fields.js'

/** The inline token at the very end of the source; undefined if the end is code, a rule or a definition. */
function lastInline(tokens: readonly Token[]): Token | undefined {
  for (let i = tokens.length - 1; i >= 0; i--) {
    const token = tokens[i]
    if (token === undefined || token.nesting !== 0) continue
    if (token.type !== 'inline') return undefined
    if (token.content !== '') return token
  }
  return undefined
}

/** Definitions on the unfinished line have half an address: they do not count yet. */
function dropUnfinishedDefinitions({ blocks, env }: Parsed, lines: number): void {
  const seen = new Set<string>()
  for (const { tokens } of blocks)
    for (const { type, map, label } of tokens) {
      if (type !== 'definition') continue
      if ((map?.[1] ?? 0) >= lines && !seen.has(label)) env.references?.top.delete(label)
      seen.add(label)
    }
}

/**
 * Parses the unfinished end of a text for the view: marks left open count as closed, nothing half-written
 * becomes an address. `prefix` replaces the frozen source in front and is taken off the first inline text.
 */
function parseLive(source: string, refs: Refs, prefix: string, syntax: Syntax | undefined): Parsed {
  const text = heal(source)
  const parsed = parseBlocks(text, refs, syntax)
  if (!text.endsWith('\n')) dropUnfinishedDefinitions(parsed, text.split('\n').length)
  const tokens = parsed.blocks.at(-1)?.tokens ?? []
  if (prefix !== '') stripPrefix(parsed.blocks[0]?.tokens ?? [], prefix)
  const inline = lastInline(tokens)
  if (inline === undefined) return parsed
  inline.content = /^\[(?:[ xX]?\]?|![a-z]{0,9}\]?)$/i.test(inline.content) ? '' : holdBack(inline.content)
  if (inline.content !== '') setOpenText(parsed.env, inline.content)
  return parsed
}

export function stripPrefix(tokens: readonly Token[], prefix: string): void {
  const inline = tokens[1]
  if (inline?.type === 'inline' && inline.content.startsWith(prefix))
    inline.content = inline.content.slice(prefix.length)
}

const isNode = (node: BlockNode | null): node is BlockNode => node !== null

function read(step: StepFields, text: string, prefix: string): Parsed {
  step.options.onParse?.(text)
  return parseLive(text, step.refs, prefix, step.options.syntax)
}

function readWhole(step: StepFields): BlockNode[] {
  const { blocks, env } = read(step, step.src.slice(step.tail), '')
  return blocks.map((block) => buildNode(block, env)).filter(isNode)
}

/** The first live block with its kept part; null if it became another block. */
function merge(open: Open | null, first: ParsedBlock, env: Parsed['env']): BlockNode | null {
  if (open?.kind === 'table') return addRows(open, first, env)?.node ?? null
  if (open?.kind === 'list') {
    const items = addItems(open, first, true, env)
    return items && listNode(items.open)
  }
  const node = buildNode(first, env)
  return open?.kind === 'paragraph' && open.prefix !== '' ? joinParagraph(open, node) : node
}

/** Keeps more of an open paragraph, so that the next step parses less. */
function cut(step: StepFields, first: ParsedBlock, text: string): void {
  const { src, tail, refs, options } = step
  let { open } = step
  if (first.type !== 'paragraph_open' || tail === step.uncut) return
  if (open === null && step.lines <= tail && isProse(src.slice(tail)))
    open = openParagraph(tail, options.minCut)
  if (open?.kind !== 'paragraph') return
  const region = text.slice(open.prefix.length, lineOffsets(text)[first.to] ?? text.length)
  step.open = cutParagraph(open, region, refs, options)
}

/** Parses the open part with the unfinished line. */
function readLive(step: StepFields): BlockNode[] {
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

/** The nodes to show behind the closed ones. Between two readings of a long end, new text is added unparsed. */
export function liveNodes(step: StepFields): readonly BlockNode[] {
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
