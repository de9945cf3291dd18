import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { chooseInMenu, startDemo, untilStill, type DemoApp, type DemoPage } from './demo-app.js'
import { boxOf } from './support/box-of.js'
import { states, stillFindings } from './support/demo-states.js'
import { findings as pageChecks } from './support/page-checks.js'

let app: DemoApp
beforeAll(async () => void (app = await startDemo(0)))
afterAll(() => app?.close())

// All states, in both themes and on a phone: demo-accessibility.hunt.test.ts.
it('X31 X40 axe finds nothing in a conversation with calls, and on a phone a finger meets every target', async () => {
  const demo = await app.open({ viewport: { width: 390, height: 720 }, hasTouch: true, isMobile: true })
  await states['tools']!(demo)
  expect(await stillFindings(demo)).toEqual([])
  expect(await demo.page.evaluate(pageChecks.targets)).toEqual([])
  expect(await demo.page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await demo.close()
})

describe('the page', () => {
  let demo: DemoPage
  beforeAll(async () => void (demo = await app.open({ colorScheme: 'light' })))
  afterAll(() => demo?.close())
  beforeEach(() => demo.startOver())

  it('has a language, a title, one heading of the first level, and its landmarks', async () => {
    const { page } = demo
    expect(await page.locator('html').getAttribute('lang')).toBe('en')
    expect(await page.title()).toBe('Antiphon')
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
    expect(await page.getByRole('banner').count()).toBe(1)
    expect(await page.getByRole('main').count()).toBe(1)
  })

  it('is worked with the keyboard alone: skip link, list, header, transcript, message box, in that order', async () => {
    const { page } = demo
    await demo.ask('Convert 26.2 miles to km')
    await demo.settle()
    const title = 'Convert 26.2 miles to km'
    await page.getByRole('button', { name: `Actions for “${title}”` }).waitFor({ state: 'attached' })
    await page.getByRole('link', { name: 'Skip to the message box' }).focus()
    const address = page.url()
    const names: string[] = []
    for (let i = 0; i < 17; i++) {
      await page.keyboard.press('Tab')
      const name = await page.evaluate(
        () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent,
      )
      names.push(name ?? '')
    }
    expect(names).toEqual([
      'Hide the sidebar',
      expect.stringMatching(/^New conversation/),
      expect.stringMatching(/^Search/),
      'Transcripts',
      expect.stringMatching(new RegExp(`^${title}.`)),
      `Actions for “${title}”`,
      'Settings',
      'More of the app',
      title,
      'Model: antiphon-tourScripted demo',
      'Wire',
      'Export this conversation',
      'More',
      'Skip to the message box',
      'Skip to the latest message',
      'Messages',
      'Copy your message',
    ])
    await page.getByRole('link', { name: 'Skip to the message box' }).press('Enter')
    await expect.poll(() => demo.box.evaluate((field) => field === document.activeElement)).toBe(true)
    expect(page.url()).toBe(address)
  })

  it('takes a theme from its panel and remembers the choice', { tags: 'hunt' }, async () => {
    const { page } = demo
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    const light = await background()
    await chooseInMenu(page, 'More', 'Theme…')
    const themes = page.getByRole('group', { name: 'Appearance' })
    expect(await themes.getByRole('radio', { name: 'System' }).isChecked()).toBe(true)
    // It stays open, to try the next one.
    await themes.getByRole('radio', { name: 'Light' }).check()
    expect(await background()).toBe(light)
    await themes.getByRole('radio', { name: 'Dark' }).check()
    await page.keyboard.press('Escape')
    await untilStill(page)
    const dark = await background()
    expect(dark).not.toBe(light)
    await page.reload()
    await demo.box.waitFor()
    await expect.poll(background).toBe(dark)
  })

  it(
    'is as dense as one likes, by the theme panel or the palette, and remembers the choice',
    { tags: 'hunt' },
    async () => {
      const { page } = demo
      await demo.ask('Let one tool fail')
      await demo.settle()
      const row = page.locator('[data-slot="tool-call"] > [data-slot="row"]').first()
      const height = async () => (await boxOf(row)).height
      expect(await height()).toBe(32)
      await chooseInMenu(page, 'More', 'Theme…')
      await page.getByRole('radio', { name: 'Compact' }).check()
      await page.keyboard.press('Escape')
      await expect.poll(height).toBe(28)
      await page.reload()
      await row.waitFor()
      await expect.poll(height).toBe(28)
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog', { name: 'Commands' }).getByRole('combobox').fill('density')
      await page.getByRole('option', { name: /Density: Comfortable/ }).click()
      await expect.poll(height).toBe(32)
    },
  )
})
