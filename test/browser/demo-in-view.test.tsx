import { screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { pace } from './support/demo-network.js'
import {
  answer,
  ask,
  askedAbout,
  box,
  find,
  goToTop,
  hasFocus,
  hear,
  isInView,
  openDemo,
  settled,
  stop,
  untilFocused,
  untilPressCounts,
  viewport,
} from './support/demo-page.js'

const TABLE = 'Show me an answer with a table'
const CODE = 'Ask me before it runs code'
const phone = { width: 390, height: 844, touch: true }
const longer = () => viewport().scrollHeight - viewport().scrollTop - viewport().clientHeight
const shell = () => document.querySelector('[data-slot="composer-shell"]')!.getBoundingClientRect()
/** Chromium answers 43.99994 for a height of 44 px at a fractional place. */
const hundredths = (px: number): number => Math.round(px * 100)
/** How far the line at the top of the window moves, at most, while the answer grows by 300 letters. */
async function movedWhileItGrows(): Promise<number> {
  const edge = viewport().getBoundingClientRect().top
  const line = [...answer().querySelectorAll('[data-slot="markdown"] p')].find(
    (one) => one.getBoundingClientRect().top > edge,
  )!
  const [before, length] = [line.getBoundingClientRect().top, answer().textContent.length]
  let moved = 0
  while (answer().textContent.length < length + 300) {
    await new Promise(requestAnimationFrame)
    moved = Math.max(moved, Math.abs(line.getBoundingClientRect().top - before))
  }
  return moved
}
const approval = () => find('[data-slot="tool-approval"]')

describe('a question to a person on a phone', () => {
  it('comes with its answers in view, as much of the code as leaves them there, and no hints of keys', async () => {
    await openDemo(phone)
    // So that the question is not the first thing on the page.
    await hear(TABLE)
    await ask(CODE)
    const card = await approval()
    await expect.poll(() => isInView(card)).toBe(true)
    const bar = within(await find('[data-slot="approval-bar"]'))
    for (const name of ['Allow once', 'Allow in this chat', 'Deny', 'More answers']) {
      const { height, right, bottom } = bar.getByRole('button', { name }).getBoundingClientRect()
      const found = {
        name,
        isTall: hundredths(height) >= 4_400,
        isWithin: hundredths(right) <= 37_400,
        isOver: hundredths(bottom) <= hundredths(shell().top),
      }
      expect(found).toEqual({ name, isTall: true, isWithin: true, isOver: true })
    }
    const keys = document.querySelectorAll(':is([data-slot="tool-approval"], [data-slot="approval-bar"]) kbd')
    expect([...keys].filter((key) => key.checkVisibility())).toEqual([])
  })

  it('on its side: the answers are in view, and so is most of the question', { tags: 'hunt' }, async () => {
    await openDemo({ width: 844, height: 390, touch: true })
    await ask(CODE)
    const card = await approval()
    await expect
      .poll(() => {
        const view = viewport().getBoundingClientRect()
        const own = card.getBoundingClientRect()
        return Math.min(own.bottom, view.bottom) - Math.max(own.top, view.top)
      })
      .toBeGreaterThan(90)
    const below = (): number =>
      screen.getByRole('button', { name: 'Allow once' }).getBoundingClientRect().bottom - shell().top
    await expect.poll(below).toBeLessThanOrEqual(1)
  })

  it('is denied with a reason from behind the dots, and answered by the bar', async () => {
    await openDemo(phone)
    await ask(CODE)
    await askedAbout('run_javascript')
    await userEvent.click(screen.getByRole('button', { name: 'More answers' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Deny with a reason' }))
    const reason = await within(await approval()).findByRole('textbox')
    await expect.poll(() => isInView(reason)).toBe(true)
    await userEvent.keyboard('{Escape}')
    // Code out of view has to be seen before it is allowed.
    const code = (await approval()).querySelector('[data-slot="approval-arguments"]')!
    code.scrollTop = code.scrollHeight
    const allow = await screen.findByRole('button', { name: 'Allow once' })
    await expect.poll(() => allow.getAttribute('aria-disabled')).toBeNull()
    await userEvent.click(allow)
    await expect.poll(() => answer().innerText).toContain('129')
    await settled()
    expect(document.querySelector('[data-slot="approval-bar"]')).toBeNull()
    expect(hasFocus(box())).toBe(false)
  })

  it('moves nothing for a reader who has gone up', { tags: 'hunt' }, async () => {
    await openDemo(phone)
    await hear(TABLE)
    goToTop()
    pace.speed = 1
    await ask(CODE)
    goToTop()
    pace.speed = 0
    await approval()
    await screen.findByRole('button', { name: 'Approval needed' })
    expect(viewport().scrollTop).toBe(0)
  })
})

describe('the message box of a phone', () => {
  it('has one line while it is empty, grows with what is written, and stands over a keyboard that lies over the page, as that of Safari does', async () => {
    await openDemo(phone)
    // The words of an empty box are not cut.
    const style = getComputedStyle(box())
    const pen = new OffscreenCanvas(1, 1).getContext('2d')!
    pen.font = style.font
    const room = box().clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight)
    expect(pen.measureText(box().placeholder).width).toBeLessThanOrEqual(room)

    await hear('What time is it in Oslo and Tokyo?')
    expect(shell().height).toBeLessThanOrEqual(60)
    await userEvent.fill(box(), 'One\nTwo')
    expect(shell().height).toBeGreaterThan(100)
    await userEvent.fill(box(), '')
    expect(shell().height).toBeLessThanOrEqual(60)

    expect(shell().bottom).toBeGreaterThan(700)
    coverAllBut(500)
    await expect.poll(() => shell().bottom).toBeLessThanOrEqual(500)
    coverAllBut(undefined)
    await expect.poll(() => shell().bottom).toBeGreaterThan(700)
  })

  afterEach(() => coverAllBut(undefined))
  function coverAllBut(height: number | undefined): void {
    if (height === undefined) Reflect.deleteProperty(visualViewport!, 'height')
    else Object.defineProperty(visualViewport!, 'height', { value: height, configurable: true })
    visualViewport!.dispatchEvent(new Event('resize'))
  }
})

describe('Stop', () => {
  /** An answer that is a little longer than the window, and still arrives. */
  async function overflow(): Promise<void> {
    pace.speed = 20
    await openDemo({ width: 1440, height: 700 })
    await ask('Write a long answer')
    // Not by frames: between two of a slow machine the answer would become far longer.
    await expect.poll(longer, { interval: 5 }).toBeGreaterThan(60)
    pace.speed = 1
    await untilPressCounts()
  }
  const untilNoticeInView = () =>
    expect
      .poll(() => {
        const notice = within(answer()).queryByText('Stopped by you')
        return notice !== null && isInView(notice)
      })
      .toBe(true)

  it('by the button: how it ended is in view, and one writes on', { tags: 'hunt' }, async () => {
    await overflow()
    screen.getByRole('button', { name: 'Stop' }).focus()
    await userEvent.keyboard('{Enter}')
    await settled()
    await untilNoticeInView()
    await untilFocused(box())
  })

  it('by Escape, too', async () => {
    await overflow()
    await stop()
    await settled()
    await untilNoticeInView()
    await untilFocused(box())
  })

  it(
    'with a screen below moves nothing, and the pill says that it has stopped',
    { tags: 'hunt' },
    async () => {
      await overflow()
      pace.speed = 100
      await expect.poll(longer).toBeGreaterThan(700)
      const before = viewport().scrollTop
      await stop()
      await settled()
      await screen.findByRole('button', { name: 'Stopped' })
      expect(viewport().scrollTop).toBe(before)
    },
  )
})

it(
  'on a phone selected text stays selected while an answer arrives, also when a handle is drawn further',
  { tags: 'hunt' },
  async () => {
    pace.speed = 100
    await openDemo(phone)
    await ask('Write a long answer')
    await expect.poll(() => viewport().scrollHeight / viewport().clientHeight).toBeGreaterThan(4)
    // So slow that it still arrives at the end of the test.
    pace.speed = 4
    // The long press and the handles are the phone's own; this is what they do to the page.
    const lines = document.querySelectorAll('main [data-role="assistant"] [data-slot="markdown"] p')
    const selection = getSelection()!
    for (const select of [
      () => selection.setBaseAndExtent(lines[0]!.firstChild!, 2, lines[0]!.firstChild!, 9),
      () => selection.extend(lines[2]!, lines[2]!.childNodes.length),
    ]) {
      select()
      const text = selection.toString()
      expect(text.length).toBeGreaterThan(5)
      expect(await movedWhileItGrows()).toBeLessThanOrEqual(1)
      expect(selection.toString()).toBe(text)
    }
  },
)
