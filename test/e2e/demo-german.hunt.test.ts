import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { english as kit } from '../../packages/ui/src/strings/english.js'
import { englishConversation } from '../../packages/ui/src/strings/english-conversation.js'
import { englishComposer, englishLive, englishTray } from '../../packages/ui/src/strings/english-late.js'
import { englishInspector } from '../../packages/ui/src/strings/english-inspector.js'
import { englishRedact } from '../../packages/ui/src/strings/english-redact.js'
import { englishShell } from '../../packages/ui/src/strings/english-shell.js'
import { englishThreads } from '../../packages/ui/src/strings/english-threads.js'
import { german as kitGerman } from '../../packages/ui/src/strings/german.js'
import { english } from '../../apps/demo/src/words/english.js'
import { german } from '../../apps/demo/src/words/german.js'
import { launchBrowser, leaveBrowser } from './support/browser.js'
import { createForeignWords } from './support/foreign-words.js'
import { serveDemo } from './demo-app.js'

const tables = [
  kit,
  englishConversation,
  englishComposer,
  englishLive,
  englishTray,
  englishInspector,
  englishRedact,
  englishShell,
  englishThreads,
  english,
]
const leftIn = createForeignWords(tables, [german, kitGerman])

let url: string
let close: () => Promise<void>
let page: Page
beforeAll(async () => {
  const server = await serveDemo(0)
  url = server.resolvedUrls!.local[0]!
  const browser = await launchBrowser()
  const context = await browser.newContext({ locale: 'de-DE', viewport: { width: 1280, height: 900 } })
  page = await context.newPage()
  page.setDefaultTimeout(20_000)
  close = async () => {
    await leaveBrowser(browser)
    await server.close()
  }
  await page.goto(url)
})
afterAll(() => close?.())

it('X38 no screen of the demo has an English word left in a German browser', async () => {
  const left: Record<string, string[]> = {}
  const look = async (screen: string, allowed?: RegExp): Promise<void> => {
    left[screen] = await leftIn(page, allowed)
  }
  const press = (name: string | RegExp) =>
    page
      .getByRole('button', typeof name === 'string' ? { name, exact: true } : { name })
      .first()
      .click()
  const leave = (): Promise<void> => page.keyboard.press('Escape')
  const box = page.getByRole('textbox', { name: kitGerman.composer.label })
  await box.waitFor()
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('de')
  await press(/weitere Zustände/)
  await look('home')
  await press(german.home.chaos)
  await look('faults')
  await leave()
  await press(/^Werkzeuge/)
  await look('tools')
  await leave()
  await press(german.shell.moreOfApp)
  await look('menu of the app')
  await leave()
  await press(german.shell.settings)
  const sheet = page.getByRole('dialog')
  await sheet.getByText('Erreichbar.').waitFor()
  await look('settings')
  await press(german.settings.changeServer)
  await look('servers')
  for (const name of Object.values(german.settings.pages)) {
    await sheet.getByRole('button', { name, exact: true }).click()
    for (const more of await sheet.locator('summary').all()) if (await more.isVisible()) await more.click()
    // What a browser needs of a server is a sentence of the profile, which is English.
    await look(`settings, ${name}`, /Access-Control|preflight|^\[\{/)
  }
  await leave()
  await page.keyboard.press('Control+k')
  await page.getByRole('option').first().waitFor()
  await look('palette')
  await leave()
  await box.fill('Convert 26.2 miles to km')
  await box.press('Enter')
  await page.locator('[data-slot="prose"]').getByText('42.164813').waitFor()
  await page.locator('form[data-slot="composer"]:is([data-state="ready"], [data-state="error"])').waitFor()
  await look('conversation', /^Convert 26\.2/)
  await page.locator('header').getByRole('button', { name: german.shell.more, exact: true }).click()
  await look('menu of the conversation', /Convert 26\.2/)
  await leave()
  for (const [screen, line] of [
    ['export', german.shell.export],
    ['system prompt', german.conversation.system],
    ['prices', german.conversation.cost],
  ] as const) {
    await page.locator('header').getByRole('button', { name: german.shell.more, exact: true }).click()
    await page.getByRole('menuitem', { name: line }).click()
    await page.getByRole('dialog').waitFor()
    await look(screen, /Convert 26\.2|JSON\)$/)
    if (screen === 'export') {
      await press(german.viewer.review)
      await page
        .getByText(kitGerman.redact.title ?? '')
        .first()
        .waitFor()
      await look('redaction', /Convert 26\.2|JSON\)$/)
      await leave()
    }
    await leave()
  }
  await press(german.shell.wire)
  await page.locator('[data-slot="wire-inspector"]').waitFor()
  await look('wire', /Convert 26\.2|antiphon-tour/)
  await press(german.shell.transcripts)
  await page.getByText(german.viewer.tryOne).waitFor()
  await look('transcripts')
  await press(new RegExp(german.viewer.samples.agent.name))
  await page.getByText('Both agree').waitFor()
  await look('a transcript', /claude/i)
  expect(Object.fromEntries(Object.entries(left).filter(([, texts]) => texts.length > 0))).toEqual({})
})

it('the settings choose the language, which stays', async () => {
  await page.goto(url)
  await page.getByRole('button', { name: german.shell.settings, exact: true }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('button', { name: german.settings.pages.looks, exact: true }).click()
  await sheet.getByLabel(german.shell.language).selectOption('en')
  await page.getByRole('textbox', { name: 'Write a message' }).waitFor()
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('en')
  await page.reload()
  await page.getByRole('button', { name: 'Start the tour' }).waitFor()
})
