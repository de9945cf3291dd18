import { isRecord, type JsonObject } from '@antiphon/base'

/**
 * Token counts of Gemini in the words of chat completions, beside its own. Thoughts are counted beside the answer, and what tools of
 * the provider read beside the prompt: both are added, so that the sum is the total.
 */
export function usageOfGemini(raw: unknown): JsonObject | undefined {
  if (!isRecord(raw)) return undefined
  const pick = (camel: string): unknown =>
    raw[camel] ?? raw[camel.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)]
  const thoughts = pick('thoughtsTokenCount')
  return {
    ...raw,
    prompt_tokens: sum(pick('promptTokenCount'), pick('toolUsePromptTokenCount')),
    completion_tokens: sum(pick('candidatesTokenCount'), thoughts),
    total_tokens: pick('totalTokenCount'),
    prompt_tokens_details: { cached_tokens: pick('cachedContentTokenCount') },
    completion_tokens_details: { reasoning_tokens: thoughts },
  }
}

function sum(...counts: unknown[]): number | undefined {
  const known = counts.filter((count) => typeof count === 'number')
  return known.length > 0 ? known.reduce((all, count) => all + count, 0) : undefined
}
