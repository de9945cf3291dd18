import { createChat } from '@antiphon/core'
import { scriptedTransport, sseText, textAnswer } from '@antiphon/core/testing'
import { ChatProvider } from '@antiphon/react'
import { Transcript } from '@antiphon/ui'
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import '../../packages/ui/css/tokens.css'
import '../../packages/ui/css/base.css'
import '../../packages/ui/css/components.css'
import '../../packages/ui/src/markdown/markdown.css'
import './support/chat-layout.css'

afterEach(cleanup)

const BLOCKS = 320
const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
const frames = async (count: number) => {
  for (let at = 0; at < count; at++) await frame()
}

/** Blocks of very different heights, so that no guess is right. */
const block = (at: number): string =>
  at % 7 === 3
    ? `\`\`\`js\n${`const line = ${at}\n`.repeat(2 + (at % 5))}\`\`\`\n\n`
    : `Paragraph ${at} ${'with words '.repeat((at * 13) % 60)}ends.\n\n`

/** The browser lays it out. */
const isDrawn = (element: Element): boolean => element.checkVisibility({ contentVisibilityAuto: true })

/** An answer that arrives two blocks in a frame; `ended` resolves when all of it is there. */
function openAnswer() {
  async function* answer() {
    for (let at = 0; at < BLOCKS; at += 2) {
      const content = block(at) + block(at + 1)
      yield sseText([{ choices: [{ index: 0, delta: { content } }] }], { done: false })
      await frame()
    }
    yield sseText([{ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }])
  }
  const chat = createChat({ transport: scriptedTransport([() => answer(), textAnswer('Then that.')]) })
  const view = render(
    <ChatProvider chat={chat}>
      <Transcript style={{ height: 500, display: 'flex' }} />
    </ChatProvider>,
  )
  const viewport = view.container.querySelector<HTMLElement>('[data-slot=viewport]')!
  const ended = chat.send('Go on.')
  return {
    chat,
    viewport,
    jump: () => view.container.querySelector<HTMLElement>('[data-slot=jump]')!.click(),
    ended,
    groups: () => [...viewport.querySelectorAll<HTMLElement>('[data-slot=markdown-group]')],
    /** Paragraphs and blocks of code. */
    blocks: () => [...viewport.querySelectorAll('[data-slot=markdown-group] > *')],
    distance: () => Math.round(viewport.scrollHeight - viewport.scrollTop - viewport.clientHeight),
  }
}

it('what arrives far below the view is not laid out, and is all there', { tags: 'hunt' }, async () => {
  const { viewport, ended, groups, blocks } = openAnswer()
  await ended
  await frames(3)
  expect(groups().length).toBeGreaterThan(15)
  const drawn = blocks().filter(isDrawn).length
  expect(drawn).toBeGreaterThan(5)
  expect(drawn).toBeLessThan(BLOCKS / 3)
  const range = document.createRange()
  range.selectNodeContents(viewport)
  getSelection()!.removeAllRanges()
  getSelection()!.addRange(range)
  // Firefox copies what it has not laid out too, but leaves it out of this text.
  const text = CSS.supports('-moz-appearance', 'none') ? range.toString() : String(getSelection())
  for (const at of [0, 100, 200, 316]) expect(text).toContain(`Paragraph ${at} `)
  getSelection()!.removeAllRanges()
})

it('a reader who follows sees the end in every frame', async () => {
  const { jump, ended, groups, distance } = openAnswer()
  await vi.waitFor(() => expect(groups().length).toBeGreaterThan(6))
  jump()
  await frames(3)
  const state = { isOver: false }
  void ended.then(() => (state.isOver = true))
  const gaps: number[] = []
  while (!state.isOver) {
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    gaps.push(distance())
  }
  expect(Math.max(...gaps)).toBeLessThanOrEqual(1)
})

it('a reader who jumped over most of an answer goes back through it without a jerk', async () => {
  const { jump, viewport, ended, blocks, distance } = openAnswer()
  await ended
  jump()
  await vi.waitFor(() => expect(distance()).toBe(0))
  await frames(3)
  const shifts: number[] = []
  for (let step = 0; step < 40; step++) {
    const edge = viewport.getBoundingClientRect().top
    const mark = blocks().find((element) => isDrawn(element) && element.getBoundingClientRect().top > edge)!
    const before = mark.getBoundingClientRect().top
    viewport.dispatchEvent(new WheelEvent('wheel', { deltaY: -200, bubbles: true }))
    viewport.scrollTop -= 200
    await frames(4)
    shifts.push(Math.abs(mark.getBoundingClientRect().top - before - 200))
  }
  expect(Math.max(...shifts)).toBeLessThanOrEqual(1)
})

it(
  'a message that had waited does not take the reader away from the answer before it',
  { tags: 'hunt' },
  async () => {
    const { chat, viewport, ended, groups } = openAnswer()
    await vi.waitFor(() => expect(groups().length).toBeGreaterThan(6))
    const { scrollTop } = viewport
    void chat.send('And then?')
    await ended
    await vi.waitFor(() => expect(viewport).toHaveTextContent('Then that.'))
    await frames(20)
    expect(viewport.scrollTop).toBe(scrollTop)
  },
)
