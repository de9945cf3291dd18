// @module-tag hunt
import { createChat, type Message } from '@antiphon/core'
import { scriptedTransport, sseText } from '@antiphon/core/testing'
import { ChatProvider } from '@antiphon/react'
import { Transcript } from '@antiphon/ui'
import { cleanup, render } from '@testing-library/react'
import { Profiler } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import '../../packages/ui/css/tokens.css'
import '../../packages/ui/css/base.css'
import '../../packages/ui/css/components.css'
import '../../packages/ui/src/markdown/markdown.css'
import './support/chat-layout.css'
import { rest } from './support/rest.js'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
const past = (count: number): Message[] =>
  Array.from({ length: count }, (_, at): Message => {
    const content = `Message ${at}, with **some** words in it.`
    return at % 2 ? { role: 'assistant', content, finishReason: 'stop' } : { role: 'user', content }
  })

/** One line of a streamed answer; blocks of every common kind in turn. */
const lineOf = (at: number): string =>
  [
    `Paragraph ${at} with **bold** and \`code\`.\n\n`,
    `- item ${at}\n- more\n\n`,
    '```js\nconst a = 1\n```\n\n',
  ][at % 3]!

interface Work {
  frames: number
  commits: number
  /** How often no frame came for 100 ms: the answer is then shown without one. */
  late: number
  /** Whole seconds that it took: the figures below the answer change with each. */
  seconds: number
  changesElsewhere: number
  reads: number
  writes: number
  /** Elements added in the first and the last fifth of the answer. */
  added: [number, number]
}

/** Streams so many blocks into a thread, one piece in each frame, and counts what that sets off. */
async function stream(history: number, blocks: number): Promise<Work> {
  const work: Work = {
    frames: 0,
    commits: 0,
    late: 0,
    seconds: 0,
    changesElsewhere: 0,
    reads: 0,
    writes: 0,
    added: [0, 0],
  }
  let share = 0
  let counting = false
  // Those of the browser: on a slow machine a block of the answer takes more than one.
  let before = 0
  const countFrame = (now: number): void => {
    if (!counting) return
    work.frames++
    work.late += Math.floor((now - before) / 100)
    before = now
    requestAnimationFrame(countFrame)
  }
  const onCommit = (): void => void (counting && work.commits++)
  async function* answer() {
    yield sseText([{ choices: [{ index: 0, delta: { content: 'So: ' } }] }], { done: false })
    for (let i = 0; i < 8; i++) await frame()
    counting = true
    const begun = performance.now()
    before = begun
    requestAnimationFrame(countFrame)
    for (let at = 0; at < blocks; at++) {
      share = at / blocks
      for (const piece of lineOf(at).match(/[^]{1,9}/g)!)
        yield sseText([{ choices: [{ index: 0, delta: { content: piece } }] }], { done: false })
      await frame()
    }
    await frame()
    counting = false
    work.seconds = Math.floor((performance.now() - begun) / 1000)
    yield sseText([{ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }])
  }
  const chat = createChat({ messages: past(history), transport: scriptedTransport([() => answer()]) })
  render(
    <ChatProvider chat={chat}>
      <Profiler id="all" onRender={onCommit}>
        <Transcript style={{ height: 600, display: 'flex' }} />
      </Profiler>
    </ChatProvider>,
    { reactStrictMode: false },
  )
  // Until the text of far messages is in.
  await rest()
  const live = () => document.querySelector(`[data-turn-id="${chat.store.getIds().at(-1)}"]`)!
  const observer = new MutationObserver((records) => {
    if (!counting) return
    for (const { target, addedNodes } of records) {
      const parts = target instanceof Element ? target : target.parentElement
      // The spacer follows the height; the figures below the answer follow the clock, not the pieces.
      const follows = parts?.closest('[data-slot=spacer], [data-slot=live-foot]')
      if (!live().contains(target) && !follows) work.changesElsewhere++
      for (const node of addedNodes)
        if (node instanceof Element && (share < 0.2 || share >= 0.8))
          work.added[share < 0.2 ? 0 : 1] += 1 + node.getElementsByTagName('*').length
    }
  })
  observer.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true })
  countLayout(work, () => counting)
  await chat.send('go')
  expect(document.querySelector('[data-slot=viewport]')!.textContent).toContain(`Paragraph ${blocks - 3} `)
  observer.disconnect()
  return work
}

/** Counts who asks for layout, and who scrolls. */
function countLayout(work: Work, isOn: () => boolean): void {
  const rect = Element.prototype.getBoundingClientRect
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    if (isOn()) work.reads++
    return rect.call(this)
  })
  const scrollTop = Object.getOwnPropertyDescriptor(Element.prototype, 'scrollTop')!
  vi.spyOn(Element.prototype, 'scrollTop', 'set').mockImplementation(function (this: Element, value) {
    if (isOn()) work.writes++
    scrollTop.set!.call(this, value)
  })
}

it('R11, R22, R23: a stream costs the same work in a thread of 5,000 messages as in an empty one: a commit a frame, one message, one scroll', async () => {
  const empty = await stream(0, 60)
  cleanup()
  vi.restoreAllMocks()
  const long = await stream(5000, 60)
  console.log(JSON.stringify({ empty, long }))
  for (const work of [empty, long]) {
    // Beside the answer, the end comes out of view once, and the button that leads there comes.
    expect(work.commits).toBeLessThanOrEqual(work.frames + work.late + work.seconds + 5)
    expect(work.changesElsewhere).toBeLessThanOrEqual(4)
    expect(work.writes).toBeLessThanOrEqual(work.commits + 2)
  }
  const more = long.commits / empty.commits
  expect(long.reads).toBeLessThanOrEqual(empty.reads * more * 1.2 + 20)
})

it('the last part of a long answer adds as many elements as the first: what is closed is left alone', async () => {
  const { added, changesElsewhere } = await stream(0, 300)
  expect(changesElsewhere).toBeLessThanOrEqual(4)
  expect(added[0]).toBeGreaterThan(50)
  expect(added[1]).toBeLessThanOrEqual(added[0] * 1.25)
})
