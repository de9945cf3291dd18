import { field, isPlainRecord, sameList, type ReportReading } from '@antiphon/base'
import { isKnownPart, isKnownType } from './content.js'
import type { ContentPart, UnknownPart } from './types.js'

/** Turns a value that is not a text into one to show. */
export type ShowValue = (value: unknown) => string

function isUnknownPart(value: unknown): value is UnknownPart {
  return isPlainRecord(value) && typeof value.type === 'string' && !isKnownType(value.type)
}

/** Whether a value is a part: of a known kind with the fields that this kind needs, or of an unknown kind. */
export function isContentPart(value: unknown): value is ContentPart {
  return isKnownPart(value) || isUnknownPart(value)
}

/** A part in our shape. Any other value becomes a text that shows it, and is reported. */
export function readPart(entry: unknown, where: string, report: ReportReading, show: ShowValue): ContentPart {
  // Mistral writes the address without its object.
  const url = field(entry, 'type') === 'image_url' && field(entry, 'image_url')
  const part = typeof url === 'string' ? { ...(isPlainRecord(entry) && entry), image_url: { url } } : entry
  if (isContentPart(part)) return part
  const shown: ContentPart = { type: 'text', text: typeof entry === 'string' ? entry : show(entry) }
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
  const content = value ?? ''
  if (typeof content === 'string') return content
  return readParts(Array.isArray(content) ? content : [content], where, report, show)
}
