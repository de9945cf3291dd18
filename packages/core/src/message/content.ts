import { field, isRecord, textOf } from '@antiphon/base'
import { perChannel, TEXT_CHANNELS, textsOf, type TextChannel } from './text-channels.js'
import type { AssistantMessage, ContentPart, KnownPart, UnknownPart } from './types.js'

/**
 * The text fields that each known part must have in its body. The body of a `file` part is its field `file`; that of a text
 * part is the text itself.
 */
const BODIES = new Map<unknown, readonly string[]>([
  ['text', []],
  ['image_url', ['url']],
  ['input_audio', ['data', 'format']],
  ['file', []],
])

export const isKnownType = (type: unknown): boolean => BODIES.has(type)

/**
 * True when the part is of a known kind and has the fields of that kind, so `part.type` narrows it. A part from a server or
 * a file may claim to be an image and hold none.
 */
export function isKnownPart(part: unknown): part is KnownPart {
  const type = field(part, 'type')
  const body = field(part, type as string)
  if (type === 'text') return typeof body === 'string'
  return isRecord(body) && BODIES.get(type)?.every((key) => typeof body[key] === 'string') === true
}

/** A part of a kind that this kit does not know, with all its fields: `unknownPart({ type: 'video_url', video_url })`. */
export function unknownPart<Part extends { type: string }>(
  part: Part & (Part['type'] extends KnownPart['type'] ? never : unknown),
): UnknownPart {
  return part as unknown as UnknownPart
}

/** The text of a text part; undefined for any other value. */
export function partText(part: unknown): string | undefined {
  return isKnownPart(part) && part.type === 'text' ? part.text : undefined
}

/**
 * The text of any `content`, with a bracketed word in place of what is not text: `[image]`, `[audio]`, `[file: name]`.
 * For requests to models that take text only, for copying and for search.
 */
export function contentToText(content: string | readonly ContentPart[] | null | undefined): string {
  if (content == null) return ''
  if (typeof content === 'string') return content
  let text = ''
  for (const [at, part] of content.entries()) {
    // A sentence does not run into the word for a picture, nor the word into a sentence.
    const isBetween = at > 0 && (part.type === 'text') !== (content[at - 1]!.type === 'text')
    const next = partToText(part)
    text += text && isBetween && /^\S\S/.test(text.slice(-1) + next) ? `\n${next}` : next
  }
  return text
}

function partToText(part: ContentPart): string {
  switch (part.type) {
    case 'text':
      return partText(part) ?? ''
    case 'image_url':
      return '[image]'
    case 'input_audio':
      return '[audio]'
    case 'file': {
      const name = textOf(field(field(part, 'file'), 'filename'))
      return name ? `[file: ${name}]` : '[file]'
    }
    default:
      return `[${part.type}]`
  }
}

/**
 * A stretch of an answer, in order of arrival. `key` is stable while the message grows. For reasoning, `ms` is its
 * duration, and `encrypted` says that the provider does not show it.
 * A spoken answer has a transcript, and its sound once it has ended.
 */
export type MessagePart =
  | { type: TextChannel; key: string; text: string; ms?: number; encrypted?: boolean }
  | { type: 'tool_calls'; key: string; callIndexes: number[] }
  | { type: 'image'; key: string; part: ContentPart }
  | { type: 'audio'; key: string; audio: NonNullable<AssistantMessage['audio']> }

/**
 * The parts of an answer, derived from its fields and `segments`. A message without segments (pasted from elsewhere) gives
 * its texts in the usual order (reasoning, text, refusal), then its calls. Calls that arrived side by side share one part.
 * Text and calls outside of all segments are appended, so nothing stored is left out.
 */
export function messageParts(message: AssistantMessage): MessagePart[] {
  const parts: MessagePart[] = []
  const texts = textsOf(message)
  const covered = perChannel(() => 0)
  const calls = new Set<number>()

  const addText = (type: TextChannel, start: number, end?: number, ms?: number): void => {
    const text = texts[type].slice(start, end)
    covered[type] = Math.max(covered[type], end ?? 0)
    // White space between two calls says nothing and would only split the group of calls.
    if (!text.trim()) return
    parts.push({ type, key: `${type}-${start}`, text, ...(type === 'reasoning' && { ms }) })
  }
  const addCall = (index: number): void => {
    if (calls.has(index) || !message.tool_calls?.[index]) return
    calls.add(index)
    const last = parts.at(-1)
    if (last?.type === 'tool_calls') last.callIndexes.push(index)
    else parts.push({ type: 'tool_calls', key: `calls-${index}`, callIndexes: [index] })
  }

  for (const segment of message.segments ?? []) {
    if (segment.type === 'tool_call') addCall(segment.index)
    else addText(segment.type, segment.start, segment.end, segment.ms)
  }
  for (const { name } of TEXT_CHANNELS) addText(name, covered[name])
  message.tool_calls?.forEach((_, index) => addCall(index))
  message.images?.forEach((part, index) => parts.push({ type: 'image', key: `image-${index}`, part }))
  const { audio } = message
  if (audio?.data || audio?.transcript) parts.push({ type: 'audio', key: 'audio', audio })

  if (!message.reasoning && message.reasoning_details?.some(({ type }) => type === 'reasoning.encrypted')) {
    parts.unshift({ type: 'reasoning', key: 'reasoning-encrypted', text: '', encrypted: true })
  }
  return parts
}
