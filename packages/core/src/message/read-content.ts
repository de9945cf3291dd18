import { field, isRecord } from '../lib/json.js'
import { isPlainRecord, sameList, type ReportReading } from './read-fields.js'
import type { ContentPart } from './types.js'

/** The text of a value that is no text, to look at. */
export type ShowValue = (value: unknown) => string

/** A known part must have what its readers rely on. Parts of other kinds may hold anything. */
function isPart(value: unknown): value is ContentPart {
  if (!isPlainRecord(value)) return false
  const { type } = value
  const has = (inner: unknown, ...keys: string[]): boolean =>
    keys.every((key) => typeof field(inner, key) === 'string')
  if (type === 'image_url') return has(value[type], 'url')
  if (type === 'input_audio') return has(value[type], 'data', 'format')
  if (type === 'file') return isRecord(value[type])
  return has(value, 'type', ...(type === 'text' ? [type] : []))
}

/** A part in our shape. What is no part becomes text that shows it, and is reported. */
export function readPart(entry: unknown, where: string, report: ReportReading, show: ShowValue): ContentPart {
  // Mistral writes the address without its object.
  const url = field(entry, 'type') === 'image_url' && field(entry, 'image_url')
  const part = typeof url === 'string' ? { ...(entry as object), image_url: { url } } : entry
  if (isPart(part)) return part
  const shown = { type: 'text', text: typeof entry === 'string' ? entry : show(entry) }
  report('malformed_part', where, entry, shown)
  return shown
}

/** The parts of a content array; the list itself where each fits. */
export function readParts(
  list: readonly unknown[],
  where: string,
  report: ReportReading,
  show: ShowValue,
): ContentPart[] {
  return sameList(
    list,
    list.map((entry, i) => readPart(entry, `${where}[${i}]`, report, show)),
  )
}

/** Content of a user or tool message: a text, or a list of parts; null and absent are an empty text. */
export function readContent(
  value: unknown,
  where: string,
  report: ReportReading,
  show: ShowValue,
): string | ContentPart[] {
  if (typeof value === 'string') return value
  return value === undefined || value === null
    ? ''
    : readParts(Array.isArray(value) ? value : [value], where, report, show)
}
