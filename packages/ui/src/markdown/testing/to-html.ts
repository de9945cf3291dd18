import type { BlockNode, Inline, ItemNode, Row } from '../ast.js'
import { joinChunks } from '../fence.js'
import { plainText } from '../plain-text.js'
import { flat } from '../rope.js'

const escape = (text: string): string =>
  text.replace(/[&<>"]/g, (char) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[char] ?? '&quot;')

function inline(nodes: readonly Inline[]): string {
  return nodes
    .map((node) => {
      switch (node.type) {
        case 'text':
          return escape(node.text)
        case 'code':
          return `<code>${escape(node.text)}</code>`
        case 'break':
          return '<br />\n'
        case 'math':
        case 'note':
          return escape(node.source)
        case 'image':
          return `<img src="${escape(node.src)}" alt="${escape(node.alt)}" />`
        case 'link':
          return `<a href="${escape(node.href)}">${inline(node.children)}</a>`
        case 'em':
        case 'strong':
        case 'del':
          return `<${node.type}>${inline(node.children)}</${node.type}>`
        default:
          return escape(plainText([node]))
      }
    })
    .join('')
}

const blocks = (nodes: readonly BlockNode[]): string => nodes.map((node) => block(node) + '\n').join('')

function item({ checked, children }: ItemNode, loose: boolean): string {
  const box = checked === null ? '' : `<input ${checked ? 'checked="" ' : ''}disabled="" type="checkbox"> `
  let out = ''
  children.forEach((node, i) => {
    const bare = !loose && node.type === 'paragraph'
    const last = i === children.length - 1
    const before = i === 0 && !bare ? '\n' : ''
    out += before + (bare ? inline(flat(node.content).flat()) + (last ? '' : '\n') : block(node) + '\n')
  })
  return `<li>${box}${out}</li>\n`
}

function cells(row: Row, name: string, align: readonly (string | null)[]): string {
  const side = (i: number) => (align[i] ? ` align="${align[i]}"` : '')
  return `<tr>\n${row.map((cell, i) => `<${name}${side(i)}>${inline(cell)}</${name}>\n`).join('')}</tr>\n`
}

function block(node: BlockNode): string {
  switch (node.type) {
    case 'paragraph':
      return `<p>${inline(flat(node.content).flat())}</p>`
    case 'heading':
      return `<h${node.level}>${inline(flat(node.content).flat())}</h${node.level}>`
    case 'code': {
      const code = joinChunks(node.chunks)
      return `<pre><code>${escape(code === '' ? '' : `${code}\n`)}</code></pre>`
    }
    case 'quote':
      return `<blockquote>\n${blocks(node.children)}</blockquote>`
    case 'rule':
      return '<hr />'
    case 'list': {
      const name = node.ordered ? 'ol' : 'ul'
      const start = node.start === 1 ? '' : ` start="${node.start}"`
      return `<${name}${start}>\n${flat(node.items)
        .map((one) => item(one, node.loose))
        .join('')}</${name}>`
    }
    case 'table': {
      const rows = flat(node.rows)
      const body = rows.map((row) => cells(row, 'td', node.align)).join('')
      return `<table>\n<thead>\n${cells(node.head, 'th', node.align)}</thead>\n${
        rows.length > 0 ? `<tbody>\n${body}</tbody>\n` : ''
      }</table>`
    }
    default:
      return ''
  }
}

/** The HTML that a specification or another parser would give, to compare with. Titles of links are not kept. */
export const toHtml = (nodes: readonly BlockNode[]): string => blocks(nodes)
