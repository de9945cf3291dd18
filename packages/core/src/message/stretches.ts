import type { AssistantMessage, Segment } from './types.js'

/** A stretch of an answer with its text, in order. */
export type Stretch =
  | { type: 'reasoning'; text: string }
  | { type: 'text'; text: string }
  | { type: 'refusal'; text: string }
  | { type: 'tool_call'; index: number }

const ORDER = ['reasoning', 'text', 'refusal', 'tool_call']

/**
 * The segments for stretches in this order, or undefined where the order is the usual one (reasoning, text, refusal,
 * calls, each text in one piece), which a message without segments has anyway.
 */
export function segmentsOf(stretches: readonly Stretch[]): Segment[] | undefined {
  const length = { reasoning: 0, text: 0, refusal: 0 }
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

/**
 * The stretches of an answer: by its segments where they fit its texts, else in the usual order. What the segments do
 * not cover follows at the end, so that nothing is left out.
 */
export function stretchesOf(message: AssistantMessage): Stretch[] {
  const texts = { reasoning: message.reasoning ?? '', text: message.content, refusal: message.refusal ?? '' }
  const covered = { reasoning: 0, text: 0, refusal: 0 }
  const calls = new Set<number>()
  const count = message.tool_calls?.length ?? 0
  const stretches: Stretch[] = []

  for (const segment of message.segments ?? []) {
    if (segment.type === 'tool_call') {
      if (segment.index >= count || calls.has(segment.index)) continue
      calls.add(segment.index)
      stretches.push({ type: 'tool_call', index: segment.index })
    } else {
      const { type, start, end } = segment
      // Only what joins on: a text edited since its segments were written must not lose or double anything.
      if (start !== covered[type] || end > texts[type].length || end < start) continue
      covered[type] = end
      stretches.push({ type, text: texts[type].slice(start, end) })
    }
  }
  for (const type of ['reasoning', 'text', 'refusal'] as const) {
    const text = texts[type].slice(covered[type])
    if (text) stretches.push({ type, text })
  }
  for (let index = 0; index < count; index++)
    if (!calls.has(index)) stretches.push({ type: 'tool_call', index })
  return stretches
}
