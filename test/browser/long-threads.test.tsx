import { createChat, type Message } from '@antiphon/core'
import { ChatProvider } from '@antiphon/react'
import { Transcript, type TranscriptProps } from '@antiphon/ui'
import { cleanup, render } from '@testing-library/react'
import axe from 'axe-core'
import { afterEach, expect, it } from 'vitest'
import { cdp } from 'vitest/browser'
import '../../packages/ui/css/tokens.css'
import '../../packages/ui/css/base.css'
import '../../packages/ui/css/components.css'
import '../../packages/ui/css/markdown.css'
import '../../packages/ui/css/print.css'
import './support/chat-layout.css'

const COUNT = 5000
const HEIGHT = 600

const markOf = (at: number): string => `mark${String(at).padStart(5, '0')}`
const messages: Message[] = Array.from({ length: COUNT }, (_, at): Message => {
  const words = 'Some words about the pool, its size and its waits. '.repeat(1 + (at % 7))
  const blocks = ['- one\n- two\n- three', '```js\nconst pool = 16\n```', '| a | b |\n| - | - |\n| 1 | 2 |']
  return at % 2
    ? {
        role: 'assistant',
        id: `m${at}`,
        content: `${markOf(at)} **${words}**\n\n${blocks[(at >> 1) % 3]}\n\nend`,
        finishReason: 'stop',
      }
    : { role: 'user', id: `m${at}`, content: `${markOf(at)} ${words}` }
})

afterEach(() => {
  cleanup()
  document.getSelection()?.removeAllRanges()
  history.replaceState(null, '', location.pathname + location.search)
})

const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
const frames = async (count: number) => {
  for (let i = 0; i < count; i++) await frame()
}
const viewport = () => document.querySelector<HTMLElement>('[data-slot=viewport]')!
const drawn = () => [...document.querySelectorAll<HTMLElement>('[data-slot=turn]:not([data-plain])')]
const turn = (at: number) => document.querySelector<HTMLElement>(`[data-turn-id=m${at}]`)!
const topOf = (element: Element) =>
  element.getBoundingClientRect().top - viewport().getBoundingClientRect().top
const distanceToEnd = () =>
  document.querySelector('[data-slot=end]')!.getBoundingClientRect().bottom -
  viewport().getBoundingClientRect().bottom
const inView = () => drawn().filter((row) => topOf(row) < HEIGHT && topOf(row) + row.offsetHeight > 0)
const marksIn = (text: string) => text.match(/mark\d{5}/g) ?? []
const everyMark = messages.map((_, at) => markOf(at))

/** Waits until the document has stayed the same for a while; how long that takes does not matter. */
async function rest(): Promise<void> {
  let quiet = 0
  const observer = new MutationObserver(() => (quiet = 0))
  observer.observe(document.body, { childList: true, subtree: true, characterData: true, attributes: true })
  while (quiet++ < 20) await frame()
  observer.disconnect()
}

function Page(props: Partial<TranscriptProps>) {
  return (
    <div style={{ height: HEIGHT, width: 900, display: 'flex' }}>
      <Transcript messages={messages} theme="light" style={{ flex: 1 }} {...props} />
    </div>
  )
}

async function open(props: Partial<TranscriptProps> = {}) {
  const shown = render(<Page {...props} />, { reactStrictMode: false })
  await frames(2)
  return shown
}

