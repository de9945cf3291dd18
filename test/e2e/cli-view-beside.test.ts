import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeFindings } from './support/axe.js'
import { launchBrowser, leaveBrowser } from './support/browser.js'
import { agents, startViewCommand, type RunningView } from './support/view-command.js'

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

const sides = (page: Page) => page.locator('section[data-side]')

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

test('two sessions stand side by side with the same figures, and each is stepped through and followed on its own', async () => {
  const page = await openView()
  await openFrom(page, 'Claude Code')
  await page.getByRole('button', { name: 'Show another session beside it' }).click()
  await page.getByRole('status').filter({ hasText: 'Choose the session to show beside' }).waitFor()
  await openFrom(page, 'pi')

  await page.getByRole('heading', { level: 1, name: 'Two sessions side by side' }).waitFor()
  const [left, right] = [sides(page).nth(0), sides(page).nth(1)]
  await left.getByText('When is low water?').first().waitFor()
  await right.getByText('I cannot say.').waitFor()
  // The same figures at the same places; what a file does not have is said, never 0.
  const namesIn = (at: number): Promise<string[]> =>
    sides(page).nth(at).locator('[data-figures] dt').allTextContents()
  await expect.poll(() => namesIn(0)).toContain('Cost')
  expect(await namesIn(1)).toEqual(await namesIn(0))
  const cost = (at: number): Promise<string | null> =>
    sides(page).nth(at).locator('div:has(> dt:text-is("Cost")) > dd').textContent()
  expect(await cost(0)).toBe('Not in the file')
  expect(await cost(1)).toMatch(/^\$0\.\d+$/)

  // Keys step in the one that has the focus.
  await right.getByRole('combobox', { name: 'Jump to' }).focus()
  await page.keyboard.press('Alt+ArrowDown')
  await right
    .getByRole('status')
    .filter({ hasText: /^\d+ of \d+$/ })
    .waitFor()
  expect(
    await left
      .getByRole('status')
      .filter({ hasText: /^\d+ of \d+$/ })
      .count(),
  ).toBe(0)

  // What is written into one of them appears in it.
  await view.append(
    agents['Claude Code']![0],
    `${JSON.stringify({
      type: 'user',
      uuid: 'beside-1',
      parentUuid: null,
      sessionId: 's-1',
      timestamp: '2026-03-01T09:00:00.000Z',
      message: { role: 'user', content: 'And the tide after that?' },
    })}\n`,
  )
  await left.getByText('And the tide after that?').waitFor()
  await left.getByText('Live', { exact: true }).waitFor()
  expect(await right.getByText('Live', { exact: true }).count()).toBe(0)

  // The address names both; one is closed, the other is left.
  await page.reload()
  await right.getByText('I cannot say.').waitFor()
  await left.getByRole('button', { name: /^Close / }).click()
  await expect.poll(() => sides(page).count()).toBe(0)
  await page.locator('[data-slot="transcript"]').getByText('I cannot say.').waitFor()
  await page.context().close()
})

test('the second one is chosen by keys alone, and Escape takes the choice back', async () => {
  const page = await openView()
  await openFrom(page, 'Codex')
  await page.getByRole('combobox', { name: 'Agent' }).selectOption('')
  // A page that is slow to draw.
  await page.evaluate(() => {
    const draw = requestAnimationFrame
    window.requestAnimationFrame = (then) => {
      setTimeout(() => draw(then), 300)
      return 0
    }
  })
  const isFiltering = (): Promise<boolean> =>
    page.evaluate(() => document.activeElement?.hasAttribute('data-filter') ?? false)
  await page.keyboard.press('ControlOrMeta+Shift+S')
  const choice = page.getByRole('status').filter({ hasText: 'Choose the session to show beside' })
  await choice.waitFor()
  await expect.poll(isFiltering).toBe(true)
  await page.keyboard.press('Escape')
  await expect.poll(() => choice.count()).toBe(0)
  await page.keyboard.press('ControlOrMeta+Shift+S')
  await expect.poll(isFiltering).toBe(true)
  await page.keyboard.press('ArrowDown')
  // What is drawn later must not take the focus back.
  await page.evaluate(() => new Promise(requestAnimationFrame))
  await page.keyboard.press('Enter')
  await expect.poll(() => sides(page).count()).toBe(2)
  await page.keyboard.press('Escape')
  await expect.poll(() => sides(page).count()).toBe(0)
  await page.context().close()
})

test('time in tools, tokens, cost and retries are small charts with words below them', async () => {
  const line = (id: number, message: object): string =>
    JSON.stringify({ type: 'message', id: `e${id}`, parentId: `e${id - 1}`, message })
  const answers = [0.01, 0.04, 0.02].map((total, i) =>
    line(i + 1, {
      role: 'assistant',
      content: [{ type: 'toolCall', id: `c${i}`, name: 'gauge', arguments: {} }],
      model: 'harbour-1',
      usage: { input: 10, output: 20 * (i + 1), cost: { total } },
      timestamp: 1_772_352_000_000 + i,
    }),
  )
  const own = await startViewCommand('costs.jsonl', {
    'costs.jsonl': ['{"type":"session","version":3,"id":"s-9"}', ...answers].join('\n'),
  })
  const page = await browser.newPage()
  await page.goto(own.url)
  const statistics = page.getByRole('region', { name: 'Statistics' })
  await statistics.getByRole('heading', { name: 'Time in tools' }).waitFor()
  await statistics.getByText('3 answers, at most 60 tokens').waitFor()
  await statistics.getByText('3 answers, $0.07 in all, at most $0.04').waitFor()
  // The heights of a chart are those of its values.
  const cost = statistics.locator('h4:text-is("Cost per answer") + svg rect')
  const heights = await cost.evaluateAll((bars) => bars.map((bar) => Number(bar.getAttribute('height'))))
  expect(heights.map((height) => Math.round((height / Math.max(...heights)) * 100))).toEqual([25, 100, 50])
  await page.close()
  await own.stop()

  const retried = [1, 2, 3].map((attempt) =>
    JSON.stringify({
      type: 'system',
      subtype: 'api_error',
      uuid: `retry-${attempt}`,
      parentUuid: null,
      sessionId: 's-1',
      timestamp: '2026-03-01T09:00:00.000Z',
      retryAttempt: attempt,
      error: { status: 529 },
    }),
  )
  await view.append(agents['Claude Code']![0], `${retried.join('\n')}\n`)
  const other = await openView()
  await openFrom(other, 'Claude Code')
  await other.getByRole('heading', { name: 'Retries' }).waitFor()
  await other.getByRole('region', { name: 'Statistics' }).getByText('3 times').waitFor()
  await other.context().close()
})

test.each<[string, BrowserContextOptions]>([
  ['light', {}],
  ['dark', { colorScheme: 'dark' }],
  ['on a phone', { viewport: { width: 390, height: 844 }, hasTouch: true }],
])('two sessions %s have nothing that axe finds and nothing wider than the page', async (name, look) => {
  const page = await openView({ ...look, bypassCSP: true })
  await openFrom(page, 'Goose')
  await page.getByRole('button', { name: 'Show another session beside it' }).click()
  await openFrom(page, 'pi')
  await sides(page).nth(1).getByText('I cannot say.').waitFor()
  await expect.poll(() => sides(page).nth(0).locator('[data-turn-id]').count()).toBeGreaterThan(0)
  const shots = process.env['SHOTS']
  if (shots) await page.screenshot({ path: `${shots}/beside-${name.replaceAll(' ', '-')}.png` })
  expect(await axeFindings(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false)
  await page.context().close()
})
