import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser } from 'playwright-core'
import { english } from '../../apps/demo/src/words/english.js'
import { german } from '../../apps/demo/src/words/german.js'
import { germanSessions } from '../../apps/demo/src/sessions/german-words.js'
import { words as englishSessions } from '../../apps/demo/src/sessions/words.js'
import { english as kit } from '../../packages/ui/src/strings/english.js'
import { german as kitGerman } from '../../packages/ui/src/strings/german.js'
import { launchBrowser, leaveBrowser } from './support/browser.js'
import { createForeignWords } from './support/foreign-words.js'
import { agents, startViewCommand, type RunningView } from './support/view-command.js'

const leftIn = createForeignWords([english, kit, englishSessions], [german, kitGerman, germanSessions])
/** What the files say themselves, and names of files. */
const OF_FILES = /\b(?:Low|low|high)$|water|Tides|harbour|tides|\.jsonl?\b|^session/i
let browser: Browser
let view: RunningView

beforeAll(async () => {
  browser = await launchBrowser()
  view = await startViewCommand(undefined, {})
})
afterAll(async () => {
  await leaveBrowser(browser)
  await view?.stop()
})

test('no screen of antiphon view has an English word left in a German browser', async () => {
  const context = await browser.newContext({ locale: 'de-DE', viewport: { width: 1400, height: 900 } })
  const page = await context.newPage()
  await page.goto(view.url)
  const rows = page.locator('[data-session]')
  await expect.poll(() => rows.count()).toBe(Object.keys(agents).length)
  const left: Record<string, string[]> = {}
  const look = async (screen: string): Promise<void> => {
    left[screen] = await leftIn(page, OF_FILES)
  }
  await look('list')
  await rows.first().click()
  await page.locator('[data-slot="transcript"] [data-turn-id]').first().waitFor()
  await look('session')
  await page.getByRole('button', { name: germanSessions.beside }).click()
  await look('choosing')
  await rows.last().click()
  await expect.poll(() => page.locator('section[data-side] [data-turn-id]').count()).toBeGreaterThan(1)
  await look('two sessions')
  await page.keyboard.press('ControlOrMeta+K')
  await page.getByRole('searchbox').fill('water')
  await page.locator('[data-hit]').first().waitFor()
  await look('search')
  await page.getByRole('button', { name: germanSessions.keys }).click()
  await page.getByRole('dialog').waitFor()
  await look('keys')
  expect(left).toEqual({ list: [], session: [], choosing: [], 'two sessions': [], search: [], keys: [] })
  await context.close()
})
