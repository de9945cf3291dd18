import { createChat } from '@antiphon/core'
import { ChatProvider } from '@antiphon/react'
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import {
  COUNT,
  HEIGHT,
  Page,
  distanceToEnd,
  drawn,
  everyMark,
  frames,
  inView,
  marksIn,
  messages,
  open,
  topOf,
  turn,
  viewport,
} from './support/long-thread.js'
import { rest } from './support/rest.js'

afterEach(() => {
  cleanup()
  document.getSelection()?.removeAllRanges()
  history.replaceState(null, '', location.pathname + location.search)
})

it('opens 5,000 messages at the end and draws a screen of them; the text of all is in the document soon after', async () => {
  const opened = open()
  // At once: between two frames of a slow machine there is time for more of them, and for text.
  expect(drawn().length).toBeGreaterThan(0)
  expect(drawn().length).toBeLessThanOrEqual(30)
  expect(document.body.getElementsByTagName('*').length).toBeLessThan(COUNT / 2)
  await opened
  expect(Math.abs(distanceToEnd())).toBeLessThanOrEqual(1)
  await rest()
  expect(marksIn(document.body.textContent)).toEqual(everyMark)
  expect(drawn().length).toBeLessThanOrEqual(60)
  expect(document.body.getElementsByTagName('*').length).toBeLessThan(2 * COUNT + 5000)
  expect(Math.abs(distanceToEnd())).toBeLessThanOrEqual(1)
})

it('no element of the list has more than 256 children, so that boxes out of sight cost nothing', async () => {
  await open()
  await rest()
  for (const box of document.querySelectorAll(
    '[data-slot=turns], [data-slot=turn-page], [data-slot=turn-chunk]',
  ))
    expect(box.childElementCount).toBeLessThanOrEqual(256)
})

it(
  'scrolling up through turns that were never measured moves what is read by what was scrolled, never more',
  { tags: 'hunt' },
  async () => {
    await open()
    await rest()
    const deviations: number[] = []
    for (let step = 0; step < 40; step++) {
      const line = inView()[0]!
      const before = topOf(line)
      const top = viewport().scrollTop
      viewport().scrollTop = top - 300
      await frames(3)
      deviations.push(Math.abs(topOf(line) - before - 300))
    }
    expect(Math.max(...deviations)).toBeLessThanOrEqual(1)
  },
)

it('a jump anywhere shows drawn turns there, and lets go of those that were left', async () => {
  await open()
  await rest()
  for (const share of [0.5, 0, 0.25, 0.9, 0.1, 0.7, 0.3]) {
    viewport().scrollTop = share * (viewport().scrollHeight - HEIGHT)
    await expect.poll(() => inView().length).toBeGreaterThan(0)
    await rest()
    // Nothing but drawn turns in the view, from edge to edge.
    const seen = inView()
    expect(topOf(seen[0]!)).toBeLessThanOrEqual(share === 0 ? 28 : 1)
    if (share < 0.9)
      expect(topOf(seen.at(-1)!) + seen.at(-1)!.offsetHeight).toBeGreaterThanOrEqual(HEIGHT - 1)
    expect(drawn().length).toBeLessThanOrEqual(130)
  }
})

it('what is read stays in its place when the column changes its width, and when heights above turn out different', async () => {
  const { container } = await open()
  await rest()
  viewport().scrollTop -= 40_000
  await rest()
  const line = inView()[0]!
  const before = topOf(line)
  const page = container.firstElementChild as HTMLElement
  page.style.width = '560px'
  await rest()
  expect(Math.abs(topOf(line) - before)).toBeLessThanOrEqual(1)
  const above = drawn().find((row) => topOf(row) + row.offsetHeight < 0)!
  above.style.paddingBlockStart = '333px'
  await rest()
  expect(Math.abs(topOf(line) - before)).toBeLessThanOrEqual(1)
})

it(
  'opens at the place where it was left, with the same chat and from a place that was kept',
  { tags: 'hunt' },
  async () => {
    const chat = createChat({ messages, transport: { send: () => Promise.reject(new Error('not asked')) } })
    const page = (
      <ChatProvider chat={chat}>
        <Page messages={undefined} />
      </ChatProvider>
    )
    const first = render(page, { reactStrictMode: false })
    await rest()
    viewport().scrollTop -= 200_000
    await rest()
    const line = inView()[0]!
    const [id, top] = [line.dataset['turnId'], topOf(line)]
    const now = () => document.querySelector(`[data-turn-id=${id}]:not([data-plain])`)!
    first.unmount()
    const second = render(page, { reactStrictMode: false })
    await frames(2)
    expect(Math.abs(topOf(now()) - top)).toBeLessThanOrEqual(1)
    await rest()
    expect(Math.abs(topOf(now()) - top)).toBeLessThanOrEqual(1)
    second.unmount()

    const places: unknown[] = []
    await open({ startAt: { turn: 'm1234', top: -20 }, onPlaceChange: (place) => places.push(place) })
    expect(Math.abs(topOf(turn(1234)) + 20)).toBeLessThanOrEqual(1)
    await rest()
    expect(Math.abs(topOf(turn(1234)) + 20)).toBeLessThanOrEqual(1)
    viewport().scrollTop += 10
    await expect.poll(() => places.at(-1)).toEqual({ turn: 'm1234', top: expect.closeTo(-30, -0.5) })
  },
)

it('what the reader opened is still open after a long way there and back', { tags: 'hunt' }, async () => {
  const folded = messages.map((message, at) =>
    at === 4990
      ? { ...message, content: Array.from({ length: 40 }, (_, i) => `line ${i}`).join('\n') }
      : message,
  )
  await open({ messages: folded })
  await rest()
  viewport().scrollTop -= 1500
  await rest()
  turn(4990).querySelector<HTMLElement>('[aria-expanded=false]')!.click()
  await rest()
  viewport().scrollTop = 0
  await rest()
  expect(turn(4990).querySelector('[aria-expanded=true]')).not.toBeNull()
})

it('with drawAll, all of them are drawn', async () => {
  await open({ messages: messages.slice(0, 300), drawAll: true })
  expect(drawn()).toHaveLength(300)
})

it('a thread that grows long while it is shown keeps what is drawn in view, and then draws no more than that', async () => {
  const { rerender } = await open({ messages: messages.slice(0, 90) })
  const last = turn(89)
  for (const count of [199, 201, 240]) {
    rerender(<Page messages={messages.slice(0, count)} />)
    await frames(2)
  }
  expect(turn(89)).toBe(last)
  await rest()
  expect(marksIn(document.body.textContent)).toEqual(everyMark.slice(0, 240))
  expect(drawn().length).toBeLessThan(200)
})
