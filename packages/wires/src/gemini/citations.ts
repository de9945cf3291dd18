import { compact, field, isRecord, type JsonObject, textOf } from '@antiphon/base'

const records = (value: unknown): JsonObject[] => (Array.isArray(value) ? value.filter(isRecord) : [])
const at = (value: unknown): number => (typeof value === 'number' ? value : 0)

/** A page that the answer rests on. */
interface Source {
  url: string
  title?: string
}

/** The pages that a search found, in their order: citations name them by their place. */
export function sourcesOf(grounding: unknown): (Source | undefined)[] {
  return records(field(grounding, 'groundingChunks')).map((chunk) => {
    const page = [chunk.web, chunk.retrievedContext, chunk.maps].find(isRecord)
    const url = textOf(page?.uri)
    return url === undefined ? undefined : compact({ url, title: textOf(page?.title) })
  })
}

/**
 * The passages of the answer and their source pages, as annotations of chat completions. This wire counts offsets in bytes of
 * UTF-8, a message in characters.
 */
export function citationsOf(grounding: unknown, text: string): JsonObject[] {
  const sources = sourcesOf(grounding)
  const toIndex = byteIndex(text)
  const cited = records(field(grounding, 'groundingSupports')).flatMap(
    ({ segment, groundingChunkIndices: of }) => {
      const quote = textOf(field(segment, 'text'))
      let start_index = toIndex(at(field(segment, 'startIndex')))
      let end_index = toIndex(at(field(segment, 'endIndex')))
      if (quote !== undefined && text.slice(start_index, end_index) !== quote) {
        start_index = text.indexOf(quote)
        end_index = start_index + quote.length
      }
      const places = start_index < 0 ? {} : { start_index, end_index }
      return (Array.isArray(of) ? of : []).flatMap((index) => {
        const source = sources[index as number]
        return source ? [citation({ ...source, cited_text: quote, ...places })] : []
      })
    },
  )
  const named = new Set(cited.map(({ url_citation: one }) => field(one, 'url')))
  const rest = sources.filter((source) => source && !named.has(source.url))
  return [...cited, ...rest.map((source) => citation({ ...source }))]
}

/** Texts that the model recited, and where they are from. */
export function recitationsOf(metadata: unknown, text: string): JsonObject[] {
  const toIndex = byteIndex(text)
  return records(field(metadata, 'citationSources') ?? field(metadata, 'citations')).flatMap(
    ({ uri, title, license, startIndex, endIndex }) => {
      const url = textOf(uri)
      const places = { start_index: toIndex(at(startIndex)), end_index: toIndex(at(endIndex)) }
      return url === undefined
        ? []
        : [citation({ url, title: textOf(title), license: textOf(license), ...places })]
    },
  )
}

const citation = (source: JsonObject): JsonObject => ({
  type: 'url_citation',
  url_citation: compact(source),
})

/** A function from a place in bytes to one in characters. */
function byteIndex(text: string): (bytes: number) => number {
  const encoded = new TextEncoder().encode(text)
  const decoder = new TextDecoder()
  return (bytes) => decoder.decode(encoded.subarray(0, bytes)).length
}
