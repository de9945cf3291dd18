import { isRecord } from '../errors/is-record.js'
import type { Usage } from '../message/types.js'

/**
 * Any server's `usage` object in the kit's words (wire-facts 2.7). What was not reported stays absent. Where
 * `completion_tokens` leaves out the thinking (xAI), it is added, so `outputTokens` is always all that was written.
 */
export function normalizeUsage(raw: unknown): Usage | undefined {
  if (!isRecord(raw)) return undefined
  const inputTokens = count(raw.prompt_tokens, raw.input_tokens)
  const completion = count(raw.completion_tokens, raw.output_tokens)
  const totalTokens = count(raw.total_tokens)
  const inputDetails = record(raw.prompt_tokens_details) ?? record(raw.input_tokens_details)
  const outputDetails = record(raw.completion_tokens_details) ?? record(raw.output_tokens_details)
  const reasoningTokens = count(outputDetails?.reasoning_tokens, raw.reasoning_tokens)
  const cost = readCost(raw)

  const usage: Usage = { origin: 'reported', raw }
  set(usage, 'inputTokens', inputTokens)
  set(usage, 'outputTokens', withReasoning(inputTokens, completion, totalTokens, reasoningTokens))
  set(usage, 'totalTokens', totalTokens)
  set(usage, 'reasoningTokens', reasoningTokens)
  set(
    usage,
    'cachedInputTokens',
    count(
      inputDetails?.cached_tokens,
      raw.prompt_cache_hit_tokens,
      raw.cached_tokens,
      raw.cache_read_input_tokens,
    ),
  )
  set(
    usage,
    'cacheWriteInputTokens',
    count(
      inputDetails?.cache_write_tokens,
      inputDetails?.cache_creation_tokens,
      raw.cache_creation_input_tokens,
    ),
  )
  if (cost !== undefined) usage.cost = { amount: cost, currency: 'USD' }
  return Object.keys(usage).length > 2 ? usage : undefined
}

/** `total − prompt − completion` that equals the thinking shows that the completion leaves it out. */
function withReasoning(
  input?: number,
  completion?: number,
  total?: number,
  reasoning?: number,
): number | undefined {
  if (completion === undefined || !reasoning || total === undefined || input === undefined) return completion
  return total - input - completion === reasoning ? completion + reasoning : completion
}

/** A number (OpenRouter) or an object with a total (Perplexity), in US dollars. */
function readCost(raw: Record<string, unknown>): number | undefined {
  return amount(raw.cost) ?? amount(record(raw.cost)?.total_cost) ?? amount(raw.total_cost)
}

type CountKey = Exclude<keyof Usage, 'origin' | 'raw' | 'cost'>

function set(usage: Usage, key: CountKey, value: number | undefined): void {
  if (value !== undefined) usage[key] = value
}

function count(...candidates: unknown[]): number | undefined {
  return candidates.find((value): value is number => amount(value) !== undefined)
}

function amount(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined
}

function record(value: unknown): Record<string, unknown> | undefined {
  return isRecord(value) ? value : undefined
}
