import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { frameScheduler, immediateScheduler } from './scheduler.js'

let calls = 0
const callback = (): void => void calls++

beforeEach(() => {
  calls = 0
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Frames that come when told, as in a page. */
function stubFrames() {
  const due = new Map<number, () => void>()
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => due.set(due.size, run) && due.size - 1)
  vi.stubGlobal('cancelAnimationFrame', (handle: number) => due.delete(handle))
  return { due, frame: () => due.forEach((run) => run()) }
}

describe('with frames', () => {
  it('publishes with the next one, once', () => {
    const { due, frame } = stubFrames()
    frameScheduler.schedule(callback)
    expect(calls).toBe(0)
    frame()
    expect([calls, due.size, vi.getTimerCount()]).toEqual([1, 0, 0])
  })

  it('publishes after 100 ms when none comes, and no frame comes late', () => {
    const { due } = stubFrames()
    frameScheduler.schedule(callback)
    vi.advanceTimersByTime(99)
    expect(calls).toBe(0)
    vi.advanceTimersByTime(1)
    expect([calls, due.size]).toEqual([1, 0])
  })

  it('publishes nothing that was cancelled', () => {
    const { due } = stubFrames()
    frameScheduler.schedule(callback)()
    expect([due.size, vi.getTimerCount(), calls]).toEqual([0, 0, 0])
  })
})

it('without frames publishes after 16 ms, unless that is cancelled', () => {
  frameScheduler.schedule(callback)
  vi.advanceTimersByTime(15)
  expect(calls).toBe(0)
  vi.advanceTimersByTime(1)
  expect(calls).toBe(1)
  frameScheduler.schedule(callback)()
  expect(vi.getTimerCount()).toBe(0)
})

it('needs no way to take a frame back', () => {
  vi.stubGlobal('requestAnimationFrame', () => 0)
  frameScheduler.schedule(callback)
  vi.advanceTimersByTime(100)
  expect(calls).toBe(1)
})

it('the immediate one publishes at once', () => {
  const cancel = immediateScheduler.schedule(callback)
  expect(calls).toBe(1)
  expect(cancel()).toBeUndefined()
})
