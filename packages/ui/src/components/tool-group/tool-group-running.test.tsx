import type { LiveCall } from '@antiphon/core'
import { act, cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { storyCall } from '../../fixtures/story-calls.js'
import { ToolGroup } from './tool-group.js'
import '../../testing/late-parts.js'

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('the seconds of twenty running calls are counted by one timer, which ends with them', () => {
  const calls = Array.from({ length: 20 }, (_, index) => storyCall('run', {}, { state: 'running', index }))
  const live: Record<number, LiveCall> = {}
  calls.forEach((_, index) => (live[index] = { state: 'running', startedAt: 1_000_000 - index * 1_000 }))
  const { container, rerender } = render(<ToolGroup calls={calls} live={live} />)
  const shown = (): string[] =>
    [...container.querySelectorAll('[data-slot=elapsed]')].map(({ textContent }) => textContent)
  expect(shown().slice(0, 4)).toEqual(['19 s', '', '1.0 s', '2.0 s'])
  // Beside those of the folds, which end by themselves.
  act(() => void vi.advanceTimersByTime(1_000))
  expect(vi.getTimerCount()).toBe(1)
  expect(shown().slice(0, 4)).toEqual(['20 s', '1.0 s', '2.0 s', '3.0 s'])
  rerender(<ToolGroup calls={calls.map((call) => ({ ...call, state: 'cancelled' as const }))} />)
  act(() => void vi.advanceTimersByTime(1_000))
  expect(vi.getTimerCount()).toBe(0)
})
