import type { Message } from './types.js'

/** Under `metadata` of the last message of an answer: what a person thought of it. Never sent. */
const FEEDBACK_KEY = 'antiphon.feedback'

/** A person's rating of an answer. */
export type Feedback = 'good' | 'bad'

/** A person's rating of an answer; undefined when there is none. */
export function feedbackOf(message: Message | undefined): Feedback | undefined {
  const value = message?.metadata?.[FEEDBACK_KEY]
  return value === 'good' || value === 'bad' ? value : undefined
}

/** The message with what a person thinks of it; with undefined as if nobody had said. */
export function withFeedback<T extends Message>(message: T, feedback: Feedback | undefined): T {
  const { metadata, ...rest } = message
  const others = Object.entries(metadata ?? {}).filter(([key]) => key !== FEEDBACK_KEY)
  const all = feedback ? [...others, [FEEDBACK_KEY, feedback] as const] : others
  return (all.length === 0 ? rest : { ...rest, metadata: Object.fromEntries(all) }) as T
}
