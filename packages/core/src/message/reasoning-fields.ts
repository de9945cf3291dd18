/** The fields of a message or delta that hold visible thinking as text. The first that is not empty counts; the others repeat it (wire-facts 2.3). */
export const REASONING_FIELDS = ['reasoning_content', 'reasoning', 'reasoning_text', 'thinking'] as const

export type ReasoningField = (typeof REASONING_FIELDS)[number]

export function isReasoningField(name: string): name is ReasoningField {
  return (REASONING_FIELDS as readonly string[]).includes(name)
}
