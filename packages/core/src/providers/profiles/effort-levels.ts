import type { BodyFields } from '../provider-types.js'
import type { ReasoningEffort } from '../request-policy.js'

/**
 * A thinking table for servers that spell the wish as `reasoning_effort` (wire-facts 1.2). Only words that the family
 * takes belong in it: a wish without a word of its own sends nothing and is reported.
 */
export function effortLevels(
  words: Partial<Record<ReasoningEffort, string>>,
): Partial<Record<ReasoningEffort, BodyFields>> {
  return Object.fromEntries(Object.entries(words).map(([wish, word]) => [wish, { reasoning_effort: word }]))
}

/** The three words that every endpoint with `reasoning_effort` knows. */
export const LOW_MEDIUM_HIGH = effortLevels({ low: 'low', medium: 'medium', high: 'high' })
