import { expect, it } from 'vitest'
import { betterOf, type Figures } from './figures.js'

const better = (...all: Figures[]): string[] => betterOf(all).map((keys) => [...keys].join(' '))

it('of two answers the one with less is better, figure by figure', () => {
  const one = { durationMs: 4100, outputTokens: 212, cost: { amount: 0.002, currency: 'USD' } }
  const other = { durationMs: 11_600, outputTokens: 164, cost: { amount: 0.003, currency: 'USD' } }
  expect(better(one, other)).toEqual(['durationMs cost', 'outputTokens'])
})

it('equal figures, unknown ones, and costs in two currencies have no better one', () => {
  expect(better({ durationMs: 5 }, { durationMs: 5 })).toEqual(['', ''])
  // Both are shown as 0.7 s.
  expect(better({ durationMs: 720 }, { durationMs: 741 })).toEqual(['', ''])
  expect(better({ outputTokens: 5 }, {})).toEqual(['', ''])
  expect(better({ cost: { amount: 1, currency: 'USD' } }, { cost: { amount: 2, currency: 'EUR' } })).toEqual([
    '',
    '',
  ])
})
