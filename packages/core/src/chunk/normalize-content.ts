import { isRecord } from '../errors/is-record.js'
import { safeStringify } from '../errors/safe-stringify.js'
import type { UnknownPart } from '../message/types.js'
import { isTooDeep } from './read-value.js'
import type { ContentPiece, ReportRepair } from './types.js'

/** `content` as pieces: a text, or Mistral's array of thinking, text and other parts (wire-facts 2.2). */
export function normalizeContent(
  content: unknown,
  where: string,
  report: ReportRepair,
): { pieces: ContentPiece[]; parts?: UnknownPart[] } {
  if (content === undefined || content === null) return { pieces: [] }
  if (typeof content === 'string') return { pieces: content === '' ? [] : [{ type: 'text', text: content }] }
  if (Array.isArray(content)) return readParts(content, where, report)
  if (isRecord(content)) {
    report('content_object', where, content, [content])
    return readParts([content], where, report)
  }
  const text = safeStringify(content)
  report('content_type', where, content, text)
  return { pieces: [{ type: 'text', text }] }
}

function readParts(
  list: unknown[],
  where: string,
  report: ReportRepair,
): { pieces: ContentPiece[]; parts: UnknownPart[] } {
  const pieces: ContentPiece[] = []
  const parts: UnknownPart[] = []
  list.forEach((entry, at) => {
    const part = toPart(entry)
    if (!part || isTooDeep(part)) {
      report('content_part', `${where}[${at}]`, part ? '(deeply nested part)' : entry, undefined)
      return
    }
    parts.push(part)
    const piece = toPiece(part)
    if (piece) pieces.push(piece)
  })
  return { pieces, parts }
}

function toPart(entry: unknown): UnknownPart | undefined {
  if (typeof entry === 'string') return { type: 'text', text: entry }
  if (!isRecord(entry)) return undefined
  const type = typeof entry.type === 'string' && entry.type !== '' ? entry.type : undefined
  return type
    ? (entry as UnknownPart)
    : { ...entry, type: typeof entry.text === 'string' ? 'text' : 'unknown' }
}

function toPiece(part: UnknownPart): ContentPiece | undefined {
  switch (part.type) {
    case 'text':
    case 'output_text':
      return part.text === '' ? undefined : { type: 'text', text: flatText(part.text) }
    case 'thinking':
    case 'reasoning':
      return { type: 'reasoning', text: flatText(part.thinking ?? part.reasoning ?? part.text) }
    case 'refusal':
      return { type: 'refusal', text: flatText(part.refusal ?? part.text) }
    default:
      return { type: 'part', part }
  }
}

/** A text, or the joined texts of a list of text parts. */
export function flatText(value: unknown): string {
  if (typeof value === 'string') return value
  if (!Array.isArray(value)) return isRecord(value) && typeof value.text === 'string' ? value.text : ''
  return value
    .map((entry) => (typeof entry === 'string' ? entry : isRecord(entry) ? flatText(entry.text) : ''))
    .join('')
}
