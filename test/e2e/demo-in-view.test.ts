import type { Locator } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  startDemo,
  untilAnswerCounts,
  untilPressCounts,
  type DemoApp,
  type DemoPage,
  type Pace,
} from './demo-app.js'

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
    await expect.poll(() => isInView(card)).toBe(true)
    const bar = demo.page
      .getByRole('group', { name: /^Allow run_javascript/ })
      .and(demo.page.locator('[data-slot="approval-bar"]'))
    for (const name of ['Allow once', 'Allow in this chat', 'Deny', 'More answers']) {
      const { x, y, width, height } = (await bar.getByRole('button', { name, exact: true }).boundingBox())!
      const box = (await demo.page.locator('[data-slot="composer-shell"]').boundingBox())!
      const found = {
        name,
        isTall: height >= 44,
        isWithin: x + width <= 390 - 16,
        isOver: y + height <= box.y,
      }
      expect(found).toEqual({ name, isTall: true, isWithin: true, isOver: true })
    }
    const keys = demo.page.locator(':is([data-slot="tool-approval"], [data-slot="approval-bar"]) kbd')
    expect(await keys.evaluateAll((all) => all.some((key) => key.checkVisibility()))).toBe(false)
  })

  it('on its side: the answers are in view, and so is most of the question', async () => {
    pace.speed = 0
    demo = await app.open({ viewport: { width: 844, height: 390 }, hasTouch: true })
    await demo.ask('Ask me before it runs code')
    const card = demo.page.locator('[data-slot="tool-approval"]')
    await card.waitFor()
    const seen = () =>
      card.evaluate((element) => {
        const view = element.closest('[data-slot="viewport"]')!.getBoundingClientRect()
        const box = element.getBoundingClientRect()
        return Math.min(box.bottom, view.bottom) - Math.max(box.top, view.top)
      })
    await expect.poll(seen).toBeGreaterThan(90)
    const allow = demo.page.getByRole('button', { name: 'Allow once' })
    const place = (await allow.boundingBox())!
    const box = (await demo.page.locator('[data-slot="composer-shell"]').boundingBox())!
    expect(place.y + place.height).toBeLessThanOrEqual(box.y + 1)
  })

  it('has a message box of one line while it is empty, which grows with what is written', async () => {
    pace.speed = 0
    demo = await app.open(phone)
    await demo.ask('What time is it in Oslo and Tokyo?')
    await demo.settle()
    const height = async () => (await demo.page.locator('[data-slot="composer-shell"]').boundingBox())!.height
    expect(await height()).toBeLessThanOrEqual(60)
    await demo.box.fill('One\nTwo')
    expect(await height()).toBeGreaterThan(100)
    await demo.box.fill('')
    expect(await height()).toBeLessThanOrEqual(60)
  })

  it('is denied with a reason from behind the dots, and answered by the bar', async () => {
    pace.speed = 0
    demo = await app.open(phone)
    await demo.ask('Ask me before it runs code')
    const card = demo.page.locator('[data-slot="tool-approval"]')
    await untilAnswerCounts(card)
    await demo.page.getByRole('button', { name: 'More answers' }).click()
    await demo.page.getByRole('button', { name: 'Deny with a reason' }).click()
    const reason = card.getByRole('textbox')
    await expect.poll(() => isInView(reason)).toBe(true)
    await demo.page.keyboard.press('Escape')
    // What is not in view has to be seen before it is allowed.
    await card
      .locator('[data-slot="approval-arguments"]')
      .evaluate((box) => (box.scrollTop = box.scrollHeight))
    await demo.page.getByRole('button', { name: 'Allow once' }).click()
    await demo.settle()
    expect(await demo.answer.innerText()).toContain('129')
    expect(await demo.page.locator('[data-slot="approval-bar"]').count()).toBe(0)
    expect(await demo.box.evaluate((box) => box === document.activeElement)).toBe(false)
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

it('the message box stands over a keyboard that lies over the page, as that of Safari does, and its words fit', async () => {
  pace.speed = 0
  demo = await app.open({ viewport: { width: 390, height: 844 }, hasTouch: true })
  const { page } = demo
  const bottom = async (): Promise<number> => {
    const box = (await page.locator('[data-slot="composer-shell"]').boundingBox())!
    return box.y + box.height
  }
  await demo.ask('Convert 26.2 miles to km')
  await demo.settle()
  expect(await bottom()).toBeGreaterThan(700)
  const cover = (height: number | undefined) =>
    page.evaluate((left) => {
      if (left === undefined) Reflect.deleteProperty(visualViewport!, 'height')
      else Object.defineProperty(visualViewport!, 'height', { value: left, configurable: true })
      visualViewport!.dispatchEvent(new Event('resize'))
    }, height)
  await cover(500)
  await expect.poll(bottom).toBeLessThanOrEqual(500)
  await cover(undefined)
  await expect.poll(bottom).toBeGreaterThan(700)

  // The words of an empty box are not cut.
  await page.reload()
  await demo.box.waitFor()
  const fits = await demo.box.evaluate((box: HTMLTextAreaElement) => {
    const style = getComputedStyle(box)
    const pen = document.createElement('canvas').getContext('2d')!
    pen.font = style.font
    const room = box.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight)
    return pen.measureText(box.placeholder).width <= room
  })
  expect(fits).toBe(true)
})