it('opens 5,000 messages at the end and draws a screen of them; the text of all is in the document soon after', async () => {
  await open()
  expect(Math.abs(distanceToEnd())).toBeLessThanOrEqual(1)
  expect(drawn().length).toBeLessThanOrEqual(30)
  expect(document.body.getElementsByTagName('*').length).toBeLessThan(COUNT / 2)
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

it('every message is an article with a name, in order, for those who listen', async () => {
  await open()
  await rest()
  const articles = [...document.querySelectorAll('[data-slot=turns] article')]
  expect(articles.map((article) => article.getAttribute('data-turn-id'))).toEqual(
    messages.map(({ id }) => id),
  )
  expect(articles.filter((article) => !article.getAttribute('aria-label'))).toEqual([])
  expect(articles.filter((article) => article.closest('[aria-hidden], [hidden], [inert]'))).toEqual([])
})

it('text in boxes passes what axe checks, in both themes', async () => {
  for (const theme of ['light', 'dark'] as const) {
    await open({ messages: messages.slice(0, 240), theme })
    await rest()
    const { violations } = await axe.run('[data-slot=turns]', { rules: { region: { enabled: false } } })
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
    cleanup()
  }
})

it('scrolling up through turns that were never measured moves what is read by what was scrolled, never more', async () => {
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
})

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

it('opens at the place where it was left, with the same chat and from a place that was kept', async () => {
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
})

/** Some builds of Chromium, such as the one from npm, have no search: `window.find` misses even what is in view. */
function findInPage(text: string): boolean | undefined {
  const { find } = window as unknown as { find(text: string, ...options: boolean[]): boolean }
  const found = (words: string): boolean => {
    document.getSelection()!.collapse(document.body, 0)
    return find.call(window, words, true, false, true)
  }
  const seen = marksIn(inView().at(-1)!.textContent)[0]!
  if (found(seen)) return found(text)
  console.log('find-in-page: this browser cannot search; what a search looks at is checked instead')
  return undefined
}

it('find-in-page finds a word thousands of messages away, and the reader gets the message drawn', async () => {
  await open()
  await rest()
  const found = findInPage(markOf(2345))
  if (found === undefined) {
    // What every browser searches: text that is neither hidden nor left out, in one piece.
    expect(turn(2345).checkVisibility({ visibilityProperty: true, opacityProperty: true })).toBe(true)
    expect(turn(2345).firstChild!.nodeValue).toContain(markOf(2345))
    turn(2345).scrollIntoView()
  } else {
    expect(found).toBe(true)
    expect(document.getSelection()!.toString()).toBe(markOf(2345))
    document.getSelection()!.getRangeAt(0).startContainer.parentElement!.scrollIntoView()
    document.getSelection()!.removeAllRanges()
  }
  await expect.poll(() => turn(2345).dataset['plain']).toBeUndefined()
  await rest()
  expect(topOf(turn(2345))).toBeLessThan(HEIGHT)
  expect(topOf(turn(2345)) + turn(2345).offsetHeight).toBeGreaterThan(0)
  expect(turn(2345).querySelector('[data-slot=markdown]')).not.toBeNull()
})

it('select-all selects every message, in order', async () => {
  await open()
  await rest()
  document.getSelection()!.selectAllChildren(document.querySelector('[data-slot=turns]')!)
  expect(marksIn(document.getSelection()!.toString())).toEqual(everyMark)
})

it('a selection outlives scrolling far away', async () => {
  await open()
  await rest()
  const line = inView()[0]!
  document.getSelection()!.selectAllChildren(line)
  const words = document.getSelection()!.toString()
  expect(words).not.toBe('')
  viewport().scrollTop = 0
  await rest()
  expect(document.getSelection()!.toString()).toBe(words)
})

it('prints every message, none of them cut', async () => {
  await open()
  await rest()
  const { send } = cdp() as unknown as { send(method: string, params: object): Promise<unknown> }
  await send('Emulation.setEmulatedMedia', { media: 'print' })
  try {
    await rest()
    const rows = [...document.querySelectorAll<HTMLElement>('[data-slot=turns] article')]
    expect(rows).toHaveLength(COUNT)
    const cut = rows.filter((row) => row.scrollHeight > row.clientHeight + 1 || row.clientHeight === 0)
    expect(cut.map((row) => row.dataset['turnId'])).toEqual([])
    const bottoms = rows.map((row) => row.getBoundingClientRect().bottom)
    expect(bottoms.every((bottom, at) => at === 0 || bottom > bottoms[at - 1]!)).toBe(true)
  } finally {
    await send('Emulation.setEmulatedMedia', { media: '' })
  }
})

it('a thread of up to 1,000 turns prints with all of them drawn, and is as it was afterwards', async () => {
  await open({ messages: messages.slice(0, 600) })
  await rest()
  const before = drawn().length
  window.dispatchEvent(new Event('beforeprint'))
  await expect.poll(() => drawn().length).toBe(600)
  window.dispatchEvent(new Event('afterprint'))
  await expect.poll(() => drawn().length, { timeout: 10_000 }).toBeLessThan(before + 80)
})

it('a link to a message far away leads to it', async () => {
  await open({ idPrefix: 'to-' })
  await rest()
  location.hash = '#to-m1000'
  await expect.poll(() => turn(1000).dataset['plain']).toBeUndefined()
  await rest()
  expect(Math.abs(topOf(turn(1000)))).toBeLessThanOrEqual(1)
})

it('what the reader opened is still open after a long way there and back', async () => {
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
