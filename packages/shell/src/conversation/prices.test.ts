import type { Message, Usage } from '@antiphon/core'
import { expect, test } from 'vitest'
import { costOf, priceOf, threadCost, type PriceTable } from './prices.js'

const table: PriceTable = {
  currency: 'USD',
  models: [
    { model: 'gpt-*', input: 1, output: 4 },
    { model: 'gpt-4o*', input: 2.5, output: 10, cached: 1.25 },
    { model: 'gpt-4o-mini', input: 0.15, output: 0.6 },
  ],
}
const usage = (more: Partial<Usage>): Usage => ({ origin: 'reported', ...more })
const answer = (model: string, more: Partial<Usage>): Message => ({
  role: 'assistant',
  content: '',
  model,
  usage: usage(more),
})

test('a price is that of the id, else of the longest beginning', () => {
  expect(priceOf(table, 'gpt-4o-mini')?.input).toBe(0.15)
  expect(priceOf(table, 'gpt-4o-2024')?.input).toBe(2.5)
  expect(priceOf(table, 'gpt-5')?.input).toBe(1)
  expect(priceOf(table, 'qwen3')).toBeUndefined()
})

test('a cost follows from the tokens, those of the cache by their own price; what the server said counts more', () => {
  const tokens = { inputTokens: 1_000_000, cachedInputTokens: 400_000, outputTokens: 100_000 }
  expect(costOf(usage(tokens), 'gpt-4o', table)).toEqual({ amount: 1.5 + 0.5 + 1, currency: 'USD' })
  expect(costOf(usage(tokens), 'gpt-4o-mini', table)?.amount).toBeCloseTo(0.21)
  expect(costOf(usage({ ...tokens, cost: { amount: 9, currency: 'EUR' } }), 'gpt-4o', table)).toEqual({
    amount: 9,
    currency: 'EUR',
  })
  expect(costOf(usage({}), 'gpt-4o', table)).toBeUndefined()
  expect(costOf(usage(tokens), 'qwen3', table)).toBeUndefined()
  expect(costOf(usage(tokens), undefined, table)).toBeUndefined()
  expect(costOf(undefined, 'gpt-4o', table)).toBeUndefined()
})

test('a thread adds up its answers, each currency for itself, and says how many had no price', () => {
  const messages = [
    answer('gpt-4o', { inputTokens: 1_000_000, outputTokens: 0 }),
    answer('gpt-4o', { totalTokens: 5, cost: { amount: 0.5, currency: 'EUR' } }),
    answer('gpt-4o', { inputTokens: 1_000_000, outputTokens: 1_000_000 }),
    answer('local', { inputTokens: 7, outputTokens: 3 }),
    { role: 'user' as const, content: 'hi' },
  ]
  expect(threadCost(messages, table)).toEqual({
    tokens: 3_000_015,
    costs: [
      { amount: 15, currency: 'USD' },
      { amount: 0.5, currency: 'EUR' },
    ],
    unpriced: 1,
  })
})
