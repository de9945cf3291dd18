'use client'

import { contentToText, deriveTurns, type Message, type Turn as TurnData } from '@antiphon/core'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { SlotComponentsContext } from '../components/slots/slots.js'
import { FailedTurn, TurnView } from '../components/turn/turn.js'
import { readMessages } from '@antiphon/core/message'
import { RevealedText, revealToString } from '../lib/reveal-text.js'
import { prettyJson } from '../lib/json.js'
import { Rooted } from '../lib/own-root.js'
import { StaticPageContext } from '../lib/static-page.js'
import { MarkdownPlugins, type MarkdownPlugin } from '../markdown/index.js'
import { english, type Strings } from '../strings/english.js'
import { createWords, WordsContext } from '../strings/strings.js'
import { sheet } from './sheet.js'

/** The title, the words and the looks of an exported page. */
export interface ExportHtmlOptions {
  /** Default: the beginning of the first question. */
  title?: string
  /** A line below the title, for example the source of the transcript. */
  note?: string
  /** The table of words. Default English; `@antiphon/ui/german` has German. */
  strings?: Strings
  /** BCP 47 tag for figures, and the language of the page. Default `en`. */
  locale?: string
  /** Default `system`: what the reader's device prefers. */
  theme?: 'light' | 'dark' | 'system'
  /** Plug-ins as for `MarkdownPlugins`: `[highlight()]` colours code. Formulas and diagrams stay source text. */
  plugins?: readonly MarkdownPlugin[]
}

/** Nothing is loaded and nothing can run, whatever a message says. Only pictures that are in the page are shown. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"

/** Buttons below a message do nothing without scripts. */
const slots = { MessageActions: () => null }

/**
 * A transcript as one page without other files: the turns as in `Transcript`, folds as `details`, the kit's sheet, and no
 * script. Waits for plug-ins that load something, such as the language of some code.
 */
export async function exportHtml(
  messages: readonly Message[],
  options: ExportHtmlOptions = {},
): Promise<string> {
  const { strings = english, locale = 'en', theme = 'system', note, plugins = [] } = options
  const title = options.title ?? titleOf(messages) ?? strings.transcript.label
  // Once: formats take longer to make than a turn.
  const words = createWords(undefined, locale, strings)
  // Other output of plug-ins needs scripts.
  const readers = plugins.map(({ name, syntax, highlighter }) => ({ name, syntax, highlighter }))
  const write = (content: ReactNode, waitFor: (loading: Promise<unknown>) => void, prefix: string): string =>
    renderToStaticMarkup(
      <WordsContext.Provider value={words}>
        <StaticPageContext.Provider value={{ waitFor }}>
          <SlotComponentsContext.Provider value={slots}>
            <MarkdownPlugins value={readers}>
              <Rooted>{content}</Rooted>
            </MarkdownPlugins>
          </SlotComponentsContext.Provider>
        </StaticPageContext.Provider>
      </WordsContext.Provider>,
      { identifierPrefix: prefix },
    )

  const turns = deriveTurns(readMessages(messages, prettyJson))
  const written: string[] = []
  // Each turn renders on its own, so one that waits or fails does not render the others again.
  for (const [at, turn] of turns.entries()) {
    const loading: Promise<unknown>[] = []
    const waitFor = (promise: Promise<unknown>): void => void loading.push(promise)
    const draw = (): string => {
      try {
        return write(<TurnView turn={turn} isLast={at === turns.length - 1} />, waitFor, `t${at}`)
      } catch (error) {
        return write(<Failed turn={turn} error={error} />, waitFor, `t${at}`)
      }
    }
    const first = draw()
    if (loading.length === 0) written.push(first)
    else {
      // A plug-in that fails to load is left out.
      await Promise.allSettled(loading)
      written.push(draw())
    }
  }

  const page = renderToStaticMarkup(
    <Rooted>
      <html lang={words.formats.locale} data-antiphon-root="" data-theme={theme}>
        <head>
          <meta charSet="utf-8" />
          <meta httpEquiv="Content-Security-Policy" content={POLICY} />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="referrer" content="no-referrer" />
          <title>{revealToString(title)}</title>
          <style>{sheet}</style>
        </head>
        <body data-slot="page">
          <div data-slot="column">
            <header>
              <h1>
                <RevealedText text={title} />
              </h1>
              {note !== undefined && (
                <p>
                  <RevealedText text={note} />
                </p>
              )}
            </header>
            <main data-slot="turns" aria-label={strings.transcript.label} />
          </div>
        </body>
      </html>
    </Rooted>,
  )
  // Neither a title nor the sheet can write this tag. NUL has no place in a page.
  const whole = page.replace('</main>', () => `${written.join('')}</main>`).replaceAll('\0', '\uFFFD')
  return `<!doctype html>\n${whole}\n`
}

/** A turn that could not be drawn has its words as data. */
function Failed({ turn, error }: { turn: TurnData; error: unknown }) {
  return (
    <article data-slot="turn" data-role={turn.role}>
      <FailedTurn turn={turn} error={error} />
    </article>
  )
}

function titleOf(messages: readonly Message[]): string | undefined {
  const question = messages.find(({ role }) => role === 'user')
  const line = contentToText(question?.content).trim().split('\n', 1)[0] ?? ''
  if (line.length <= 80) return line || undefined
  const cut = line.slice(0, 79)
  return `${/\s/.test(cut) ? cut.replace(/\s+\S*$/, '') : cut}…`
}
