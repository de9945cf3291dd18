import { screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answer, ask, box, find, goToTop, hear, openDemo, settled, stop } from './support/demo-page.js'

const CONVERT = 'Convert 26.2 miles to km'
const DECLINE = 'Decline this one'
/** Fills more than half of the context of the scripted models, from where on its figure is there. */
const LONG = `${CONVERT} ${'and no more '.repeat(1300)}`

/** Notes each time that something leads to the end of the conversation. */
function watchForJump(): () => (string | null)[] {
  const seen: (string | null)[] = []
  const look = (): void => {
    const jump = document.querySelector('main [data-slot="jump"]')
    if (jump) seen.push(jump.textContent)
  }
  const observer = new MutationObserver(look)
  observer.observe(document.body, { childList: true, subtree: true })
  return () => (observer.disconnect(), seen)
}

it('every answer ends as far from the next question, a mark stands in the middle of its line, and nothing leads to the end meanwhile', async () => {
  await openDemo({ width: 1440 })
  const jumps = watchForJump()
  for (const question of [DECLINE, CONVERT, 'Lose the connection in mid-answer', DECLINE])
    await hear(question)
  expect(jumps()).toEqual([])
  const turns = [...document.querySelectorAll('main [data-slot="turn"]')]
  const gaps = turns.flatMap((turn, at) => {
    const footer = turn.querySelector('[data-slot="turn-footer"]')?.getBoundingClientRect()
    const next = turns[at + 1]?.querySelector('[data-slot="bubble"]')?.getBoundingClientRect()
    return footer && next ? Math.round(next.top - footer.bottom) : []
  })
  expect(gaps).toEqual([28, 28, 28])
  const notice = answer().querySelector('[data-slot="notice"]')!
  expect(notice).toHaveTextContent('The model declined')
  const [mark, title] = ['[data-slot="notice-mark"] svg', '[data-slot="title"]'].map((part) => {
    const { top, height } = notice.querySelector(part)!.getBoundingClientRect()
    return top + height / 2
  })
  expect(Math.abs(mark! - title!)).toBeLessThanOrEqual(1.5)
})

it('typing six lines at home moves neither the box nor what is above it', async () => {
  await openDemo({ width: 1440 })
  const tops = () =>
    ['[data-slot="composer-shell"]', 'h4'].map(
      (part) => document.querySelector(part)!.getBoundingClientRect().top,
    )
  const before = tops()
  box().focus()
  for (let line = 0; line < 6; line++) {
    await userEvent.keyboard('a line{Shift>}{Enter}{/Shift}')
    expect(tops()).toEqual(before)
  }
  await userEvent.fill(box(), '')
  expect(tops()).toEqual(before)
})

it('on a phone nothing leads to the end while a question takes its place', { tags: 'hunt' }, async () => {
  await openDemo({ width: 390, height: 844, touch: true })
  const jumps = watchForJump()
  for (const question of [CONVERT, DECLINE, DECLINE]) await hear(question)
  expect(jumps()).toEqual([])
})

it(
  'the button to the end stands beside the column, the rail of calls leads to the question, and the tools of a table cover no words',
  { tags: 'hunt' },
  async () => {
    await openDemo({ width: 1440 })
    await hear('Show me an answer with a table')
    await tableToolsCoverNothing()
    await ask('Ask me before it runs code')
    await find('[data-slot="tool-approval"]')
    const list = answer().querySelector('[data-slot="tool-group-list"]')!
    const rows = [...list.children].map((row) => row.getBoundingClientRect())
    expect(rows.slice(1).map(({ top }, at) => Math.round(top - rows[at]!.bottom))).toEqual([0, 0])
    const elbow = getComputedStyle(list.lastElementChild!, '::after')
    expect(elbow.content).not.toBe('none')
    expect(parseFloat(elbow.inlineSize)).toBeGreaterThan(8)
    await stop()
    await settled()
    goToTop()
    await hear(CONVERT)
    goToTop()
    const jump = (await screen.findByRole('button', { name: 'Jump to latest' })).getBoundingClientRect()
    const column = document.querySelector('main [data-slot="turns"]')!.getBoundingClientRect()
    expect(jump.width).toBe(36)
    expect(jump.left).toBeGreaterThanOrEqual(column.right + 8)
  },
)

