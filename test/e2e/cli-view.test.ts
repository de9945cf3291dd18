import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core'
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

interface Opened {
  page: Page
  rows: Locator
  transcript: Locator
  /** Opens the session of an agent. */
  open(agent: string): Promise<void>
  /** Addresses that were asked for outside of the server, and what the console complained about. */
  wrong: string[]
}

async function openView(options?: BrowserContextOptions): Promise<Opened> {
  const context = await browser.newContext(options)
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
  await expect.poll(() => rows.count()).toBe(Object.keys(agents).length)
  const transcript = page.locator('[data-slot="transcript"]')
  return {
    page,
    rows,
    transcript,
    wrong,
    async open(agent) {
      await page.getByRole('combobox', { name: 'Agent' }).selectOption(agent)
      await rows.click()
      await transcript.locator('[data-turn-id]').first().waitFor()
    },
  }
}

test('finds the sessions of five agents, by project, with what a list says of each, and asks nobody else', async () => {
  const { page, rows, transcript, open, wrong } = await openView()
  await page.getByText('5 sessions').waitFor()
  await page.getByRole('region', { name: 'harbour' }).waitFor()
  await expect
    .poll(() => rows.filter({ hasText: 'When is low water?' }).innerText())
    .toMatch(/When is low water\?\n.*harbour-1 · 102 tokens\n1 failed/)
  for (const agent of Object.keys(agents)) {
    await open(agent)
    await expect.poll(() => transcript.innerText()).toMatch(/water/i)
    await page.locator('header').getByText(agent, { exact: true }).waitFor()
  }
  // A reload shows the same session.
  await page.reload()
  await transcript.locator('[data-turn-id]').first().waitFor()
  expect(wrong).toEqual([])
  await page.context().close()
})

test('what is written into an open session appears, without moving a reader who is not at the end', async () => {
  const { page, transcript, open, wrong } = await openView({ viewport: { width: 1280, height: 500 } })
  await open('Claude Code')
  const line = (uuid: string, text: string): string =>
    `${JSON.stringify({
      type: 'user',
      uuid,
      parentUuid: null,
      sessionId: 's-1',
      timestamp: '2026-03-01T09:00:00.000Z',
      message: { role: 'user', content: text },
    })}\n`
  await view.append(CLAUDE, line('live-1', 'And when is high water?'))
  await transcript.getByText('And when is high water?').waitFor()
  await page.getByText('Live', { exact: true }).waitFor()

  // A line comes in two halves: nothing of it is taken for broken.
  const [whole] = [line('live-2', 'And the day after?')]
  await view.append(CLAUDE, whole.slice(0, 60))
  await view.append(CLAUDE, whole.slice(60))
  await transcript.getByText('And the day after?').waitFor()
  await expect.poll(() => page.getByText(/could not be read|no JSON/).count()).toBe(0)

  const viewport = transcript.locator('[data-slot="viewport"]')
  await viewport.evaluate((element) => {
    element.scrollTop = 0
    element.dispatchEvent(new Event('scroll'))
  })
  await view.append(CLAUDE, line('live-3', 'And in a week?'))
  await transcript.getByText('And in a week?').waitFor({ state: 'attached' })
  expect(await viewport.evaluate((element) => element.scrollTop)).toBe(0)
  expect(wrong).toEqual([])
  await page.context().close()
})

