import { describe, expect, test } from 'vitest'
import { parseDuration, parseRetryAfter, parseRetryText } from './retry-after.js'

const now = () => Date.parse('Wed, 21 Oct 2026 07:28:00 GMT')

describe('how long the server asks us to wait (docs/wire 3.2)', () => {
  test.each<[Record<string, string>, number | undefined]>([
    [{ 'retry-after-ms': '1500', 'retry-after': '9' }, 1500],
    [{ 'Retry-After': '2' }, 2000],
    [{ 'retry-after': '0.25' }, 250],
    [{ 'retry-after': 'Wed, 21 Oct 2026 07:28:30 GMT' }, 30_000],
    [{ 'retry-after': 'Wed, 21 Oct 2020 07:28:30 GMT' }, 0],
    [{ 'retry-after': '1m30s' }, 90_000],
    [{ 'retry-after': '-5' }, undefined],
    [{ 'retry-after': 'soon' }, undefined],
    [{ 'retry-after': '' }, undefined],
    [{ 'x-ratelimit-remaining-requests': '0', 'x-ratelimit-reset-requests': '6m0s' }, 360_000],
    [{ 'x-ratelimit-remaining-requests': '7', 'x-ratelimit-reset-requests': '6m0s' }, undefined],
    [{ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(now() + 4000) }, 4000],
    [{}, undefined],
  ])('%j is %s ms', (headers, ms) => {
    expect(parseRetryAfter(headers, now)).toBe(ms)
    expect(parseRetryAfter(new Headers(headers), now)).toBe(ms)
  })

  test('durations and sentences', () => {
    expect(parseDuration('1h2m3.5s')).toBe(3_723_500)
    expect(parseDuration('120ms')).toBe(120)
    expect(parseDuration('12')).toBeUndefined()
    expect(parseRetryText('Rate limit reached. Please try again in 1.2s. Visit')).toBe(1200)
    expect(parseRetryText('try again in a while')).toBeUndefined()
  })
})
