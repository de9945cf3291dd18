import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  modelChip,
  startDemo,
  untilPressCounts,
  untilStill,
  type DemoApp,
  type DemoPage,
} from './demo-app.js'
import { boxOf } from './support/box-of.js'
import { HELD } from '../support/pace.js'
import { expectAtMost, watchShifts } from './support/layout-shifts.js'

let app: DemoApp
let demo: DemoPage
const pace = { speed: 0 }
beforeAll(async () => {
  app = await startDemo(pace)
  demo = await app.open({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
})
afterAll(async () => {
  await demo?.close()
  await app?.close()
})
beforeEach(() => demo.startOver())

/** Rests a finger on an element. */
async function hold(target: Locator): Promise<void> {
  const { page } = demo
  const { x, y, width, height } = await boxOf(target)
  const session = await page.context().newCDPSession(page)
  const point = { x: x + width / 2, y: y + height / 2 }
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] })
  await page.locator('[data-turn-id][data-held]').waitFor()
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

/** Heights of the buttons below the messages, from the first message to the last, and whether one sees them. */
const actionHeights = () =>
  demo.page.locator('[data-slot="message-actions"]').evaluateAll((all) =>
    all.map((one) => {
      const height = Math.round(one.getBoundingClientRect().height)
      return getComputedStyle(one).opacity === '0' ? `hidden ${height}` : `seen ${height}`
    }),
  )

