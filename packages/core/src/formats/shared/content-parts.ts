import { field, isRecord, type JsonObject } from '../../errors/is-record.js'
import { contentToText } from '../../message/content-to-text.js'
import type { ContentPart } from '../../message/types.js'
import type { ReportLoss } from '../format-types.js'
import { isBinary } from './plain-copy.js'
import { sortedJson } from './sorted-json.js'

/** A known part must have what its readers rely on. Parts of other kinds may hold anything. */
const isWellFormed: Record<string, (part: JsonObject) => boolean> = {
  text: (part) => typeof part.text === 'string',
  image_url: (part) => typeof field(part.image_url, 'url') === 'string',
  input_audio: (part) =>
    typeof field(part.input_audio, 'data') === 'string' &&
    typeof field(part.input_audio, 'format') === 'string',
  file: (part) => isRecord(part.file),
}

/** The parts of a content array in our shape. What is no part becomes text that shows it, with a loss. */
export function readParts(list: readonly unknown[], where: string, report: ReportLoss): ContentPart[] {
  return list.map((entry, i) => readPart(entry, `${where}[${i}]`, report))
}

function readPart(entry: unknown, where: string, report: ReportLoss): ContentPart {
  if (isRecord(entry) && !isBinary(entry) && typeof entry.type === 'string') {
    // Mistral writes the address without its object.
    const part =
      entry.type === 'image_url' && typeof entry.image_url === 'string'
        ? { ...entry, image_url: { url: entry.image_url } }
        : entry
    if ((isWellFormed[entry.type] ?? isRecord)(part)) return part as ContentPart
  }
  const shown = { type: 'text', text: typeof entry === 'string' ? entry : sortedJson(entry) }
  report('malformed_part', where, entry, shown)
  return shown
}

/** Content of a user or tool message: a text, or a list of parts; null and absent are an empty text. */
export function readContent(value: unknown, where: string, report: ReportLoss): string | ContentPart[] {
  if (typeof value === 'string') return value
  if (value === undefined || value === null) return ''
  if (Array.isArray(value)) return readParts(value, where, report)
  const [part] = readParts([value], where, report)
  return [part!]
}

/** Content of a message that can only be text. */
export function readTextContent(value: unknown, where: string, report: ReportLoss): string {
  return contentToText(readContent(value, where, report))
}

/** The same content without parts: each that is not text is a word in brackets, with a loss. */
export function flattenContent(
  content: string | readonly ContentPart[],
  where: string,
  report: ReportLoss,
): string {
  if (typeof content === 'string') return content
  const text = contentToText(content)
  if (content.some((part) => part.type !== 'text')) report('part', where, content, text)
  return text
}

/** A part that only another system's reader could make, such as `agentkit.Video`. No server knows it. */
export function isForeignPart({ type }: ContentPart): boolean {
  return type.includes('.')
}

/** A part that the other system has no place for, as text that names it. */
export function placeholderPart(
  part: ContentPart,
  where: string,
  report: ReportLoss,
): { type: 'text'; text: string } {
  const shown = { type: 'text' as const, text: contentToText([part]) }
  report('part', where, part, shown)
  return shown
}
