// @module-tag hunt
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { kitchenSink } from '../../packages/ui/src/fixtures/story-markdown.js'
import { untilStill } from './demo-app.js'
import { axeFindings } from './support/axe.js'
import { launchBrowser, leaveBrowser } from './support/browser.js'
import { antiphon } from './support/antiphon-command.js'
import { boxOf } from './support/box-of.js'

const TURNS = 200
let folder: string
let file: string
let browser: Browser

/** A thousand messages: questions, thinking, calls of which some fail, and answers with everything markdown has. */
function longThread(): object[] {
  return Array.from({ length: TURNS }, (_, i) => {
    const call = (id: string, name: string, input: object) => ({
      id,
      type: 'function',
      function: { name, arguments: JSON.stringify(input) },
    })
    return [
      { role: 'user', content: `Question ${i}: <b>how deep</b> is it & why?` },
      {
        role: 'assistant',
        content: '',
        reasoning: 'Both berths, side by side.',
        tool_calls: [
          call(`a${i}`, 'depth', { berth: 'B' }),
          call(`b${i}`, 'tide_table', { day: i, harbour: 'north' }),
        ],
      },
      { role: 'tool', tool_call_id: `a${i}`, content: '{"metres":4.2,"<script>":"alert(1)"}' },
      { role: 'tool', tool_call_id: `b${i}`, content: 'gauge offline', isError: i % 7 === 0 },
      {
        role: 'assistant',
        content: i % 5 === 0 ? kitchenSink : `Answer ${i}: **4.2** metres.`,
        finishReason: i % 11 === 0 ? 'length' : 'stop',
      },
    ]
  }).flat()
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'antiphon-'))
  const thread = join(folder, 'thread.json')
  file = join(folder, 'thread.html')
  await writeFile(thread, JSON.stringify(longThread()))
  const started = Date.now()
  await antiphon('render', thread, '-o', file)
  console.log(`antiphon render, ${TURNS * 5} messages: ${Date.now() - started} ms with the start of Node`)
  browser = await launchBrowser()
})
afterAll(async () => {
  await leaveBrowser(browser)
  await rm(folder, { recursive: true, force: true })
})

async function open(options: { scripts: boolean; path?: string }): Promise<{ page: Page; loaded: string[] }> {
  const { scripts, path = file } = options
  const context = await browser.newContext({
    javaScriptEnabled: scripts,
    // The page's own policy forbids scripts; axe is one.
    bypassCSP: scripts,
    viewport: { width: 1100, height: 800 },
  })
  const page = await context.newPage()
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(request.url()))
  await page.goto(pathToFileURL(path).href)
  return { page, loaded }
}

describe('the page that antiphon render makes of a thousand messages', () => {
  test('is read with scripts disabled: every turn is there, folds open, nothing else is loaded', async () => {
    const { page, loaded } = await open({ scripts: false })
    expect(await page.getByRole('article').count()).toBe(TURNS * 2)
    const fold = page
      .locator('article', { hasText: 'Question 3:' })
      .locator('xpath=following-sibling::article[1]')
      .locator('details')
      .first()
    const body = fold.getByText('Both berths, side by side.')
    expect(await body.isVisible()).toBe(false)
    await fold.locator('summary').first().click()
    expect(await body.isVisible()).toBe(true)
    expect(loaded).toEqual([pathToFileURL(file).href])
    await page.context().close()
  })

  test('has no finding of axe, also in the dark and at 390 px, where it does not scroll sideways; on paper everything is open and no fold has a mark', async () => {
    const { page } = await open({ scripts: true })
    await page.evaluate(() => {
      for (const [i, article] of [...document.querySelectorAll('article')].entries()) {
        // Turns repeat; thirty of them hold everything there is, opened and closed.
        if (i >= 30) article.remove()
        else if (i % 4 < 2) for (const fold of article.querySelectorAll('details')) fold.open = true
      }
    })
    expect(await axeFindings(page)).toEqual([])
    const isWide = () => page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
    expect(await isWide()).toBe(false)
    await page.setViewportSize({ width: 390, height: 800 })
    expect(await isWide()).toBe(false)
    expect(await axeFindings(page)).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    await untilStill(page)
    expect(await axeFindings(page, { coloursOnly: true })).toEqual([])
    await page.emulateMedia({ media: 'print' })
    const shown = await page.evaluate(() => {
      const fold = document.querySelector('details[data-slot=fold]:not([open])')!
      return [
        fold.lastElementChild!.getBoundingClientRect().height > 0,
        getComputedStyle(fold.querySelector('.antiphon-chevron')!).display,
      ]
    })
    expect(shown).toEqual([true, 'none'])
    await page.context().close()
  })

  test('a long question and long code show their first lines, and open to their end without a script', async () => {
    const lines = (name: string) => Array.from({ length: 80 }, (_, at) => `${name} ${at}`).join('\n')
    const thread = join(folder, 'folded.json')
    const path = join(folder, 'folded.html')
    const answer = `\`\`\`ts\n${lines('const answered =')}\n\`\`\``
    await writeFile(
      thread,
      JSON.stringify([
        { role: 'user', content: lines('asked') },
        { role: 'assistant', content: answer, finishReason: 'stop' },
      ]),
    )
    await antiphon('render', thread, '-o', path)
    const { page } = await open({ scripts: false, path })
    const article = (name: string) => page.getByRole('article', { name })
    const heightOf = async (name: string): Promise<number> => (await boxOf(article(name))).height
    for (const name of ['You', 'Assistant']) {
      const folded = await heightOf(name)
      const fold = article(name).locator('details')
      expect(folded).toBeLessThan(900)
      await fold.getByText('Show all').click()
      await expect.poll(() => heightOf(name)).toBeGreaterThan(folded + 500)
      await fold.getByText('Show less').click()
      await expect.poll(() => heightOf(name)).toBe(folded)
      await page.emulateMedia({ media: 'print' })
      expect(await heightOf(name)).toBeGreaterThan(folded + 500)
      await page.emulateMedia({ media: 'screen' })
    }
    // The language was loaded before the page was written.
    expect(await article('Assistant').locator('[data-token=keyword]').count()).toBe(80)
    await page.context().close()
  })

  test('holds no script and no handler', async () => {
    const page = await readFile(file, 'utf8')
    expect(page).not.toMatch(/<script|<iframe|<object|\son\w+=/i)
    expect(page).toContain('&lt;b&gt;how deep&lt;/b&gt;')
  })
})
