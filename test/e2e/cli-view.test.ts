import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
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
})

/** A line that Claude Code writes for a question. */
const line = (sessionId: string, uuid: string, content: string): string =>
  `${JSON.stringify({
    type: 'user',
    uuid,
    parentUuid: null,
    sessionId,
    timestamp: '2026-03-01T09:00:00.000Z',
    message: { role: 'user', content },
  })}\n`

test('antiphon view finds the sessions of five agents, asks nobody else, follows what is written, and ends with Ctrl+C', async () => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 500 } })
  const page = await context.newPage()
  const wrong: string[] = []
  page.on('request', (request) => {
    if (!/^(?:blob|data):/.test(request.url()) && !request.url().startsWith(view.url))
      wrong.push(request.url())
  })
  page.on('pageerror', (error) => wrong.push(error.message))
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) wrong.push(message.text())
  })
  await page.goto(view.url)
  const rows = page.locator('[data-session]')
  const transcript = page.locator('[data-slot="transcript"]')
  await page.getByText('5 sessions').waitFor()
  await expect
    .poll(() => rows.filter({ hasText: 'When is low water?' }).innerText())
    .toMatch(/When is low water\?\n.*harbour-1 · 102 tokens\n1 failed/)
  for (const agent of Object.keys(agents).toReversed()) {
    await page.getByRole('combobox', { name: 'Agent' }).selectOption(agent)
    await rows.click()
    await expect.poll(() => transcript.innerText()).toMatch(/water/i)
    await page.locator('header').getByText(agent, { exact: true }).waitFor()
  }
  // A reload shows the same session.
  await page.reload()
  await transcript.locator('[data-turn-id]').first().waitFor()

  await view.append(CLAUDE, line('s-1', 'live-1', 'And when is high water?'))
  await transcript.getByText('And when is high water?').waitFor()
  await page.getByText('Live', { exact: true }).waitFor()
  // A line comes in two halves: nothing of it is taken for broken.
  const whole = line('s-1', 'live-2', 'And the day after?')
  await view.append(CLAUDE, whole.slice(0, 60))
  await view.append(CLAUDE, whole.slice(60))
  await transcript.getByText('And the day after?').waitFor()
  await expect.poll(() => page.getByText(/could not be read|no JSON/).count()).toBe(0)
  // A reader who is not at the end is not moved.
  const viewport = transcript.locator('[data-slot="viewport"]')
  await viewport.evaluate((element) => {
    element.scrollTop = 0
    element.dispatchEvent(new Event('scroll'))
  })
  await view.append(CLAUDE, line('s-1', 'live-3', 'And in a week?'))
  await transcript.getByText('And in a week?').waitFor({ state: 'attached' })
  expect(await viewport.evaluate((element) => element.scrollTop)).toBe(0)

  // Who comes back to the page sees what agents have begun meanwhile.
  await view.append(CLAUDE.replace('s-1', 's-2'), line('s-2', 'new-1', 'Where does the ferry land?'))
  await page.evaluate(() => dispatchEvent(new Event('focus')))
  await page.getByRole('combobox', { name: 'Agent' }).selectOption('')
  await page.getByText('6 sessions').waitFor()
  await rows.filter({ hasText: 'Where does the ferry land?' }).waitFor()

  await page.reload()
  await transcript.getByText('And in a week?').waitFor({ state: 'attached' })
  expect(wrong).toEqual([])
  await context.close()

  // Its list is in the cache folder of the user.
  const index = join(view.home, '.cache/antiphon/sessions.json')
  await expect
    .poll(() =>
      stat(index).then(
        ({ size }) => size > 0,
        () => false,
      ),
    )
    .toBe(true)
  expect(await view.stop()).toBe(0)
})
