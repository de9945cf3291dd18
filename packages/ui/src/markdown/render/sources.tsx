'use client'

import { createContext, type ReactNode } from 'react'
import { find } from '../layers.js'
import { linkUrl } from '../url.js'
import { useSettings } from './context.js'
import type { Source } from './component-props.js'
import type { InlineRule, Syntax } from '../parser/state.js'

/** The number of a source after the cited text, as a link to the source. */
export function SourceMark({ number, fallback }: { number: number; fallback: string }) {
  const { sources, strings, linkPolicy } = useSettings()
  const source = sources?.[number - 1]
  if (source === undefined) return fallback
  const url = linkUrl(source.url, linkPolicy)
  return (
    <sup data-slot="source-mark">
      {url === null ? (
        number
      ) : (
        <a
          href={url.href}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={strings.source(number, source.title)}
          title={source.title}
        >
          {number}
        </a>
      )}
    </sup>
  )
}

/** The sources of an answer, and the cited places in its text. */
export interface CitedSources {
  readonly list: readonly Source[]
  /** Places in `text`: the mark of `list[source]` comes after the cited text from `start` to `end`. */
  readonly citations: readonly { readonly start: number; readonly end: number; readonly source: number }[]
  /** The text in which the places count. Another text gets no marks. */
  readonly text: string
  /** The answer names its sources by itself, as in `[1]`. */
  readonly numbered: boolean
}

export const SourcesContext = createContext<CitedSources | null>(null)

export interface MarkdownSourcesProps {
  value: CitedSources | null
  children?: ReactNode
}

/** Sources of the answers below: their marks become numbers that lead to them. */
export function MarkdownSources({ value, children }: MarkdownSourcesProps): ReactNode {
  return <SourcesContext.Provider value={value}>{children}</SourcesContext.Provider>
}

/** Prefix of the label of a source; nobody writes it by hand. */
const MARK = '\u2063'

/** Number of a label's source; null for the label of a footnote. */
export const sourceNumber = (label: string): number | null =>
  label.startsWith(MARK) ? Number(label.slice(MARK.length)) : null

/** Whether a place in Markdown is inside of code, where a mark would be text. */
function isInCode(text: string): boolean {
  const fences = text.match(/^ {0,3}(?:```|~~~)/gm)?.length ?? 0
  const line = text.slice(text.lastIndexOf('\n') + 1)
  return fences % 2 === 1 || (line.match(/`/g)?.length ?? 0) % 2 === 1
}

/** The text with marks after the cited passages. A passage that is already a link gets its number there. */
export function withMarks(text: string, { citations }: CitedSources): string {
  let out = ''
  let done = 0
  const places = [...citations].sort((a, b) => a.end - b.end)
  for (const { start, end, source } of places) {
    if (end < done || end > text.length || end <= 0 || text.slice(start, end).includes('](')) continue
    out += text.slice(done, end)
    done = end
    if (!isInCode(text.slice(0, end))) out += `[^${MARK}${source + 1}]`
  }
  return out + text.slice(done)
}

const NUMBER = /\[(\d{1,3})\](?![[(])|\[(\d{1,3})\](?=\[\d)/y

const numbered: InlineRule = (state, silent) => {
  NUMBER.lastIndex = state.pos
  const match = silent || state.linkLevel > 0 ? null : NUMBER.exec(state.src)
  const number = match?.[1] ?? match?.[2] ?? ''
  if (match === null || find(state.env.references, number) !== undefined) return false
  state.push('note', 0, match[0]).label = `${MARK}${Number(number)}`
  state.pos += match[0].length
  return true
}

/** `[1]` as the mark of a source, in answers that came with a numbered list of them. */
export const numberedSources: Syntax = { inline: { '[': numbered } }
