import type { Locator } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startDemo, untilPressCounts, type DemoApp, type DemoPage, type Pace } from './demo-app.js'

const pace: Pace = { speed: 0 }
let app: DemoApp
let demo: DemoPage
beforeAll(async () => {
  app = await startDemo(pace)
})
afterAll(() => app?.close())
afterEach(() => demo.close())

/** Whether all of it stands in the transcript's window, over the message box. */
const isInView = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => {
    const box = element.getBoundingClientRect()
    const view = element.closest('[data-slot="viewport"]')!.getBoundingClientRect()
    return box.height > 0 && box.top >= view.top && box.bottom <= view.bottom
  })

const composerHasFocus = () => demo.box.evaluate((box) => box === document.activeElement)
const viewport = () => demo.page.locator('main [data-slot="viewport"]')
const longer = () => viewport().evaluate((view) => view.scrollHeight - view.scrollTop - view.clientHeight)

describe('a question to a person on a phone', () => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true }

  it('comes with its answers in view, as much of the code as leaves them there, and no hints of keys', async () => {
    pace.speed = 0
    demo = await app.open(phone)
    // So that the question is not the first thing on the page.
    await demo.ask('Show me an answer with a table')
    await demo.settle()
    await demo.ask('Ask me before it runs code')
    const card = demo.page.locator('[data-slot="tool-approval"]')
    await card.waitFor()
    for (const name of ['Allow once', 'Allow in this chat', 'Deny', 'Deny with a reason', 'Edit'])
      await expect
        .poll(() => isInView(card.getByRole('button', { name, exact: true })), { message: name })
        .toBe(true)
    expect(await card.locator('kbd').evaluateAll((keys) => keys.some((key) => key.checkVisibility()))).toBe(
      false,
    )
  })

  it('moves nothing for a reader who has gone up', async () => {
    pace.speed = 1
    demo = await app.open(phone)
    await demo.ask('Show me an answer with a table')
    pace.speed = 0
    await demo.settle()
    await viewport().evaluate((view) => {
      view.dispatchEvent(new WheelEvent('wheel', { deltaY: -300, bubbles: true }))
      view.scrollTop = 0
    })
    pace.speed = 1
    await demo.ask('Ask me before it runs code')
    await viewport().evaluate((view) => {
      view.dispatchEvent(new WheelEvent('wheel', { deltaY: -300, bubbles: true }))
      view.scrollTop = 0
    })
    pace.speed = 0
    await demo.page.locator('[data-slot="tool-approval"]').waitFor()
    await demo.page.getByRole('button', { name: 'Approval needed' }).waitFor()
    expect(await viewport().evaluate((view) => view.scrollTop)).toBe(0)
  })
})

describe('Stop', () => {
  const overflows = async () => {
    pace.speed = 1
    demo = await app.open({ viewport: { width: 1440, height: 700 } })
    await demo.ask('Write a long answer')
    await expect.poll(longer).toBeGreaterThan(60)
    await untilPressCounts(demo.page)
  }
  const notice = () => demo.answer.getByText('Stopped by you')

  it('by the button: what it has come to is in view, and one writes on', async () => {
    await overflows()
    await demo.page.getByRole('button', { name: 'Stop' }).focus()
    await demo.page.keyboard.press('Enter')
    await demo.settle()
    await expect.poll(() => isInView(notice())).toBe(true)
    await expect.poll(composerHasFocus).toBe(true)
  })

  it('by Escape, too', async () => {
    await overflows()
    await demo.stop()
    await demo.settle()
    await expect.poll(() => isInView(notice())).toBe(true)
    await expect.poll(composerHasFocus).toBe(true)
  })

  it('more than a screen below moves nothing, and the pill says that it has stopped', async () => {
    await overflows()
    pace.speed = 5
    await expect.poll(longer).toBeGreaterThan(700)
    const before = await viewport().evaluate((view) => view.scrollTop)
    await demo.stop()
    await demo.settle()
    await demo.page.getByRole('button', { name: 'Stopped' }).waitFor()
    expect(await viewport().evaluate((view) => view.scrollTop)).toBe(before)
  })
})
