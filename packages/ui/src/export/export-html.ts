import { contentToText, deriveTurns, type Message } from '@antiphon/core'
import type { Strings } from '../strings/english.js'
import { exportWords } from './export-words.js'
import { el, join, own, revealed, type Html } from './html.js'
import { iconSheet } from './icons.js'
import { pageStyles } from './styles.js'
import { turnHtml } from './turn-html.js'

export interface ExportHtmlOptions {
  /** Default: the beginning of the first question. */
  title?: string
  /** A line below the title, such as where the transcript is from. */
  note?: string
  /** The table of words. Default English; `@antiphon/ui/german` has German. */
  strings?: Strings
  /** BCP 47 tag for figures, and the language of the page. Default `en`. */
  locale?: string
  /** Default `system`: what the reader's device prefers. */
  theme?: 'light' | 'dark' | 'system'
}

/** Nothing is loaded and nothing can run, whatever a message says. Only pictures that are in the page are shown. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"

/**
 * A transcript as one page that needs nothing else: no script, folds of its own, light and dark, fit for paper. All of it is
 * text, escaped; raw HTML in an answer is text too.
 */
export function exportHtml(messages: readonly Message[], options: ExportHtmlOptions = {}): string {
  const { strings, locale = 'en', theme = 'system', note } = options
  const words = exportWords(strings, locale)
  const title = options.title ?? titleOf(messages) ?? words.strings.transcript.label
  const turns = deriveTurns(messages).map((turn) => turnHtml(turn, words))
  const head: Html = join([
    el('meta', { charset: 'utf-8' }),
    el('meta', { 'http-equiv': 'Content-Security-Policy', content: POLICY }),
    el('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    el('meta', { name: 'referrer', content: 'no-referrer' }),
    el('title', {}, revealed(title)),
    el('style', {}, own(pageStyles)),
  ])
  const header = el(
    'header',
    {},
    el('h1', {}, revealed(title)),
    note !== undefined && el('p', {}, revealed(note)),
  )
  const body = join([
    iconSheet(),
    header,
    el('main', { 'aria-label': words.strings.transcript.label }, turns),
  ])
  const page = el('html', { lang: locale, 'data-theme': theme }, el('head', {}, head), el('body', {}, body))
  return `<!doctype html>\n${page}\n`
}

function titleOf(messages: readonly Message[]): string | undefined {
  const question = messages.find(({ role }) => role === 'user')
  const line = contentToText(question?.content).trim().split('\n', 1)[0] ?? ''
  if (line.length <= 80) return line || undefined
  const cut = line.slice(0, 79)
  return `${/\s/.test(cut) ? cut.replace(/\s+\S*$/, '') : cut}…`
}
