import type { Message } from '@antiphon/core'
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { frames, HEIGHT, Page, topOf, viewport } from './support/long-thread.js'
import { rest } from './support/rest.js'

afterEach(cleanup)

const words = 'Some words about the pool, its size and its waits. '
const blocks = [
  '',
  '- one\n- two\n- three',
  '```js\nlet a = 1\nlet b = 2\n```',
  '| a |\n| - |\n| 1 |',
  '> a\n\n1. b',
]
/** No guess of a height is right: blocks and lines of text differ from turn to turn. */
const messages = Array.from({ length: 1000 }, (_, at): Message => {
  const text = words.repeat((at * 7) % 5)
  return at % 2
    ? { role: 'assistant', id: `m${at}`, content: `a${at} ${text}\n\n${blocks[(at >> 1) % 5]}\n\nend` }
    : { role: 'user', id: `m${at}`, content: `q${at} ${text}` }
})

/** Where each turn in view begins. */
const tops = (): Map<string, number> =>
  new Map(
    [...document.querySelectorAll<HTMLElement>('[data-slot=turn]')]
      .filter((row) => topOf(row) < HEIGHT && topOf(row) + row.offsetHeight > 0)
      .map((row) => [row.dataset['turnId']!, topOf(row)]),
  )

/** The largest step in px of a turn that is in view before and after `count` frames, less the way that was scrolled. */
async function largestStep(count: number, way = 0): Promise<number> {
  let largest = 0
  for (let at = 0; at < count; at++) {
    const before = tops()
    viewport().scrollTop += at === 0 ? way : 0
    await frames(1)
    for (const [key, top] of tops()) {
      const expected = (before.get(key) ?? Number.NaN) - (at === 0 ? way : 0)
      largest = Math.max(largest, Math.abs(top - expected) || 0)
    }
  }
  return largest
}

async function open(): Promise<void> {
  render(<Page messages={messages} />, { reactStrictMode: false })
  await frames(2)
  await rest()
}

it.each([
  ['every frame', 1],
  ['every third frame', 3],
])('ten turns of the wheel by 700 px, one in %s, move what is read by what was scrolled', async (_, wait) => {
  await open()
  const steps: number[] = []
  for (const way of [...Array<number>(10).fill(-700), ...Array<number>(5).fill(700)])
    steps.push(await largestStep(wait, way))
  steps.push(await largestStep(12))
  expect(Math.max(...steps)).toBeLessThanOrEqual(1)
})

it.each([0, 0.4])('after a jump to %s of the thread nothing in view steps', async (share) => {
  await open()
  viewport().scrollTop = share * viewport().scrollHeight
  await frames(1)
  expect(await largestStep(40)).toBeLessThanOrEqual(1)
})
