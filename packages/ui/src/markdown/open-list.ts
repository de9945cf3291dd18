import type { ListNode } from './ast.js'
import { labelsOf } from './labels.js'
import { type Parsed, type ParsedBlock, buildNode } from './parse.js'
import type { Refs } from './parser/block-state.js'
import type { Token } from './parser/token.js'
import { append, emptyRope, type Rope } from './rope.js'

/**
 * A list being written: items that have a successor are kept. Read on behind an item `x` like the open one, so that
 * siblings, blank lines between them and the list's end stay the parser's business.
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
  // The stand-in must have been read as an item of its own.
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

/** What stands in for the items before the one that begins at `at`. */
export function listPrefix(src: string, at: number): string {
  const match = /^ {0,3}(?:[-+*]|\d{1,9}[.)])/.exec(src.slice(at, at + 16))
  return match === null ? '' : `${match[0]} x\n`
}

export const listNode = ({ node, loose, paragraphs }: OpenList): ListNode | null =>
  node === null ? null : { ...node, loose: loose && paragraphs }
