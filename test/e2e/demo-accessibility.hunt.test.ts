import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startDemo, untilStill, type DemoApp } from './demo-app.js'
import { boxOf } from './support/box-of.js'
import { states, stillFindings } from './support/demo-states.js'
import { findings as pageChecks } from './support/page-checks.js'
import { phoneStates } from './support/phone-states.js'

let app: DemoApp
beforeAll(async () => void (app = await startDemo(0, { warnings: true })))
afterAll(() => app?.close())

it.each(Object.keys(states))('axe finds nothing in light and dark: %s', async (name) => {
  const demo = await app.open({ colorScheme: 'light' })
  await states[name]!(demo)
  expect(await stillFindings(demo)).toEqual([])
  await demo.page.emulateMedia({ colorScheme: 'dark' })
  expect(await stillFindings(demo, { coloursOnly: true })).toEqual([])
  await demo.close()
})

describe.each([390, 320])('at %d px on a touch screen', (width) => {
  it('X31 nothing sticks out, every target is 44 px, and axe finds nothing', async () => {
    const demo = await app.open({ viewport: { width, height: 720 }, hasTouch: true, isMobile: true })
    await states['tools']!(demo)
    await states['errors']!(demo)
    const { page } = demo
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    expect(await page.evaluate(pageChecks.targets)).toEqual([])
    await page.getByRole('button', { name: 'Conversations', exact: true }).click()
    await page.getByRole('dialog', { name: 'Conversations' }).waitFor()
    expect(await page.evaluate(pageChecks.targets)).toEqual([])
    await page.getByRole('button', { name: 'Settings', exact: true }).click()
    await page.getByRole('dialog', { name: 'Connect a model' }).waitFor()
    const dialog = await boxOf(page.getByRole('dialog'))
    expect(dialog.x).toBeGreaterThanOrEqual(0)
    expect(dialog.right).toBeLessThanOrEqual(width)
    expect(await page.evaluate(pageChecks.targets)).toEqual([])
    expect(await stillFindings(demo)).toEqual([])
    await demo.close()
  })
})

it.each([320, 360, 378])(
  'in a window of %d px with a mouse no answer to a question is cut',
  async (width) => {
    const demo = await app.open({ viewport: { width, height: 720 } })
    await states['approval']!(demo)
    const cut = await demo.page.locator('[data-slot="tool-approval"]').evaluate((card) => {
      const { left, right } = card.getBoundingClientRect()
      return [...card.querySelectorAll('button')].flatMap((button) => {
        const box = button.getBoundingClientRect()
        const sticksOut = box.left < left || box.right > right || button.scrollWidth > button.clientWidth + 1
        return sticksOut ? button.textContent : []
      })
    })
    expect(cut).toEqual([])
    await demo.close()
  },
)

describe('on a phone, upright and then on its side', () => {
  it.each(Object.keys(phoneStates))(
    'a finger meets every target, and nothing sticks out: %s',
    async (name) => {
      const [width, height] = [390, 844]
      const demo = await app.open({ viewport: { width, height }, hasTouch: true, isMobile: true })
      const { page } = demo
      await phoneStates[name]!(demo)
      for (const wide of [width, height]) {
        if (wide === height) await page.setViewportSize({ width: height, height: width })
        await untilStill(page)
        expect(await page.evaluate(pageChecks.targets)).toEqual([])
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(wide)
      }
      await demo.close()
    },
  )
})