describe('on a phone', () => {
  it('the empty box is one line, also below what waits to be sent', { tags: 'hunt' }, async () => {
    const { page } = demo
    pace.speed = HELD
    await demo.ask('Think about a puzzle first')
    await demo.answer.waitFor()
    await demo.ask('Convert 26.2 miles to km')
    await page.locator('[data-slot="queue"] li').waitFor()
    const [box, bar] = await Promise.all(
      ['input', 'composer-bar'].map((slot) => boxOf(page.locator(`form [data-slot="${slot}"]`))),
    )
    expect(bar!.y).toBe(box!.y)
    pace.speed = 0
    await demo.settle()
  })

  it('the buttons stand below the last answer only, and a finger that rests on a message brings its own', async () => {
    const { page } = demo
    await demo.ask('Convert 26.2 miles to km')
    await demo.settle()
    await demo.ask('What time is it in Oslo and Tokyo?')
    await demo.settle()
    await demo.answer.getByRole('button', { name: 'Retry this answer' }).waitFor()
    await expect.poll(actionHeights).toEqual(['hidden 44', 'hidden 44', 'hidden 44', 'seen 44'])
    // A screen reader and the focus still find them.
    expect(await page.getByRole('button', { name: 'Edit your message' }).count()).toBe(2)
    const question = page.locator('[data-role="user"] [data-slot="bubble"]').last()
    await hold(question)
    await expect.poll(actionHeights).toEqual(['hidden 44', 'hidden 44', 'seen 44', 'seen 44'])
    // The signs meet the edge of the text.
    const edges = await page.evaluate(() => {
      const turn = document.querySelector('[data-held]')!
      const bubble = turn.querySelector('[data-slot="bubble"]')!.getBoundingClientRect()
      const sign = [...turn.querySelectorAll('[data-slot="message-actions"] svg')]
        .at(-1)!
        .getBoundingClientRect()
      return Math.abs(bubble.right - sign.right)
    })
    expect(edges).toBeLessThanOrEqual(2)
    // They lie over the answer, which is as near to its question as with a mouse.
    const gaps = await page.evaluate(() =>
      [...document.querySelectorAll('[data-role="user"] [data-slot="bubble"]')].map((bubble) => {
        const answer = bubble.closest('[data-slot="turn"]')!.nextElementSibling!
        return Math.round(answer.getBoundingClientRect().top - bubble.getBoundingClientRect().bottom)
      }),
    )
    expect(gaps).toEqual([28, 28])
    await page.locator('[data-role="assistant"] [data-slot="prose"]').last().tap()
    await expect.poll(actionHeights).toEqual(['hidden 44', 'hidden 44', 'hidden 44', 'seen 44'])
  })

  it('the figures of an answer are a line of its menu', { tags: 'hunt' }, async () => {
    const { page } = demo
    await demo.ask('Convert 26.2 miles to km')
    await demo.settle()
    expect(await demo.answer.locator('[data-slot="figures"]').isVisible()).toBe(false)
    await demo.answer.getByRole('button', { name: 'More for this message' }).tap()
    await page.getByRole('menuitem', { name: 'Usage' }).tap()
    await demo.answer.getByRole('group', { name: 'Usage' }).getByText('Output tokens').waitFor()
  })

  it('one button beside the box has what others do; a tool that is off is not offered to the model', async () => {
    const { page } = demo
    const bar = page.locator('[data-slot="composer-bar"]')
    expect(
      await bar.getByRole('button').evaluateAll((all) => all.filter((one) => one.checkVisibility()).length),
    ).toBe(2)
    await bar.getByRole('button', { name: 'Add' }).tap()
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('menuitem', { name: 'Attach files' }).tap()
    await chooser
    await bar.getByRole('button', { name: 'Add' }).tap()
    await page.getByRole('menuitem', { name: 'Tools…' }).tap()
    await page.getByRole('checkbox', { name: 'get_time' }).uncheck()
    await page.keyboard.press('Escape')
    const sent = page.waitForRequest(/chat\/completions/)
    await demo.ask('What time is it in Oslo and Tokyo?')
    const { tools } = (await sent).postDataJSON() as { tools: { function: { name: string } }[] }
    const names = tools.map((tool) => tool.function.name)
    expect(names).toContain('convert_units')
    expect(names).not.toContain('get_time')
    await demo.settle()
  })

  it(
    'the box is at the foot from the start, below the ways to begin, and the title stands in the middle',
    { tags: 'hunt' },
    async () => {
      const { page, box } = demo
      const foot = async (): Promise<number> => {
        await untilStill(page)
        const { bottom } = await boxOf(page.locator('[data-slot="composer-shell"]'))
        return Math.round(844 - bottom)
      }
      const atStart = await foot()
      expect(atStart).toBeLessThanOrEqual(16)
      const starts = await boxOf(page.getByRole('list', { name: 'Suggestions' }))
      expect(starts.bottom).toBeLessThan((await boxOf(box)).y)
      const { x, width } = await boxOf(modelChip(page))
      expect(Math.abs(x + width / 2 - 195)).toBeLessThanOrEqual(2)
      // Several files make the box higher, and nothing of it leaves the screen.
      const files = ['a.txt', 'b.txt', 'c.txt'].map((name) => ({
        name,
        mimeType: 'text/plain',
        buffer: Buffer.from('words'),
      }))
      await page.locator('#message input[type="file"]').first().setInputFiles(files)
      await page.getByText('c.txt').waitFor()
      expect(await foot()).toBe(atStart)
    },
  )

  it.each([
    ['a small tablet', { width: 744, height: 1133 }],
    ['a phone', { width: 390, height: 844 }],
  ])('on %s a finger queues a message while an answer comes, and can still stop it', async (_, size) => {
    const { page, ask, box, answer, settle } = demo
    await page.setViewportSize(size)
    pace.speed = 1
    const shifts = await watchShifts(page)
    await ask('Think about a puzzle first')
    await answer.locator('[data-slot="reasoning"]').waitFor()
    // It goes on, for minutes.
    pace.speed = 0.03
    await box.fill('What time is it in Oslo and Tokyo?')
    const send = page.getByRole('button', { name: 'Send', exact: true })
    const stop = page.getByRole('button', { name: 'Stop', exact: true })
    const boxes = [await boxOf(stop), await boxOf(send)]
    for (const { width, height } of boxes) expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
    expect(boxes[1]!.x).toBeGreaterThanOrEqual(boxes[0]!.right)
    await untilPressCounts(page)
    await send.tap()
    const queue = page.getByRole('list', { name: 'Queued messages' })
    await queue.getByText('What time is it in Oslo and Tokyo?').waitFor()
    await box.fill('And in Lima?')
    expectAtMost(await shifts(), 0.02)
    await untilPressCounts(page)
    await stop.tap()
    await settle()
    // A queued message is sent only when the person says so.
    await queue.getByText('What time is it in Oslo and Tokyo?').waitFor()
    expect(await box.inputValue()).toBe('And in Lima?')
    pace.speed = 0
  })

  it('the models are a sheet at the foot of the screen', async () => {
    const { page } = demo
    await modelChip(page).tap()
    const sheet = page.getByRole('dialog', { name: 'Model', exact: true })
    await sheet.waitFor()
    await untilStill(page)
    const { x, y, width, bottom } = await boxOf(sheet)
    expect({ x, width, foot: Math.round(bottom) }).toEqual({ x: 0, width: 390, foot: 844 })
    expect(y).toBeGreaterThanOrEqual(88)
    const rows = await sheet.getByRole('option').evaluateAll((all) => all.map((one) => one.clientHeight))
    expect(Math.min(...rows)).toBeGreaterThanOrEqual(44)
    await sheet.getByRole('option', { name: /^Show \d+ scenarios/ }).tap()
    await sheet
      .getByRole('option', { name: /^one-tool/ })
      .first()
      .tap()
    await sheet.waitFor({ state: 'detached' })
    await expect.poll(() => modelChip(page).innerText()).toContain('one-tool')
  })
})
