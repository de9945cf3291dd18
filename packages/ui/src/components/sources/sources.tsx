'use client'

import { isRecord, listOf, parseUrl } from '@antiphon/base'
import type { AssistantMessage } from '@antiphon/core'
import { useState, type ReactNode } from 'react'
import { prettyJson } from '../../lib/json.js'
import { linkUrl, MarkdownSources } from '../../markdown/index.js'
import type { CitedSources } from '../../markdown/render/sources.js'
import type { Source } from '../../markdown/render/component-props.js'
import { useWords } from '../../strings/strings.js'
import { Part, Root, type RootProps } from '../part/part.js'

type Bag = Readonly<Record<string, unknown>>

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')
const hostOf = (url: string): string => parseUrl(url)?.host || url

/** An annotation as OpenAI sends it in chat completions, or flat as in its Responses API. */
function citationOf(annotation: unknown): (Source & { start: number; end: number }) | null {
  if (!isRecord(annotation)) return null
  const inner = annotation['url_citation']
  const fields = isRecord(inner) ? inner : annotation
  const url = textOf(fields['url'])
  if (url === '') return fileOf(fields)
  const place = (name: string): number => {
    const value = fields[name]
    return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : -1
  }
  return {
    url,
    title: textOf(fields['title']) || hostOf(url),
    start: place('start_index'),
    end: place('end_index'),
  }
}

/** A file that the provider keeps: of a search, of its interpreter, or a document of the prompt. It has a name and no address. */
function fileOf(fields: Bag): (Source & { start: number; end: number }) | null {
  const names = [fields['filename'], fields['document_title'], fields['title'], fields['file_id']]
  const title = names.map(textOf).find((name) => name !== '')
  return title === undefined ? null : { url: '', title, start: -1, end: -1 }
}

/** Perplexity and xAI name sources at the top of their chunks; the answer then says `[1]` (docs/wire 2.8). */
function numberedSources(metadata: Bag | undefined): Source[] {
  const titles = new Map<string, string>()
  for (const result of listOf(metadata?.['wire.search_results']))
    if (isRecord(result)) titles.set(textOf(result['url']), textOf(result['title']))
  const named = metadata?.['wire.citations']
  const urls = Array.isArray(named)
    ? (named as unknown[]).map((entry) => textOf(isRecord(entry) ? entry['url'] : entry))
    : [...titles.keys()]
  return urls.map((url) => ({ url, title: titles.get(url) || hostOf(url) }))
}

/** The sources of an answer; null for none. Each source is listed once, in the order of first citation. */
export function readSources(message: AssistantMessage): CitedSources | null {
  const numbered = numberedSources(message.metadata)
  const list = [...numbered]
  const citations: { start: number; end: number; source: number }[] = []
  for (const annotation of message.annotations ?? []) {
    const found = citationOf(annotation)
    if (found === null) continue
    let source = list.findIndex(
      ({ url, title }) => url === found.url && (url !== '' || title === found.title),
    )
    if (source < 0) source = list.push({ url: found.url, title: found.title }) - 1
    if (found.end > Math.max(0, found.start))
      citations.push({ start: Math.max(0, found.start), end: found.end, source })
  }
  if (list.length === 0) return null
  return { list, citations, text: message.content, numbered: numbered.length > 0 }
}

/** Parts of the list of sources, by name. */
type SourcesSlot = 'sources-title' | 'source' | 'source-number' | 'source-host'

export interface SourcesProps extends RootProps<'div', SourcesSlot> {
  /** In the order of their numbers. */
  sources: readonly Source[]
}

/** The sources of an answer, numbered like its marks. A forbidden address is shown as text. */
export function Sources({ sources, ...rest }: SourcesProps) {
  const { strings } = useWords()
  if (sources.length === 0) return null
  return (
    <Root slot="sources" role="group" aria-label={strings.markdown.sources} {...rest}>
      <Part as="div" slot="sources-title" aria-hidden="true">
        {strings.markdown.sources}
      </Part>
      <ol>
        {sources.map((source, i) => {
          const url = linkUrl(source.url)
          const host = url?.host ?? ''
          return (
            <Part as="li" slot="source" key={`${i} ${source.url}`}>
              <Part slot="source-number" aria-hidden="true">
                {i + 1}
              </Part>
              {url === null ? (
                <span dir="auto">
                  {source.title === source.url || source.url === ''
                    ? source.title
                    : `${source.title} (${source.url})`}
                </span>
              ) : (
                <a href={url.href} target="_blank" rel="noopener noreferrer" dir="auto">
                  {source.title}
                </a>
              )}
              {host !== '' && host !== source.title && (
                <Part slot="source-host" dir="ltr">
                  {host}
                </Part>
              )}
            </Part>
          )
        })}
      </ol>
    </Root>
  )
}

const isSame = (a: unknown, b: unknown): boolean => prettyJson(a) === prettyJson(b)

/** Keeps the previous lists when nothing changed, because new ones come with every delta. */
function kept(before: CitedSources | null, next: CitedSources | null): CitedSources | null {
  if (before === null || next === null) return next
  const list = isSame(before.list, next.list) ? before.list : next.list
  const citations = isSame(before.citations, next.citations) ? before.citations : next.citations
  // Without citation places the text does not matter.
  const text = citations.length === 0 ? before.text : next.text
  const same = list === before.list && citations === before.citations && text === before.text
  return same && next.numbered === before.numbered ? before : { ...next, list, citations, text }
}

/** Gives the texts of an answer the marks of its sources, and lists them below. */
export function AnswerSources({
  message,
  children,
}: {
  message: AssistantMessage | undefined
  children: ReactNode
}) {
  const [held, setHeld] = useState<CitedSources | null>(null)
  const cited = kept(held, message === undefined ? null : readSources(message))
  if (cited !== held) setHeld(cited)
  return (
    <>
      <MarkdownSources value={cited}>{children}</MarkdownSources>
      {cited !== null && <Sources sources={cited.list} />}
    </>
  )
}
