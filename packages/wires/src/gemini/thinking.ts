import type { ReasoningEffort } from '@antiphon/core'

type BodyFields = Record<string, unknown>

type Thinking = Partial<Record<ReasoningEffort, BodyFields>>

/** Models that never think, or have no field for it. */
const NEVER = /gemini-(?:1|2\.0(?!.*thinking))|gemma|learnlm|-(?:image|tts)\b/i
/** From here on a level in place of a budget. */
const LEVELS = /gemini-(?:[3-9]|\d\d)/i

/** Tokens that a model of 2.5 may think, by the wish; -1 is as many as it likes. */
const BUDGETS: Partial<Record<ReasoningEffort, number>> = {
  on: -1,
  minimal: 512,
  low: 2048,
  medium: 8192,
  high: 16_384,
  max: 24_576,
}

/** The body fields of each reasoning effort for a model. The API returns thoughts only when `includeThoughts` asks for them. */
export function thinkingOf(model: string): Thinking {
  if (NEVER.test(model)) return { off: {} }
  if (LEVELS.test(model)) return levels(model)
  const words = table(BUDGETS, 'thinkingBudget')
  // Pro cannot be kept from it.
  return /pro/i.test(model) ? words : { ...words, off: config({ thinkingBudget: 0 }) }
}

function levels(model: string): Thinking {
  const words: Partial<Record<ReasoningEffort, string>> = { low: 'low', high: 'high' }
  if (!/gemini-3-pro/i.test(model)) words.medium = 'medium'
  // The least that they can do: they cannot be kept from thinking either.
  if (/flash/i.test(model)) words.minimal = 'minimal'
  return { ...table(words, 'thinkingLevel'), on: config({ includeThoughts: true }) }
}

function table(words: Partial<Record<ReasoningEffort, string | number>>, key: string): Thinking {
  return Object.fromEntries(
    Object.entries(words).map(([wish, word]) => [wish, config({ includeThoughts: true, [key]: word })]),
  )
}

const config = (thinkingConfig: BodyFields): BodyFields => ({ generationConfig: { thinkingConfig } })
