import { type ContentPart, type Usage, contentToText } from '@antiphon/core'
import { base64Url, compact, numberOf, sniffMimeType, textOf, type JsonObject } from '@antiphon/base'
import type { Metadata } from './local-fields.js'
import { textUrl } from './content.js'

/** The keys of an entry that the message does not have, under the name of the format. */
export function restOf(prefix: string, entry: JsonObject, ...used: readonly string[]): Metadata {
  return Object.fromEntries(
    Object.entries(entry)
      .filter(([key, value]) => !used.includes(key) && value !== undefined && value !== null)
      .map(([key, value]) => [prefix + key, value]),
  )
}

interface Counts {
  /** Tokens of the request, those from the cache among them. */
  input?: unknown
  output?: unknown
  total?: unknown
  reasoning?: unknown
  cached?: unknown
  cacheWrite?: unknown
  /** In US dollars. */
  cost?: unknown
}

/** Token counts that a session reports; undefined when it reports none. */
export function usageFrom(counts: Counts, raw?: unknown): Usage | undefined {
  const cost = numberOf(counts.cost)
  const usage = compact<Omit<Usage, 'origin'>>({
    inputTokens: numberOf(counts.input),
    outputTokens: numberOf(counts.output),
    totalTokens: numberOf(counts.total),
    reasoningTokens: numberOf(counts.reasoning),
    cachedInputTokens: numberOf(counts.cached),
    cacheWriteInputTokens: numberOf(counts.cacheWrite),
    cost: cost === undefined ? undefined : { amount: cost, currency: 'USD' },
  })
  if (Object.keys(usage).length === 0) return undefined
  return { ...usage, origin: 'reported', ...(raw !== undefined && { raw }) }
}

/** An inline picture. Base64 without a type is named by its first bytes. */
export function imagePart(data: string, mimeType?: unknown): ContentPart {
  const mime = textOf(mimeType) ?? sniffMimeType(data) ?? 'image/png'
  return {
    type: 'image_url',
    image_url: { url: /^(?:data|https?):/i.test(data) ? data : base64Url(mime, data) },
  }
}

/** A text as a file of a prompt. Half of a surrogate pair has no bytes, so a text with one stays a text part. */
export function textFile(text: string, filename: string | undefined): ContentPart {
  const file_data = textUrl('text/plain', text)
  return file_data === undefined
    ? { type: 'text', text }
    : { type: 'file', file: compact({ filename, file_data }) }
}

/** Content as a text where it is only that. */
export function plainContent(parts: readonly ContentPart[]): string | ContentPart[] {
  if (parts.length === 0) return ''
  const isPlain = parts.every((part) => part.type === 'text' && Object.keys(part).length === 2)
  return isPlain ? parts.map((part) => contentToText([part])).join('\n') : [...parts]
}
