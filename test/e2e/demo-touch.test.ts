// @module-tag hunt
import type { CDPSession, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startDemo, type DemoApp, type DemoPage } from './demo-app.js'

/** So slow that an answer of 4,000 words still arrives at the end of a test. */
const pace = { speed: 4 }

let app: DemoApp
let demo: DemoPage
let touch: CDPSession
beforeAll(async () => {
  app = await startDemo(pace)
})
afterAll(() => app?.close())
beforeEach(async () => {
  pace.speed = 4
  demo = await app.open({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  touch = await demo.page.context().newCDPSession(demo.page)
})
afterEach(async () => {
  // Let the rest of an answer arrive at once.
  pace.speed = 0
  await demo.close()
})

/** Swipes over the transcript by 480 px and lets go while the finger moves: `up` towards what is below. */
async function fling(way: 'up' | 'down'): Promise<void> {
  const [from, by] = way === 'up' ? [640, -60] : [160, 60]
  const at = (step: number) => [{ x: 195, y: from + step * by }]
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) })
  for (let step = 1; step <= 8; step++)
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(step) })
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

/** Asks for a long answer and waits until it fills some screens. */
async function askForLong(page: Page): Promise<void> {
  await demo.ask('Write a long answer')
  await page.waitForFunction(() => {
    const viewport = document.querySelector('[data-slot="viewport"]')!
    return viewport.scrollHeight > 4 * viewport.clientHeight
  })
}

/** Where the reader is once nothing rolls any more. */
async function atRest(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const viewport = document.querySelector('[data-slot="viewport"]')!
    for (let still = 0, last = -1; still < 10;) {
      await new Promise(requestAnimationFrame)
      still = viewport.scrollTop === last ? still + 1 : 0
      last = viewport.scrollTop
    }
    return viewport.scrollTop
  })
}

/** How far what is read moves, at most, while the answer grows by 300 letters. */
const movedWhileItGrows = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const viewport = document.querySelector('[data-slot="viewport"]')!
    const edge = viewport.getBoundingClientRect().top
    const answer = [...document.querySelectorAll('main [data-role="assistant"]')].at(-1)!
    const line = [...answer.querySelectorAll('[data-slot="markdown"] p')].find(
      (one) => one.getBoundingClientRect().top > edge,
    )!
    const [before, length] = [line.getBoundingClientRect().top, answer.textContent.length]
    let moved = 0
    while (answer.textContent.length < length + 300) {
      await new Promise(requestAnimationFrame)
      moved = Math.max(moved, Math.abs(line.getBoundingClientRect().top - before))
    }
    return moved
  })

describe('a finger, while an answer arrives', () => {
  it('a fling goes where it goes, and what one reads then stays where it is', async () => {
    const { page } = demo
    await askForLong(page)
    const begin = await atRest(page)
    await fling('up')
    const below = await atRest(page)
    expect(below - begin).toBeGreaterThan(400)
    expect(await movedWhileItGrows(page)).toBeLessThanOrEqual(1)
    await fling('down')
    const above = await atRest(page)
    expect(below - above).toBeGreaterThan(400)
    expect(await movedWhileItGrows(page)).toBeLessThanOrEqual(1)
  })

  it('a swipe back goes to the conversation before, and the answer goes on in its own', async () => {
    const { page } = demo
    const figure = page.locator('main strong', { hasText: '42.16' })
    pace.speed = 0
    await demo.ask('Convert 26.2 miles to km')
    await demo.settle()
    await figure.waitFor()
    await page.keyboard.press('Control+Shift+O')
    await figure.waitFor({ state: 'detached' })
    pace.speed = 4
    await askForLong(page)
    // The gesture itself belongs to the phone; the page sees this of it.
    await page.goBack()
    await figure.waitFor()
    pace.speed = 0
    await page.goForward()
    await demo.settle()
    await expect
      .poll(() => page.locator('main [data-role="assistant"]').last().innerText())
      .not.toContain('Stopped')
  })
})
