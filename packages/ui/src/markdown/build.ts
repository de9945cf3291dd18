import type { Token } from 'markdown-it'
import type { Align, BlockNode, Inline, ItemNode, ListNode, Row, TableNode } from './ast.js'
import { chunkLines, fenceLanguage } from './fence.js'
import { plainText } from './plain-text.js'
import { append, emptyRope } from './rope.js'

function pushText(into: Inline[], text: string): void {
  if (text === '') return
  const last = into.at(-1)
  if (last?.type === 'text') into[into.length - 1] = { type: 'text', text: last.text + text }
  else into.push({ type: 'text', text })
}

const attribute = (token: Token, name: string): string => String(token.attrGet(name) ?? '')
const isPending = (token: Token): boolean => token.meta?.['pending'] === true

function enclose(open: Token, children: Inline[]): Inline {
  if (open.type === 'strong_open') return { type: 'strong', children }
  if (open.type === 's_open') return { type: 'del', children }
  if (open.type === 'link_open')
    return { type: 'link', href: attribute(open, 'href'), pending: isPending(open), children }
  return { type: 'em', children }
}

export function buildInline(tokens: readonly Token[]): Inline[] {
  const root: Inline[] = []
  const stack: { open: Token; into: Inline[] }[] = []
  let into = root
  for (const token of tokens) {
    if (token.nesting > 0) {
      stack.push({ open: token, into })
      into = []
    } else if (token.nesting < 0) {
      const top = stack.pop()
      if (top === undefined) continue
      top.into.push(enclose(top.open, into))
      into = top.into
    } else if (token.type === 'softbreak') pushText(into, '\n')
    else if (token.type === 'hardbreak') into.push({ type: 'break' })
    else if (token.type === 'code_inline') into.push({ type: 'code', text: token.content })
    else if (token.type === 'image') {
      const alt = plainText(buildInline(token.children ?? []))
      into.push({ type: 'image', src: attribute(token, 'src'), alt, pending: isPending(token) })
    } else pushText(into, token.content)
  }
  return root
}

/** Reads block tokens in order; each method leaves the cursor behind what it read. */
class Reader {
  at = 0
  readonly tokens: readonly Token[]
  constructor(tokens: readonly Token[]) {
    this.tokens = tokens
  }

  next(): Token | undefined {
    return this.tokens[this.at++]
  }

  inline(): Inline[] {
    const token = this.next()
    this.at++
    return buildInline(token?.children ?? [])
  }

  blocks(close: string): BlockNode[] {
    const blocks: BlockNode[] = []
    for (let token = this.next(); token !== undefined && token.type !== close; token = this.next()) {
      const block = this.block(token)
      if (block !== null) blocks.push(block)
    }
    return blocks
  }

  block(token: Token): BlockNode | null {
    switch (token.type) {
      case 'paragraph_open':
        return { type: 'paragraph', content: [[this.inline()]] }
      case 'heading_open':
        return { type: 'heading', level: Number(token.tag.slice(1)), content: [[this.inline()]] }
      case 'fence':
        return {
          type: 'code',
          language: fenceLanguage(token.info),
          chunks: chunkLines(token.content),
          closed: token.meta?.['closed'] === true,
        }
      case 'code_block':
        return { type: 'code', language: '', chunks: chunkLines(token.content), closed: true }
      case 'blockquote_open':
        return { type: 'quote', children: this.blocks('blockquote_close') }
      case 'bullet_list_open':
      case 'ordered_list_open':
        return this.list(token)
      case 'table_open':
        return this.table()
      case 'hr':
        return { type: 'rule' }
      default:
        return null
    }
  }

  list(open: Token): ListNode {
    const items: ItemNode[] = []
    const level = open.level + 2
    const from = this.at
    for (let token = this.next(); token?.type === 'list_item_open'; token = this.next()) {
      const checked = token.meta?.['checked']
      items.push({
        checked: typeof checked === 'boolean' ? checked : null,
        children: this.blocks('list_item_close'),
      })
    }
    let loose = false
    for (let i = from; i < this.at && !loose; i++) {
      const token = this.tokens[i]
      loose = token?.type === 'paragraph_open' && token.level === level && !token.hidden
    }
    const start = open.attrGet('start')
    return {
      type: 'list',
      ordered: open.type === 'ordered_list_open',
      start: start === null ? 1 : Number(start),
      loose,
      items: append(emptyRope, items),
    }
  }

  table(): TableNode {
    const align: Align[] = []
    const rows: Row[] = []
    let row: Inline[][] = []
    for (let token = this.next(); token !== undefined && token.type !== 'table_close'; token = this.next()) {
      if (token.type === 'tr_open') row = []
      else if (token.type === 'tr_close') rows.push(row)
      else if (token.type === 'th_open' || token.type === 'td_open') {
        if (token.type === 'th_open') align.push(alignOf(token))
        row.push(this.inline())
      }
    }
    return { type: 'table', align, head: rows[0] ?? [], rows: append(emptyRope, rows.slice(1)) }
  }
}

function alignOf(token: Token): Align {
  const match = /^text-align:(left|center|right)$/.exec(attribute(token, 'style'))
  return (match?.[1] ?? null) as Align
}

/** The node of one top-level block; null for a link reference definition, which shows nothing. */
export function buildBlock(tokens: readonly Token[]): BlockNode | null {
  const reader = new Reader(tokens)
  const first = reader.next()
  return first === undefined ? null : reader.block(first)
}
