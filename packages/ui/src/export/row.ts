import { el, escape, join, type Html } from './html.js'
import { icon, type ExportIcon } from './icons.js'

export interface Row {
  icon: ExportIcon
  /** The state as a word, for readers who do not see the shape, and for paper. */
  word?: string
  state?: string
  title: Html
  /** Figures at the end. */
  figures?: string
  open?: boolean
  /** Without a body the row is a line, not a fold. */
  body?: Html
}

/** One line of the ledger: mark in the margin, words, figures set right; opens in place without a script. */
export function rowHtml({ icon: mark, word, state, title, figures, open, body }: Row): Html {
  const line = join([
    el(
      'span',
      { class: 'mark' },
      icon(mark),
      word !== undefined && el('span', { class: 'word' }, escape(word)),
    ),
    el('span', { class: 'words' }, title),
    figures !== undefined && el('span', { class: 'figures' }, escape(figures)),
    body !== undefined && el('span', { class: 'chevron' }, icon('chevron')),
  ])
  if (body === undefined) return el('div', { class: 'row', 'data-state': state }, line)
  return el(
    'details',
    { class: mark === 'group' && 'group', 'data-state': state, open },
    el('summary', { class: 'row' }, line),
    el('div', { class: 'fold' }, body),
  )
}
