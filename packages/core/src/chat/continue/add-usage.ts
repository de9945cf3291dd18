import type { Usage } from '../../message/types.js'

const COUNTS = [
  'inputTokens',
  'outputTokens',
  'totalTokens',
  'reasoningTokens',
  'cachedInputTokens',
  'cacheWriteInputTokens',
] as const

/** What two requests used together. What neither reported stays absent; a cost in two currencies cannot be added up. */
export function addUsage(one: Usage, other: Usage): Usage {
  const isEstimated = one.origin === 'estimated' || other.origin === 'estimated'
  const sum: Usage = { origin: isEstimated ? 'estimated' : 'reported' }
  for (const key of COUNTS) {
    if (one[key] !== undefined || other[key] !== undefined) sum[key] = (one[key] ?? 0) + (other[key] ?? 0)
  }
  const { cost } = one
  if (!cost || !other.cost) sum.cost = cost ?? other.cost
  else if (cost.currency === other.cost.currency)
    sum.cost = { ...cost, amount: cost.amount + other.cost.amount }
  if (!sum.cost) delete sum.cost
  if (other.raw !== undefined) sum.raw = other.raw
  return sum
}
