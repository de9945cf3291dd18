import type { BlockNode, CodeNode, Inline, ItemNode, TableNode } from '../markdown/ast.js'
import { joinChunks } from '../markdown/fence.js'
import { plainText } from '../markdown/plain-text.js'
import { readMarkdown } from '../markdown/read.js'
import { flat } from '../markdown/stream/state.js'
import { destination, imageUrl, isMisleading, linkUrl } from '../markdown/url.js'
import { colorCode } from './color-code.js'
import type { ExportWords } from './export-words.js'
import { el, escape, join, revealed, type Html } from './html.js'

/** An answer's markdown as elements. Raw HTML in it is text, remote images are links, headings nest below the turn's. */
export function markdownHtml(text: string, words: ExportWords): Html {
  const levels: number[] = []
  const notes: Html[] = []
  const body = flat(readMarkdown(text).view).map((node) => block(node, { words, levels, notes }))
  return el('div', { class: 'md', dir: 'auto' }, body, notes)
}

interface Context {
  words: ExportWords
  /** Levels of the headings around, so that none is skipped. */
  levels: number[]
  /** Footnotes, which stand at the end. */
  notes: Html[]
}

function block(node: BlockNode, context: Context, bare = false): Html | undefined {
  switch (node.type) {
    case 'paragraph': {
      const content = inlines(flat(node.content).flat(), context)
      return bare ? content : el('p', {}, content)
    }
    case 'heading': {
      const { levels } = context
      while (levels.length > 0 && levels.at(-1)! >= node.level) levels.pop()
      levels.push(node.level)
      const content = inlines(flat(node.content).flat(), context)
      return el(`h${Math.min(6, 2 + levels.length)}`, { class: `l${node.level}` }, content)
    }
    case 'code':
      return codeHtml(joinChunks(node.chunks), node, context.words)
    case 'table':
      return table(node, context)
    case 'list': {
      const items = flat(node.items).map((entry) => item(entry, node.loose, context))
      return node.ordered
        ? el('ol', { start: node.start === 1 ? undefined : node.start }, items)
        : el('ul', {}, items)
    }
    case 'quote':
      return el(
        'blockquote',
        {},
        node.children.map((child) => block(child, context)),
      )
    case 'footnote':
      context.notes.push(
        el(
          'div',
          { class: 'note' },
          el('sup', {}, escape(node.label)),
          node.children.map((child) => block(child, context)),
        ),
      )
      return undefined
    case 'rule':
      return el('hr')
    default:
      return asWritten(node)
  }
}

function item({ checked, children }: ItemNode, loose: boolean, context: Context): Html {
  const mark =
    checked === null
      ? undefined
      : el(
          'span',
          {
            class: 'task',
            role: 'img',
            'aria-label': checked ? context.words.taskDone : context.words.taskOpen,
          },
          escape(checked ? '☑' : '☐'),
        )
  const body = children.map((child) => block(child, context, !loose))
  return el('li', { class: checked === null ? undefined : 'check' }, mark, body)
}

function table(node: TableNode, context: Context): Html {
  const cells = (name: 'th' | 'td', row: TableNode['head']): Html =>
    el(
      'tr',
      {},
      row.map((cell, i) =>
        el(
          name,
          { class: node.align[i] ?? undefined, scope: name === 'th' && 'col' },
          inlines(cell, context),
        ),
      ),
    )
  return el(
    'div',
    { class: 'table', tabindex: 0, role: 'group', 'aria-label': context.words.table },
    el(
      'table',
      {},
      el('thead', {}, cells('th', node.head)),
      el(
        'tbody',
        {},
        flat(node.rows).map((row) => cells('td', row)),
      ),
    ),
  )
}

function inlines(nodes: readonly Inline[], context: Context): Html {
  return join(nodes.map((node) => inline(node, context)))
}

function inline(node: Inline, context: Context): Html {
  switch (node.type) {
    case 'text':
      return escape(node.text)
    case 'code':
      return el('code', {}, escape(node.text))
    case 'break':
      return el('br')
    case 'note':
      return node.source.startsWith('[^') ? el('sup', {}, escape(node.label)) : escape(node.source)
    case 'em':
    case 'strong':
    case 'del':
      return el(node.type, {}, inlines(node.children, context))
    case 'link': {
      const url = linkUrl(node.href)
      const content = inlines(node.children, context)
      if (!url) return content
      const host =
        isMisleading(plainText(node.children), url) &&
        el('span', { class: 'host' }, revealed(` (${destination(url)})`))
      return join([el('a', { href: url.href, rel: 'noopener noreferrer nofollow' }, content), host])
    }
    case 'image': {
      const url = imageUrl(node.src)
      const name = node.alt || context.words.image
      if (url?.protocol === 'data:') return el('img', { src: url.href, alt: name })
      if (!url) return el('span', { class: 'image' }, escape(name))
      // Nothing of this page is fetched by itself.
      return el(
        'a',
        { class: 'image', href: url.href, rel: 'noopener noreferrer nofollow' },
        escape(`${name} (${destination(url)})`),
      )
    }
    default:
      return asWritten(node)
  }
}

/** What has no form here (a formula) stands as it was written. */
function asWritten(node: { readonly source?: string }): Html {
  return el('code', { class: 'source' }, escape(node.source ?? ''))
}

/** A block of code with its colours. */
export function codeHtml(code: string, { language }: Pick<CodeNode, 'language'>, words: ExportWords): Html {
  const tokens = colorCode(code, language)?.map(([kind, text]) =>
    kind === null ? escape(text) : el('span', { class: `t-${kind}` }, escape(text)),
  )
  return el(
    'figure',
    { class: 'code' },
    language !== '' && el('figcaption', {}, escape(language)),
    el(
      'pre',
      { tabindex: 0, role: 'group', 'aria-label': language ? `${words.code}, ${language}` : words.code },
      el('code', {}, tokens ? join(tokens) : escape(code)),
    ),
  )
}
