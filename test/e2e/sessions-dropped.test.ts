import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseConfig, serveApp } from '@antiphon/server'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser, leaveBrowser } from './support/browser.js'

const STEPS = 40
const FAILED = 30
const at = (i: number): string => new Date(Date.UTC(2026, 2, 1, 9, 0, i)).toISOString()

/** A session of Claude Code: one prompt and forty calls, of which one failed. */
function session(id: string, prompt: string): string {
  const base = (i: number) => ({ uuid: `${id}-${i}`, sessionId: id, timestamp: at(i), cwd: '/srv/harbour' })
  const records: object[] = [{ type: 'user', ...base(0), message: { role: 'user', content: prompt } }]
  for (let i = 0; i < STEPS; i++) {
    const call = { type: 'tool_use', id: `call-${i}`, name: 'Bash', input: { command: `gauge ${i}` } }
    const content = [{ type: 'text', text: `Look ${i} at the gauge.` }, call]
    records.push({
      type: 'assistant',
      ...base(2 * i + 1),
      parentUuid: `${id}-${2 * i}`,
      message: { id: `m-${i}`, role: 'assistant', model: 'harbour-1', content },
    })
    const result = {
      type: 'tool_result',
      tool_use_id: `call-${i}`,
      content: `low ${i}`,
      is_error: i === FAILED,
    }
    records.push({
      type: 'user',
      ...base(2 * i + 2),
      parentUuid: `${id}-${2 * i + 1}`,
      message: { role: 'user', content: [result] },
    })
  }
  return records.map((record) => JSON.stringify(record)).join('\n')
}

let browser: Browser
/** The page without `antiphon view` behind it. */
let app: Awaited<ReturnType<typeof serveApp>>
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'antiphon-dropped-'))
  await mkdir(join(folder, 'logs/inner'), { recursive: true })
  await writeFile(join(folder, 'one.jsonl'), session('one', 'When is low water?'))
  await writeFile(join(folder, 'logs/two.jsonl'), session('two', 'Mend the pump.'))
  await writeFile(join(folder, 'logs/inner/three.jsonl'), session('three', 'Tie the boat.'))
  await writeFile(join(folder, 'logs/notes.txt'), 'No session.')
  const built = resolve('packages/cli/dist/page')
  app = await serveApp({ folder: built, loaded: parseConfig({}, 'test', {}), port: 0 })
  browser = await launchBrowser()
})
afterAll(async () => {
  await leaveBrowser(browser)
  await app?.close()
  await rm(folder, { recursive: true, force: true })
})

async function openSessions(): Promise<Page> {
  const page = await browser.newPage()
  await page.goto(app.url)
  await page.getByText('Drop').first().waitFor()
  return page
}

/** As a hand does it: real files, dragged over the page and let go. */
async function drop(page: Page, paths: readonly string[]): Promise<void> {
  const client = await page.context().newCDPSession(page)
  const data = { items: [], files: paths.map((path) => join(folder, path)), dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await client.send('Input.dispatchDragEvent', { type, x: 300, y: 300, data })
}

test('a file that is dropped opens at once, and one jumps to the call that failed in the middle of its one answer', async () => {
  const page = await openSessions()
  await drop(page, ['one.jsonl'])
  const transcript = page.locator('[data-slot="transcript"]')
  await transcript.getByText('When is low water?').first().waitFor()
  await page.getByRole('combobox', { name: 'Jump to' }).selectOption('failures')
  await page.keyboard.press('Alt+ArrowUp')
  await page.getByRole('status').filter({ hasText: '1 of 1' }).waitFor()
  const failed = page
    .locator(`[data-call-key="m-${FAILED}/0"], [data-call-key*="${2 * FAILED + 1}/0"]`)
    .first()
  await expect.poll(() => failed.evaluate((call) => call.contains(document.activeElement))).toBe(true)
  await page.close()
})

test('a folder that is dropped is a list of the sessions below it, and another drop replaces it', async () => {
  const page = await openSessions()
  await drop(page, ['logs'])
  const rows = page.locator('[data-session]')
  await expect.poll(() => rows.allTextContents()).toHaveLength(2)
  await rows.filter({ hasText: 'Tie the boat.' }).click()
  await page.locator('[data-slot="transcript"]').getByText('Look 39 at the gauge.').first().waitFor()
  await drop(page, ['one.jsonl', 'logs/two.jsonl'])
  await rows.filter({ hasText: 'When is low water?' }).waitFor()
  await expect.poll(() => rows.count()).toBe(2)
  expect(await rows.filter({ hasText: 'Tie the boat.' }).count()).toBe(0)
  await page.close()
})
