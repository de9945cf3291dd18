import type { Message, Usage } from '@antiphon/core'

/** Price of a model, per million tokens. */
export interface ModelPrice {
  /** Id of the model. One that ends in `*` is for all ids that begin so. */
  model: string
  input: number
  output: number
  /** Price of input read from a cache. Default: that of other input. */
  cached?: number
}

/** Prices that a person or a host wrote down. */
export interface PriceTable {
  /** ISO code, such as `USD`. */
  currency: string
  models: readonly ModelPrice[]
}

/** The price of a model: of the id itself, else of the longest beginning that fits. */
export function priceOf({ models }: PriceTable, model: string): ModelPrice | undefined {
  const exact = models.find((price) => price.model === model)
  if (exact) return exact
  return models
    .filter((price) => price.model.endsWith('*') && model.startsWith(price.model.slice(0, -1)))
    .toSorted((a, b) => b.model.length - a.model.length)[0]
}

const MILLION = 1_000_000

/**
 * The cost of an answer: as the server said, or computed from its tokens and the table. Undefined when neither is known. Estimated
 * tokens give an estimated cost.
 */
export function costOf(
  usage: Usage | undefined,
  model: string | undefined,
  table: PriceTable,
): Usage['cost'] | undefined {
  if (!usage) return undefined
  if (usage.cost) return usage.cost
  const price = model === undefined ? undefined : priceOf(table, model)
  const { inputTokens, outputTokens, cachedInputTokens = 0 } = usage
  if (!price || (inputTokens === undefined && outputTokens === undefined)) return undefined
  const cached = Math.min(cachedInputTokens, inputTokens ?? 0)
  const amount =
    (((inputTokens ?? 0) - cached) * price.input +
      cached * (price.cached ?? price.input) +
      (outputTokens ?? 0) * price.output) /
    MILLION
  return { amount, currency: table.currency }
}

/** The cost of a conversation. */
export interface ThreadCost {
  tokens: number
  /** One for each currency that occurs. */
  costs: NonNullable<Usage['cost']>[]
  /** Answers with figures, but without a price. */
  unpriced: number
}

/** Adds up all answers of a thread, whatever branch they are in: each was paid for. */
export function threadCost(messages: readonly Message[], table: PriceTable): ThreadCost {
  const total: ThreadCost = { tokens: 0, costs: [], unpriced: 0 }
  for (const message of messages) {
    if (message.role !== 'assistant' || !message.usage) continue
    const { usage, model } = message
    const { totalTokens, inputTokens = 0, outputTokens = 0 } = usage
    total.tokens += totalTokens ?? inputTokens + outputTokens
    const cost = costOf(usage, model, table)
    if (!cost) total.unpriced++
    else add(total.costs, cost)
  }
  return total
}

function add(costs: ThreadCost['costs'], { amount, currency }: NonNullable<Usage['cost']>): void {
  const same = costs.find((cost) => cost.currency === currency)
  if (same) same.amount += amount
  else costs.push({ amount, currency })
}
