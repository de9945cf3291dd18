import type { AssistantMessage } from '@antiphon/core'
import type { CitedSources, Source } from '../../markdown/index.js'

type Bag = Readonly<Record<string, unknown>>

const isBag = (value: unknown): value is Bag =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')
const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host || url : url)

/** An annotation as OpenAI sends it in chat completions, or flat as in its Responses API. */
function citationOf(annotation: unknown): (Source & { start: number; end: number }) | null {
  if (!isBag(annotation)) return null
  const inner = annotation['url_citation']
  const fields = isBag(inner) ? inner : annotation
  const url = textOf(fields['url'])
  if (url === '') return null
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

/** Perplexity and xAI name sources at the top of their chunks; the answer then says `[1]` (wire-facts 2.8). */
function numberedSources(metadata: Bag | undefined): Source[] {
  const results = metadata?.['wire.search_results']
  const titles = new Map<string, string>()
  for (const result of Array.isArray(results) ? (results as unknown[]) : [])
    if (isBag(result)) titles.set(textOf(result['url']), textOf(result['title']))
  const named = metadata?.['wire.citations']
  const urls = Array.isArray(named)
    ? (named as unknown[]).map((entry) => textOf(isBag(entry) ? entry['url'] : entry))
    : [...titles.keys()]
  return urls.map((url) => ({ url, title: titles.get(url) || hostOf(url) }))
}

/** What an answer says it rests on; null for nothing. Sources are listed once, in the order they are first cited. */
export function readSources(message: AssistantMessage): CitedSources | null {
  const numbered = numberedSources(message.metadata)
  const list = [...numbered]
  const citations: { start: number; end: number; source: number }[] = []
  for (const annotation of message.annotations ?? []) {
    const found = citationOf(annotation)
    if (found === null) continue
    let source = list.findIndex(({ url }) => url === found.url)
    if (source < 0) source = list.push({ url: found.url, title: found.title }) - 1
    if (found.end > Math.max(0, found.start))
      citations.push({ start: Math.max(0, found.start), end: found.end, source })
  }
  if (list.length === 0) return null
  return { list, citations, text: message.content, numbered: numbered.length > 0 }
}