/** Neither the words of the table nor those above it. */
async function tableToolsCoverNothing(): Promise<void> {
  const table = [...document.querySelectorAll<HTMLTableElement>('[data-slot="prose"] table')].at(-1)!
  const tools = [...document.querySelectorAll('[data-slot="table-actions"]')].at(-1)!
  await userEvent.hover(table)
  await expect.poll(() => getComputedStyle(tools).opacity).toBe('1')
  const words = (of: Element): DOMRect[] => {
    const range = document.createRange()
    range.selectNodeContents(of)
    return [...range.getClientRects()]
  }
  const before = table.closest('[data-slot="markdown-table"]')!.previousElementSibling!
  const heads = [...table.tHead!.querySelectorAll('th')]
  const { top, bottom } = tools.getBoundingClientRect()
  expect(top).toBeGreaterThanOrEqual(Math.max(...words(before).map((word) => word.bottom)))
  expect(bottom).toBeLessThanOrEqual(Math.min(...heads.flatMap(words).map((word) => word.top)))
}

it(
  'the ring around a message stands clear of all words, rounded, and within the column',
  { tags: 'hunt' },
  async () => {
    await openDemo({ width: 1440 })
    for (const question of [CONVERT, DECLINE]) await hear(question)
    box().blur()
    await userEvent.keyboard('kkk')
    const turn = await find('[data-slot="turn"]:focus')
    const ring = getComputedStyle(turn, '::after')
    const [top, end, bottom, start] = [ring.top, ring.right, ring.bottom, ring.left].map(parseFloat)
    const own = turn.getBoundingClientRect()
    const main = document.querySelector('main')!.getBoundingClientRect()
    const next = document.querySelector('[data-slot="turn"]:focus + [data-slot="turn"]')!
    expect(own.left + start!).toBeGreaterThanOrEqual(main.left)
    expect(own.right - end!).toBeLessThanOrEqual(main.right)
    expect(parseFloat(ring.borderTopWidth)).toBeGreaterThanOrEqual(2)
    expect(-top!).toBeGreaterThanOrEqual(4)
    expect(parseFloat(ring.borderTopLeftRadius)).toBeGreaterThanOrEqual(8)
    expect(next.getBoundingClientRect().top - (own.bottom - bottom!)).toBeGreaterThanOrEqual(2)
  },
)

/** In the message box nothing lies over another, and the field has room. */
function messageBoxHasRoom(): void {
  const form = document.querySelector('#message')!
  const shell = form.querySelector('[data-slot="composer-shell"]')!.getBoundingClientRect()
  const line = [
    ...form.querySelectorAll('[data-slot="composer-bar"] :is(button, [data-slot="context-meter"])'),
  ]
    .filter((one) => one.checkVisibility())
    .map((one) => one.getBoundingClientRect())
    .filter(({ width, height }) => width > 1 && height > 1)
    .sort((a, b) => a.left - b.left)
  expect(form.querySelector('[data-slot="context-meter"]')).not.toBeNull()
  const gaps = line.slice(1).map(({ left }, at) => left - line[at]!.right)
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(0)
  expect(line.every(({ left, right }) => left >= shell.left && right <= shell.right)).toBe(true)
  // The figure of the context is the neighbour of Send.
  expect(Math.round(gaps.at(-1)!)).toBeLessThanOrEqual(16)
  expect(form.querySelector('textarea')!.getBoundingClientRect().width).toBeGreaterThan(180)
}

describe('in the message box nothing lies over another, and the field has room', () => {
  it('on a tablet and a phone, upright and on its side', { tags: 'hunt' }, async () => {
    await openDemo({ width: 820, height: 1180, touch: true })
    await hear(LONG)
    for (const [width, height] of [
      [820, 1180],
      [844, 390],
      [390, 844],
    ] as const) {
      await page.viewport(width, height)
      await expect.poll(() => innerWidth).toBe(width)
      await vi.waitFor(messageBoxHasRoom)
    }
  })

  it('in a large and a small window with the wire', { tags: 'hunt' }, async () => {
    await openDemo({ width: 1440 })
    await hear(LONG)
    await userEvent.click(screen.getByRole('button', { name: 'Wire' }))
    await screen.findByRole('tree', { name: 'Rows of the stream' })
    for (const [width, height] of [
      [1440, 900],
      [1100, 760],
    ] as const) {
      await page.viewport(width, height)
      await expect.poll(() => innerWidth).toBe(width)
      await vi.waitFor(messageBoxHasRoom)
    }
  })
})
