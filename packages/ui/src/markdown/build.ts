import type {
  Align,
  BlockNode,
  Inline,
  ItemNode,
  ListNode,
  MathNode,
  QuoteNode,
  Row,
  TableNode,
} from './ast.js'
import { chunkLines, fenceLanguage } from './fence.js'
import type { Token } from './parser/token.js'
import { plainText } from './plain-text.js'
import { append, emptyRope } from './rope.js'

function pushText(into: Inline[], text: string): void {
  if (text === '') return
  const last = into.at(-1)
  if (last?.type === 'text') into[into.length - 1] = { type: 'text', text: last.text + text }
  else into.push({ type: 'text', text })
}

function enclose(open: Token, children: Inline[]): Inline {
  if (open.type === 'link_open') return { type: 'link', href: open.href, pending: open.pending, children }
  return { type: open.type.slice(0, -5) as 'em' | 'strong' | 'del', children }
}

const math = ({ content, markup, display, pending }: Token): MathNode => ({
  type: 'math',
  tex: content,
  source: markup,
  display,
  pending,
})

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
      const alt = plainText(buildInline(token.children))
      into.push({ type: 'image', src: token.href, alt, pending: token.pending })
    } else if (token.type === 'math') into.push(math(token))
    else if (token.type === 'note') {
      into.push({ type: 'note', label: token.label, source: token.content })
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
        return { type: 'heading', level: token.value, content: [[this.inline()]] }
      case 'fence':
        return {
          type: 'code',
          language: fenceLanguage(token.info),
          chunks: chunkLines(token.content),
          closed: token.closed,
        }
      case 'code':
        return { type: 'code', language: '', chunks: chunkLines(token.content), closed: true }
      case 'quote_open':
        return {
          type: 'quote',
          alert: (token.info || null) as QuoteNode['alert'],
          children: this.blocks('quote_close'),
        }
      case 'bullet_open':
      case 'ordered_open':
        return this.list(token)
      case 'table_open':
        return this.table()
      case 'footnote_open':
        return { type: 'footnote', label: token.label, children: this.blocks('footnote_close') }
      case 'math':
        return math(token)
      case 'rule':
        return { type: 'rule' }
      default:
        return null
    }
  }

  list(open: Token): ListNode {
    const items: ItemNode[] = []
    const level = open.level + 2
    const from = this.at
    for (let token = this.next(); token?.type === 'item_open'; token = this.next()) {
      items.push({ checked: token.checked, children: this.blocks('item_close') })
    }
    let loose = false
    for (let i = from; i < this.at && !loose; i++) {
      const token = this.tokens[i]
      loose = token?.type === 'paragraph_open' && token.level === level && !token.hidden
    }
    return {
      type: 'list',
      ordered: open.type === 'ordered_open',
      start: open.value,
      loose,
      items: append(emptyRope, items),
    }
  }

  table(): TableNode {
    const align: Align[] = []
    const rows: Row[] = []
    let row: Inline[][] = []
    for (let token = this.next(); token !== undefined && token.type !== 'table_close'; token = this.next()) {
      if (token.type === 'row_open') row = []
      else if (token.type === 'row_close') rows.push(row)
      else if (token.type === 'cell_open') {
        if (rows.length === 0) align.push(token.align)
        row.push(this.inline())
      }
    }
    return { type: 'table', align, head: rows[0] ?? [], rows: append(emptyRope, rows.slice(1)) }
  }
}

/** The node of one top-level block; null for a link reference definition, which shows nothing. */
export function buildBlock(tokens: readonly Token[]): BlockNode | null {
  const reader = new Reader(tokens)
  const first = reader.next()
  return first === undefined ? null : reader.block(first)
}
