import { field, isRecord } from '../errors/is-record.js'
import type { Usage } from '../message/types.js'

/**
 * Any server's `usage` object in the kit's words (wire-facts 2.7). What was not reported stays absent. Where
 * `completion_tokens` leaves out the thinking (xAI), it is added, so `outputTokens` is always all that was written.
 */
export function normalizeUsage(raw: unknown): Usage | undefined {
  if (!isRecord(raw)) return undefined
  const input = raw.prompt_tokens_details ?? raw.input_tokens_details
  const output = raw.completion_tokens_details ?? raw.output_tokens_details
  const inputTokens = count(raw.prompt_tokens, raw.input_tokens)
  const totalTokens = count(raw.total_tokens)
  const reasoningTokens = count(field(output, 'reasoning_tokens'), raw.reasoning_tokens)
  let outputTokens = count(raw.completion_tokens, raw.output_tokens)
  // A difference that equals the thinking shows that the completion leaves it out. NaN, where one is absent, never does.
  const missing = totalTokens! - inputTokens! - outputTokens!
  if (reasoningTokens && missing === reasoningTokens) outputTokens! += missing
  // A number (OpenRouter) or an object with a total (Perplexity), in US dollars.
  const amount = count(raw.cost, field(raw.cost, 'total_cost'), raw.total_cost)
  const known = {
    inputTokens,
    outputTokens,
    totalTokens,
    reasoningTokens,
    cachedInputTokens: count(
      field(input, 'cached_tokens'),
      raw.prompt_cache_hit_tokens,
      raw.cached_tokens,
      raw.cache_read_input_tokens,
    ),
    cacheWriteInputTokens: count(
      field(input, 'cache_write_tokens'),
      field(input, 'cache_creation_tokens'),
      raw.cache_creation_input_tokens,
    ),
    cost: amount === undefined ? undefined : { amount, currency: 'USD' },
  }
  const entries = Object.entries(known).filter(([, value]) => value !== undefined)
  return entries.length > 0 ? { origin: 'reported', raw, ...Object.fromEntries(entries) } : undefined
}

function count(...candidates: unknown[]): number | undefined {
  return candidates.find(
    (value): value is number => typeof value === 'number' && value >= 0 && value < Infinity,
  )
}
