import type { JsonObject } from '@antiphon/base'

/** Token counts and times of the last line, the counts in the words of chat completions too. */
export function usageOfOllama(line: JsonObject): JsonObject | undefined {
  const { prompt_eval_count: given, eval_count: made } = line
  const own = Object.entries(line).filter(([key]) => /_(?:count|duration)$/.test(key))
  if (own.length === 0) return undefined
  const total = typeof given === 'number' && typeof made === 'number' ? given + made : undefined
  return {
    ...Object.fromEntries(own),
    prompt_tokens: given,
    completion_tokens: made,
    total_tokens: total,
  }
}
