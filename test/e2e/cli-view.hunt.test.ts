import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { axeFindings } from './support/axe.js'
import { launchBrowser, leaveBrowser } from './support/browser.js'
import { agents, startViewCommand, type RunningView } from './support/view-command.js'

const CLAUDE = agents['Claude Code']![0]
let browser: Browser
let view: RunningView

beforeAll(async () => {
  browser = await launchBrowser()
  view = await startViewCommand()
})
afterAll(async () => {
  await leaveBrowser(browser)
  await view?.stop()
})

async function openView(options?: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  await page.goto(view.url)
  await expect.poll(() => page.locator('[data-session]').count()).toBe(Object.keys(agents).length)
  return page
}

/** Opens the session of an agent from the list. */
async function openFrom(page: Page, agent: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Agent' }).selectOption(agent)
  await page.locator('[data-session]').click()
}

describe.each<[string, BrowserContextOptions]>([
  ['light', {}],
  ['dark', { colorScheme: 'dark' }],
  ['on a phone', { viewport: { width: 390, height: 844 }, hasTouch: true }],
])('the page %s', (name, look) => {
  test('has nothing that axe finds and nothing wider than itself: the list, a session', async () => {
    const page = await openView({ ...look, bypassCSP: true })
    const isClean = async (): Promise<void> => {
      expect(await axeFindings(page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false)
    }
    await isClean()
    await openFrom(page, 'Goose')
    await page.locator('[data-slot="transcript"] [data-turn-id]').first().waitFor()
    await isClean()
    const shots = process.env['SHOTS']
    if (shots) await page.screenshot({ path: `${shots}/session-${name.replaceAll(' ', '-')}.png` })
    await page.context().close()
  })
})

test('a session that was named is opened at once, and who goes back to the list stays there', async () => {
  const own = await startViewCommand('.claude/projects/-harbour/s-1.jsonl')
  const page = await browser.newPage()
  await page.goto(own.url)
  await page.locator('[data-slot="transcript"] [data-turn-id]').first().waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => page.locator('[data-turn-id]').count()).toBe(0)
  expect(await page.locator('[data-session]').count()).toBe(1)
  await page.close()
  await own.stop()
})

test('a folder that is named shows what lies below it, and a file that file', async () => {
  for (const [name, count] of [
    ['.claude', '1 session'],
    [agents['Codex']![0], '1 session'],
    ['.', '5 sessions'],
  ] as const) {
    const own = await startViewCommand(name)
    const page = await browser.newPage()
    await page.goto(own.url)
    await page.getByText(count, { exact: true }).waitFor()
    await page.close()
    await own.stop()
  }
})

test('of a session too long to be read whole, the beginning and the end are shown, and nothing else is said to be broken', async () => {
  const own = await startViewCommand('.claude')
  const file = CLAUDE.replace('s-1', 's-3')
  const words = 'fog over the harbour '.repeat(450)
  for (let from = 0; from < 3_000; from += 500)
    await own.append(
      file,
      Array.from({ length: 500 }, (_, i) =>
        JSON.stringify({
          type: 'user',
          uuid: `u-${from + i}`,
          parentUuid: from + i === 0 ? null : `u-${from + i - 1}`,
          sessionId: 's-3',
          timestamp: new Date(1_772_352_000_000 + from + i).toISOString(),
          message: { role: 'user', content: `Question ${from + i}: ${words}` },
        }),
      ).join('\n') + '\n',
    )
  const page = await browser.newPage()
  await page.goto(own.url)
  await page.locator('[data-session]', { hasText: 'Question 0' }).click()
  const problems = page.getByRole('region', { name: /^While reading/ })
  await problems.getByText(/its beginning and its end are shown, \d+ MB between them are not/).waitFor()
  expect(await problems.getByRole('listitem').count()).toBe(1)
  const transcript = page.locator('[data-slot="transcript"]')
  // By its text as one: to look through so much of it node by node takes a browser many seconds.
  const shown = (...texts: string[]): Promise<boolean[]> =>
    transcript.evaluate((element, asked) => asked.map((text) => element.textContent.includes(text)), texts)
  await expect
    .poll(() => shown('Question 0:', 'Question 2999:', 'Question 1500:'))
    .toEqual([true, true, false])
  // The count covers only part of the session.
  const prompts = page.getByRole('region', { name: 'Session', exact: true }).getByText(/^at least [\d,]+$/)
  await expect.poll(() => prompts.count()).toBeGreaterThan(0)

  // The end grows like that of any other.
  await own.append(
    file,
    `${JSON.stringify({ type: 'user', uuid: 'u-last', parentUuid: 'u-2999', sessionId: 's-3', timestamp: '2026-03-02T09:00:00.000Z', message: { role: 'user', content: 'Has it lifted?' } })}\n`,
  )
  await expect.poll(() => shown('Question 0:', 'Has it lifted?')).toEqual([true, true])
  expect(await problems.getByRole('listitem').count()).toBe(1)
  await page.close()
  await own.stop()
  expect(own.complaints()).toBe('')
})
