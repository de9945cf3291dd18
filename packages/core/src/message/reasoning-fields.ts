/**
 * The fields of a message or delta that hold visible thinking as text (docs/wire 2.3): the first that is not empty counts,
 * the others repeat it. A provider profile adds its own as `response.reasoningFields`.
 */
export const REASONING_FIELDS = ['reasoning_content', 'reasoning', 'reasoning_text', 'thinking'] as const

export type ReasoningField = (typeof REASONING_FIELDS)[number]

/** The fields that hold thinking as a list of entries, with signatures and what is encrypted (docs/wire 2.4). */
export const REASONING_LISTS = ['reasoning_details', 'thinking_blocks'] as const

/** Is it one of `REASONING_FIELDS`? */
export function isReasoningField(name: string): name is ReasoningField {
  return (REASONING_FIELDS as readonly string[]).includes(name)
}
