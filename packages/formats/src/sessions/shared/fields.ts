import { type ContentPart, type Usage, contentToText } from '@antiphon/core'
import { compact, isRecord, type JsonObject, parseJson, base64Url, sniffMimeType } from '@antiphon/base'

import type { Metadata } from '../../shared/local-fields.js'

/** A text, or undefined for anything else and for an empty one. */
export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

/** A text, or an empty one for anything else. `String` throws for an object that has a `toString` of its own. */
export const wordOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** A number, also one that was written as a text. */
export function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

/** Seconds below, milliseconds above: the year 5138 in the one, 1973 in the other. */
const MILLISECONDS = 1e11

/** Epoch ms of a time: ISO text, seconds or milliseconds as a number or as text. */
export function timeOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d{9,}(?:\.\d+)?$/.test(value) ? Number(value) : value
  if (typeof number === 'number') {
    if (!Number.isFinite(number) || number <= 0) return undefined
    return Math.round(number < MILLISECONDS ? number * 1000 : number)
  }
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(time) ? undefined : time
}

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
export function usageOf(counts: Counts, raw?: unknown): Usage | undefined {
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

/** The sum of those that are numbers; undefined when none is. */
export function sumOf(...values: readonly unknown[]): number | undefined {
  const numbers = values.flatMap((value) => numberOf(value) ?? [])
  return numbers.length > 0 ? numbers.reduce((sum, value) => sum + value, 0) : undefined
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
  try {
    const file_data = `data:text/plain;charset=utf-8,${encodeURIComponent(text)}`
    return { type: 'file', file: compact({ filename, file_data }) }
  } catch {
    return { type: 'text', text }
  }
}

/** Content as a text where it is only that. */
export function plainContent(parts: readonly ContentPart[]): string | ContentPart[] {
  if (parts.length === 0) return ''
  const isPlain = parts.every((part) => part.type === 'text' && Object.keys(part).length === 2)
  return isPlain ? parts.map((part) => contentToText([part])).join('\n') : [...parts]
}

/** The value of a JSON text that is an object or a list; anything else as it is. */
export function decodeJson(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value
  const decoded = parseJson(value)
  return typeof decoded === 'object' && decoded !== null ? decoded : value
}

/** Entries that should be a list: a list, an object with places as keys, or an entry alone. Nothing for nothing. */
export function entriesIn(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value
  if (value === undefined || value === null) return []
  if (!isRecord(value)) return [value]
  const keys = Object.keys(value)
  return keys.length > 0 && keys.every((key, at) => key === String(at)) ? Object.values(value) : [value]
}

/** Something that should be an object: one, or a list of only one. */
export function recordIn(value: unknown): JsonObject | undefined {
  const only: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value
  return isRecord(only) ? only : undefined
}
