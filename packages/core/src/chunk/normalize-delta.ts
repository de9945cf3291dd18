import { isRecord } from '../errors/is-record.js'
import type { ReasoningDetail, UnknownPart } from '../message/types.js'
import { flatText, normalizeContent } from './normalize-content.js'
import { normalizeToolCalls } from './normalize-tool-calls.js'
import { isTooDeep, nonEmpty, readExtras, readList, readText } from './read-value.js'
import type { ChunkDelta, ReportRepair } from './types.js'

/** The alias group of visible thinking: the first that is not empty counts, the others repeat it (wire-facts 2.3). */
export const REASONING_FIELDS = ['reasoning_content', 'reasoning', 'reasoning_text', 'thinking'] as const

const KNOWN = new Set([
  ...REASONING_FIELDS,
  'role',
  'content',
  'refusal',
  'reasoning_details',
  'thinking_blocks',
  'tool_calls',
  'function_call',
  'annotations',
  'images',
  'audio',
])

/** One `delta` or `message` object in exact types. Null is no value; wrong types are reported and never thrown. */
export function normalizeDelta(
  delta: Record<string, unknown>,
  where: string,
  report: ReportRepair,
): ChunkDelta {
  const { pieces, parts } = normalizeContent(delta.content, `${where}.content`, report)
  return {
    content: pieces,
    contentParts: parts,
    reasoning: readReasoning(delta, where, report),
    reasoningDetails: readEntries(delta.reasoning_details, `${where}.reasoning_details`, report),
    thinkingBlocks: readEntries(delta.thinking_blocks, `${where}.thinking_blocks`, report),
    refusal: nonEmpty(readText(delta.refusal, 'refusal_type', `${where}.refusal`, report)),
    toolCalls: normalizeToolCalls(delta, where, report),
    annotations: readList(delta.annotations, 'annotations_type', `${where}.annotations`, report).filter(
      (entry) => entry !== null && !isTooDeep(entry),
    ),
    images: readImages(delta.images, `${where}.images`, report),
    audio: isRecord(delta.audio) ? delta.audio : undefined,
    extras: readExtras(delta, KNOWN, where, report),
  }
}

function readReasoning(
  delta: Record<string, unknown>,
  where: string,
  report: ReportRepair,
): ChunkDelta['reasoning'] {
  let seen: ChunkDelta['reasoning']
  for (const field of REASONING_FIELDS) {
    const value = delta[field]
    if (value === undefined || value === null) continue
    const text = Array.isArray(value)
      ? flatText(value)
      : readText(value, 'reasoning_type', `${where}.${field}`, report)
    if (text) return { field, text }
    if (text === '') seen ??= { field, text }
  }
  return seen
}

/** `reasoning_details` and `thinking_blocks`: entries verbatim. An empty list is a value of its own (wire-facts 2.4). */
function readEntries(value: unknown, where: string, report: ReportRepair): ReasoningDetail[] | undefined {
  if (value === undefined || value === null) return undefined
  const entries: ReasoningDetail[] = []
  readList(value, 'reasoning_details_type', where, report).forEach((entry, at) => {
    if (!isRecord(entry) || isTooDeep(entry))
      report('reasoning_details_entry', `${where}[${at}]`, String(entry), undefined)
    else if (typeof entry.type === 'string') entries.push(entry as ReasoningDetail)
    else {
      const typed = { ...entry, type: 'unknown' }
      report('reasoning_details_entry', `${where}[${at}].type`, entry.type, typed.type)
      entries.push(typed)
    }
  })
  return entries
}

function readImages(value: unknown, where: string, report: ReportRepair): UnknownPart[] {
  const images: UnknownPart[] = []
  readList(value, 'images_type', where, report).forEach((entry, at) => {
    const image = typeof entry === 'string' ? { type: 'image_url', image_url: { url: entry } } : entry
    if (isRecord(image) && !isTooDeep(image))
      images.push({ ...image, type: nonEmpty(image.type) ?? 'image_url' })
    else report('images_entry', `${where}[${at}]`, String(entry), undefined)
  })
  return images
}
