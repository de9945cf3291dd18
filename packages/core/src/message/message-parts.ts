import type { AssistantMessage, ContentPart, Segment } from './types.js'

/** A stretch of an answer, in order of arrival. `key` is stable while the message grows. */
export type MessagePart =
  | { type: 'reasoning'; key: string; text: string; ms?: number; encrypted?: boolean }
  | { type: 'text'; key: string; text: string }
  | { type: 'refusal'; key: string; text: string }
  | { type: 'tool_calls'; key: string; callIndexes: number[] }
  | { type: 'image'; key: string; part: ContentPart }

/**
 * The parts of an answer, derived from its fields and `segments`. A message without segments (pasted from elsewhere)
 * reads as reasoning, text, refusal, calls. Calls that arrived side by side share one part. What the segments do not
 * cover is appended, so nothing stored is ever left out.
 */
export function messageParts(message: AssistantMessage): MessagePart[] {
  const parts: MessagePart[] = []
  const covered = { reasoning: 0, text: 0, refusal: 0, calls: new Set<number>() }

  for (const segment of message.segments ?? []) addSegment(message, segment, parts, covered)

  addRest(parts, 'reasoning', message.reasoning, covered.reasoning)
  addRest(parts, 'text', message.content, covered.text)
  addRest(parts, 'refusal', message.refusal, covered.refusal)
  message.tool_calls?.forEach((_, index) => {
    if (!covered.calls.has(index)) addCall(parts, index)
  })
  message.images?.forEach((part, index) => parts.push({ type: 'image', key: `image-${index}`, part }))

  if (!message.reasoning && hasEncryptedReasoning(message)) {
    parts.unshift({ type: 'reasoning', key: 'reasoning-encrypted', text: '', encrypted: true })
  }
  return parts
}

type Covered = { reasoning: number; text: number; refusal: number; calls: Set<number> }

function addSegment(
  message: AssistantMessage,
  segment: Segment,
  parts: MessagePart[],
  covered: Covered,
): void {
  switch (segment.type) {
    case 'tool_call':
      if (message.tool_calls?.[segment.index] && !covered.calls.has(segment.index)) {
        covered.calls.add(segment.index)
        addCall(parts, segment.index)
      }
      return
    case 'reasoning': {
      const text = (message.reasoning ?? '').slice(segment.start, segment.end)
      covered.reasoning = Math.max(covered.reasoning, segment.end)
      if (text) parts.push({ type: 'reasoning', key: `reasoning-${segment.start}`, text, ms: segment.ms })
      return
    }
    case 'text': {
      const text = (message.content ?? '').slice(segment.start, segment.end)
      covered.text = Math.max(covered.text, segment.end)
      // White space between two calls is not an answer; it would only split the group of calls.
      if (text.trim()) parts.push({ type: 'text', key: `text-${segment.start}`, text })
      return
    }
    case 'refusal': {
      const text = (message.refusal ?? '').slice(segment.start, segment.end)
      covered.refusal = Math.max(covered.refusal, segment.end)
      if (text) parts.push({ type: 'refusal', key: `refusal-${segment.start}`, text })
      return
    }
    default:
      segment satisfies never
  }
}

function addRest(
  parts: MessagePart[],
  type: 'reasoning' | 'text' | 'refusal',
  whole: unknown,
  from: number,
): void {
  if (typeof whole !== 'string') return
  const text = whole.slice(from)
  if (text.trim()) parts.push({ type, key: `${type}-${from}`, text })
}

function addCall(parts: MessagePart[], index: number): void {
  const last = parts.at(-1)
  if (last?.type === 'tool_calls') last.callIndexes.push(index)
  else parts.push({ type: 'tool_calls', key: `calls-${index}`, callIndexes: [index] })
}

function hasEncryptedReasoning(message: AssistantMessage): boolean {
  return message.reasoning_details?.some((detail) => detail.type === 'reasoning.encrypted') ?? false
}
