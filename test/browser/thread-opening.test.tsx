import { createChat } from '@antiphon/core'
import { ChatProvider } from '@antiphon/react'
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import {
  Page,
  distanceToEnd,
  drawn,
  everyMark,
  frames,
  marksIn,
  messages,
  viewport,
} from './support/long-thread.js'
import { rest } from './support/rest.js'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const written = () => document.querySelectorAll('[data-slot=turn][data-plain]').length

it('on a busy page the text of far turns comes a chunk at a time, so no task is long', async () => {
  const waiting: IdleRequestCallback[] = []
  vi.spyOn(window, 'requestIdleCallback').mockImplementation((work) => waiting.push(work))
  vi.spyOn(window, 'cancelIdleCallback').mockImplementation(() => waiting.splice(0))
  render(<Page />, { reactStrictMode: false })
  const atOnce = written()
  // Only those in the chunk of a turn that is drawn.
  expect(atOnce).toBeLessThan(2 * 16)
  await expect.poll(() => waiting.length).toBe(1)
  let last = written()
  const steps: number[] = []
  while (waiting.length > 0 && steps.length < 1000) {
    waiting.shift()!({ didTimeout: false, timeRemaining: () => 0 })
    // React draws a page of empty chunks, or a turn near the view, in a microtask.
    await Promise.resolve()
    steps.push(written() - last)
    last = written()
  }
  expect(Math.max(...steps)).toBeLessThanOrEqual(16)
  expect(marksIn(document.body.textContent)).toEqual(everyMark)
})

it('a thread opens with no layout of its own: its end is shown by the observer, before the first paint', async () => {
  const reads = vi.spyOn(Element.prototype, 'getBoundingClientRect')
  const places: number[] = []
  const top = Object.getOwnPropertyDescriptor(Element.prototype, 'scrollTop')!
  vi.spyOn(Element.prototype, 'scrollTop', 'set').mockImplementation(function (this: Element, at: number) {
    places.push(at)
    top.set!.call(this, at)
  })
  const chat = createChat({ messages, transport: { send: () => Promise.reject(new Error('none')) } })
  render(
    <ChatProvider chat={chat}>
      <Page messages={undefined} />
    </ChatProvider>,
    { reactStrictMode: false },
  )
  expect(drawn().length).toBeGreaterThan(0)
  expect(places).toEqual([])
  expect(reads).not.toHaveBeenCalled()
  // Observers that are made now are called after those of the thread, and before the frame is painted.
  const shown = await new Promise<number>((resolve) => {
    const observer = new ResizeObserver(() => {
      observer.disconnect()
      resolve(viewport().scrollHeight - viewport().clientHeight - viewport().scrollTop)
    })
    observer.observe(viewport())
  })
  expect(Math.abs(shown)).toBeLessThanOrEqual(1)
  await frames(2)
  expect(Math.abs(distanceToEnd())).toBeLessThanOrEqual(1)
  await rest()
  expect(Math.abs(distanceToEnd())).toBeLessThanOrEqual(1)
})
