import { MAX_TIMER } from '@antiphon/base'
import { expect, it, vi } from 'vitest'
import { clientLimit, createSilenceClock } from './silence.js'

/** Limits in ms, and when they are over. */
const limits: [ms: number | undefined, over: number | undefined][] = [
  [1, 1],
  [60_000, 60_000],
  [MAX_TIMER, MAX_TIMER],
  [MAX_TIMER + 1, undefined],
  [1e10, undefined],
  [Infinity, undefined],
  [0, undefined],
  [-1, undefined],
  [-Infinity, undefined],
  [NaN, undefined],
  [undefined, undefined],
]

it('an MCP client is given a limit that a timer takes', () => {
  for (const [ms, over = MAX_TIMER] of limits)
    expect(clientLimit(ms)).toEqual(ms === undefined ? {} : { timeout: over })
})

it('a silent server is given up after its limit, and never without one', async () => {
  vi.useFakeTimers()
  try {
    for (const [ms, over] of limits.filter(([ms]) => ms !== undefined)) {
      const { signal } = createSilenceClock(ms)
      await vi.advanceTimersByTimeAsync(over ?? 2 * MAX_TIMER)
      expect([ms, signal.aborted]).toEqual([ms, over !== undefined])
    }
  } finally {
    vi.useRealTimers()
  }
})
