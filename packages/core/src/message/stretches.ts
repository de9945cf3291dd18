import { perChannel, TEXT_CHANNELS, textsOf, type TextChannel } from './text-channels.js'
import { fieldsOf } from './wire-channels.js'
import type { AssistantMessage, Segment, ToolCall } from './types.js'

/** A stretch of an answer with its text, in order. */
export type Stretch = { type: TextChannel; text: string } | { type: 'tool_call'; index: number }

/** The same, read from a message: with the call itself. */
type MessageStretch =
  | { type: TextChannel; text: string }
  | { type: 'tool_call'; index: number; call: ToolCall }

const ORDER: readonly string[] = [...TEXT_CHANNELS.map(({ name }) => name), 'tool_call']

/**
 * The segments for stretches in this order, or undefined where the order is the usual one (that of the channels, then
 * calls, each text in one piece), which a message without segments has anyway.
 */
export function segmentsOf(stretches: readonly Stretch[]): Segment[] | undefined {
  const length = perChannel(() => 0)
  let rank = -1
  let usual = true
  const segments = stretches.map((stretch): Segment => {
    const next = ORDER.indexOf(stretch.type)
    if (next < rank || (next === rank && stretch.type !== 'tool_call')) usual = false
    rank = next
    if (stretch.type === 'tool_call') return { type: 'tool_call', index: stretch.index }
    if (stretch.text === '') usual = false
    const start = length[stretch.type]
    length[stretch.type] += stretch.text.length
    return { type: stretch.type, start, end: length[stretch.type] }
  })
  return usual ? undefined : segments
}

/** The fields of an answer that hold the texts of these stretches, and their order where it is not the usual one. */
export function joinStretches(stretches: readonly Stretch[]) {
  const texts = perChannel(() => '')
  for (const stretch of stretches) if (stretch.type !== 'tool_call') texts[stretch.type] += stretch.text
  return { ...fieldsOf(texts), segments: segmentsOf(stretches) }
}

/**
 * The stretches of an answer: by its segments where they fit its texts, else in the usual order. Text that the segments do
 * not cover follows at the end, so that nothing is left out.
 */
export function stretchesOf(message: AssistantMessage): MessageStretch[] {
  const texts = textsOf(message)
  const covered = perChannel(() => 0)
  const calls = new Map((message.tool_calls ?? []).map((call, index) => [index, call]))
  const stretches: MessageStretch[] = []

  for (const segment of message.segments ?? []) {
    if (segment.type === 'tool_call') {
      const { index } = segment
      const call = calls.get(index)
      if (call) stretches.push({ type: 'tool_call', index, call })
      calls.delete(index)
    } else {
      const { type, start, end } = segment
      // Only segments that join on count: a text that was edited later must not lose or repeat anything.
      if (start !== covered[type] || end > texts[type].length || end < start) continue
      covered[type] = end
      stretches.push({ type, text: texts[type].slice(start, end) })
    }
  }
  for (const { name } of TEXT_CHANNELS) {
    const text = texts[name].slice(covered[name])
    if (text) stretches.push({ type: name, text })
  }
  for (const [index, call] of calls) stretches.push({ type: 'tool_call', index, call })
  return stretches
}