describe('reading a session', () => {
  test('steps through prompts, calls and failures, and shows one kind alone', async () => {
    const { page, transcript, open } = await openView()
    await open('pi')
    await page.getByRole('combobox', { name: 'Jump to' }).selectOption('failures')
    await page.getByRole('button', { name: 'Next of the failures' }).click()
    await page.getByRole('status').filter({ hasText: '1 of 1' }).waitFor()
    // The failed call has the focus.
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest('[data-call-key]')?.textContent))
      .toContain('bash')

    await page.getByRole('combobox', { name: 'Show' }).selectOption('prompts')
    await expect.poll(() => transcript.locator('[data-slot="tool-call"]').count()).toBe(0)
    await transcript.getByText('Low water?').waitFor()
    await page.getByRole('combobox', { name: 'Show' }).selectOption('calls')
    await transcript.locator('[data-slot="tool-call"]').waitFor()
    await expect.poll(() => transcript.getByText('Low water?').count()).toBe(0)

    // Notes of every kind begin at one line, with their icons in view.
    await page.getByRole('combobox', { name: 'Show' }).selectOption('')
    await transcript.getByText('Low water?').waitFor()
    const starts = transcript
      .locator('[data-slot="system-notice"]')
      .evaluateAll((notes) => notes.map((note) => note.getBoundingClientRect().left))
    expect(new Set(await starts).size).toBe(1)

    const statistics = page.getByRole('region', { name: 'Statistics' })
    await statistics.getByText('bash').waitFor()
    await statistics.getByText('1 call, 1 failed').waitFor()
    await page.context().close()
  })

  test('the whole of it goes by keys alone', async () => {
    const { page, rows, transcript } = await openView()
    await page.keyboard.press('ControlOrMeta+Shift+F')
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.hasAttribute('data-filter')))
      .toBe(true)
    await page.keyboard.type('low water?')
    await expect.poll(() => rows.count()).toBe(2)
    const focused = (): Promise<string | null | undefined> =>
      page.evaluate(() => document.activeElement?.textContent)
    const [first, second] = await rows.allTextContents()
    await page.keyboard.press('ArrowDown')
    await expect.poll(focused).toBe(first)
    await page.keyboard.press('ArrowDown')
    await expect.poll(focused).toBe(second)
    await page.keyboard.press('Enter')
    await transcript.locator('[data-turn-id]').first().waitFor()
    await page.keyboard.press('Alt+ArrowDown')
    await page
      .getByRole('status')
      .filter({ hasText: /^\d+ of \d+$/ })
      .waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.locator('[data-turn-id]').count()).toBe(0)
    // Back on the row that was opened.
    await expect.poll(focused).toBe(second)
    await page.context().close()
  })

  test('words are found in all sessions, and a hit opens where they stand', async () => {
    const { page, transcript } = await openView()
    await page.keyboard.press('ControlOrMeta+K')
    await page.getByRole('searchbox', { name: 'Find in all sessions' }).fill('NO SUCH FILE')
    await page.getByText(/^Found in \d+ sessions?$/).waitFor()
    const hit = page.locator('[data-hit]').first()
    expect((await hit.locator('mark').first().textContent())?.toLowerCase()).toBe('no such file')
    await hit.click()
    await transcript.getByText('no such file').first().waitFor()
    await page.getByRole('searchbox').fill('nobody wrote these words')
    await page.getByText('Found in no session.').waitFor()
    await page.context().close()
  })
})

describe.each([
  ['light', {}],
  ['dark', { colorScheme: 'dark' as const }],
  ['on a phone', { viewport: { width: 390, height: 844 }, hasTouch: true }],
])('the page %s', (_, look) => {
  test('has nothing that axe finds and nothing wider than itself', async () => {
    const { page, transcript, open } = await openView({ ...look, bypassCSP: true })
    const isTooWide = (): Promise<boolean> =>
      page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
    expect(await axeFindings(page)).toEqual([])
    expect(await isTooWide()).toBe(false)
    await open('pi')
    await transcript.getByText('I cannot say.').waitFor()
    expect(await axeFindings(page)).toEqual([])
    expect(await isTooWide()).toBe(false)
    await page.context().close()
  })
})

test('keeps its list in the cache folder of the user, and ends with Ctrl+C', async () => {
  const own = await startViewCommand()
  const page = await browser.newPage()
  await page.goto(own.url)
  await page.getByText('5 sessions').waitFor()
  await expect
    .poll(() =>
      stat(join(own.home, '.cache/antiphon/sessions.json')).then(
        ({ size }) => size > 0,
        () => false,
      ),
    )
    .toBe(true)
  await page.close()
  expect(await own.stop()).toBe(0)
})

test('who comes back to the page sees what agents have begun meanwhile', async () => {
  const own = await startViewCommand()
  const page = await browser.newPage()
  await page.goto(own.url)
  await page.getByText('5 sessions').waitFor()
  await own.append(
    CLAUDE.replace('s-1', 's-2'),
    `${JSON.stringify({
      type: 'user',
      uuid: 'new-1',
      parentUuid: null,
      sessionId: 's-2',
      timestamp: '2026-03-02T09:00:00.000Z',
      message: { role: 'user', content: 'Where does the ferry land?' },
    })}\n`,
  )
  await page.evaluate(() => dispatchEvent(new Event('focus')))
  await page.getByText('6 sessions').waitFor()
  expect(await page.locator('[data-session]').first().textContent()).toContain('Where does the ferry land?')
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
  // What was counted is not all there is.
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
