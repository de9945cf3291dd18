import { act, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { FixedTime, useNow } from './use-now.js'

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }))
afterEach(() => void vi.useRealTimers())

function Seconds({ active = true, interval }: { active?: boolean; interval?: number }) {
  return <i>{useNow(active, interval) / 1_000}</i>
}
const shown = (): string[] => [...document.querySelectorAll('i')].map(({ textContent }) => textContent)
const pass = (ms: number): Promise<unknown> => act(() => vi.advanceTimersByTimeAsync(ms))

it('rows with one interval share a timer, which ends with the last of them', async () => {
  const view = render([<Seconds key="a" />, <Seconds key="b" />])
  expect(vi.getTimerCount()).toBe(1)
  await pass(200)
  expect(shown()).toEqual(['1000.2', '1000.2'])
  view.rerender([<Seconds key="a" />, <Seconds key="b" active={false} />])
  expect(vi.getTimerCount()).toBe(1)
  view.unmount()
  expect(vi.getTimerCount()).toBe(0)
})

it('a clock that nobody used meanwhile shows the present', async () => {
  render(<Seconds />).unmount()
  await pass(60_000)
  render(<Seconds />)
  expect(shown()).toEqual(['1060'])
})

it.each([0, Infinity])('an interval of %s has no timer', async (interval) => {
  render(<Seconds interval={interval} />)
  expect(vi.getTimerCount()).toBe(0)
})

it('a fixed time does not move', async () => {
  render(
    <FixedTime at={5_000}>
      <Seconds />
    </FixedTime>,
  )
  await pass(500)
  expect([shown(), vi.getTimerCount()]).toEqual([['5'], 0])
})
