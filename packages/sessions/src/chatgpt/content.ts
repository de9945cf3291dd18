import type { ContentPart } from '@antiphon/core'
import { compact, entriesIn, isRecord, textOf, type JsonObject, listOf } from '@antiphon/base'
import { foreignPart, plainContent } from '@antiphon/transcripts/toolkit'

/** Texts of a content, whatever its type: parts may be objects with a text. */
export function contentText(content: JsonObject): string {
  const { text, result, parts } = content
  const said = textOf(text) ?? textOf(result)
  if (said !== undefined) return said
  return entriesIn(parts)
    .flatMap((part: unknown) =>
      typeof part === 'string' ? part : isRecord(part) ? (textOf(part.text) ?? []) : [],
    )
    .join('\n')
}

/** A content as parts: texts, and files by their id, because the export does not hold the files themselves. */
export function contentParts(content: JsonObject): string | ContentPart[] {
  const { parts } = content
  if (typeof parts !== 'object' || parts === null) return contentText(content)
  return plainContent(
    entriesIn(parts).flatMap((part: unknown): ContentPart[] => {
      if (typeof part === 'string') return part === '' ? [] : [{ type: 'text', text: part }]
      if (!isRecord(part)) return []
      const file = filePart(part)
      if (file) return [file]
      const text = textOf(part.text)
      return [text === undefined ? foreignPart('chatgpt', part.content_type, part) : { type: 'text', text }]
    }),
  )
}

function filePart(part: JsonObject): ContentPart | undefined {
  const pointer = textOf(part.asset_pointer)
  if (pointer === undefined) return undefined
  const id = pointer.replace(/^(?:file-service|sediment):\/\//, '')
  return { type: 'file', file: compact({ file_id: id, filename: id }) }
}

/** A quote of a page, with where it is from. */
export function quoteText({ url, title, text }: JsonObject): string {
  const head = [textOf(title), textOf(url)].filter(Boolean).join(' ')
  return [head, textOf(text)].filter(Boolean).join('\n\n')
}

/** Turns citation marks, which use private characters, into links. Without marks the text stays as it was. */
export function withLinks(text: string, metadata: JsonObject): string {
  const references = listOf(metadata.content_references)
  let linked = text
  for (const reference of references.filter(isRecord)) {
    const mark = textOf(reference.matched_text)
    if (mark === undefined || !/[\uE200-\uE202]/.test(mark)) continue
    linked = linked.replaceAll(mark, () => linkOf(reference))
  }
  return linked
}

function linkOf(reference: JsonObject): string {
  const alt = textOf(reference.alt)
  if (alt !== undefined) return alt
  const items = Array.isArray(reference.items) ? reference.items.filter(isRecord) : []
  const links = items.flatMap(({ title, url }) =>
    typeof url === 'string' ? [`[${textOf(title) ?? url}](${url})`] : [],
  )
  return links.length > 0 ? `(${links.join(', ')})` : ''
}
