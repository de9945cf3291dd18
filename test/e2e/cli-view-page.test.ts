import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { exportHtml } from '@antiphon/ui/export'
import { launchBrowser, leaveBrowser } from './support/browser.js'
import { startViewCommand, type RunningView } from './support/view-command.js'

let browser: Browser
const running: RunningView[] = []

beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => leaveBrowser(browser))
afterEach(async () => {
  for (const view of running.splice(0)) await view.stop()
})

/** A page as `antiphon render` and the demo write it, changed on its way or not. */
const exported = (change: (html: string) => string = (html) => html): Promise<string> =>
  exportHtml(
    [
      { role: 'user', id: 'q', content: 'When is low water?' },
      {
        role: 'assistant',
        id: 'a',
        content: 'At noon, at the pier. <script>document.title = "ran"</script>',
      },
    ],
    { title: 'Tides & "gauges"' },
  ).then(change)

/** `antiphon view page.html`, and what the page says. */
async function viewPage(html: string): Promise<{ page: Page; asked: string[] }> {
  const view = await startViewCommand('page.html', { 'page.html': html })
  running.push(view)
  const page = await browser.newPage()
  const asked: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(view.url)) asked.push(request.url())
  })
  await page.goto(view.url)
  return { page, asked }
}

test('antiphon view of an exported page opens it, says that it is as it was exported, and runs nothing of it', async () => {
  const html = await exported()
  expect(html).not.toMatch(/<script/i)
  const { page, asked } = await viewPage(html)
  await page.getByRole('status').getByText('This page is as it was exported.').waitFor()
  await page.getByRole('heading', { level: 1, name: 'Tides & "gauges"' }).waitFor()
  expect(await page.locator('[data-session]').textContent()).toContain('Exported page')
  await page.getByText('At noon, at the pier.').waitFor()
  expect(await page.title()).toBe('Tides & "gauges", Antiphon')
  expect(asked).toEqual([])
  await page.close()
})

test.each<[string, (html: string) => string]>([
  ['a word of an answer', (html) => html.replace('At noon', 'At nine')],
  [
    'a script that was put in',
    (html) => html.replace('</main>', '<script>document.title = "ran"</script></main>'),
  ],
  ['its end cut off', (html) => html.slice(0, html.lastIndexOf('</main>'))],
])('and of one that was changed since (%s) says so in plain words', async (_, change) => {
  const { page } = await viewPage(await exported(change))
  const alert = page.getByRole('alert')
  await alert.getByText('This page was changed after its export.').waitFor()
  expect(await alert.innerText()).toContain('Do not take it for what was said.')
  expect(await page.title()).not.toContain('ran')
  await page.close()
})

test('a page that is no export of ours is named as what it is, and a session that was named is opened at once', async () => {
  const { page } = await viewPage('<!doctype html><title>Tides</title><p>Low water is at noon.</p>')
  await page.getByText('1 file holds no session').waitFor()
  await page.close()
  const view = await startViewCommand('.claude/projects/-harbour/s-1.jsonl')
  running.push(view)
  const other = await browser.newPage()
  await other.goto(view.url)
  await other.locator('[data-slot="transcript"] [data-turn-id]').first().waitFor()
  // Who goes back to the list stays there.
  await other.keyboard.press('Escape')
  await expect.poll(() => other.locator('[data-turn-id]').count()).toBe(0)
  expect(await other.locator('[data-session]').count()).toBe(1)
  await other.close()
})
