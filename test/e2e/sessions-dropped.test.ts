import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseConfig, serveApp } from '@antiphon/server'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser, leaveBrowser } from './support/browser.js'

/** A session of Claude Code: one prompt and its answer. */
function session(sessionId: string, prompt: string): string {
  const base = { sessionId, timestamp: '2026-03-01T09:00:00.000Z', cwd: '/srv/harbour' }
  const content = [{ type: 'text', text: 'Look at the gauge.' }]
  return [
    { type: 'user', ...base, uuid: `${sessionId}-0`, message: { role: 'user', content: prompt } },
    {
      type: 'assistant',
      ...base,
      uuid: `${sessionId}-1`,
      parentUuid: `${sessionId}-0`,
      message: { id: 'm-0', role: 'assistant', model: 'harbour-1', content },
    },
  ]
    .map((record) => JSON.stringify(record))
    .join('\n')
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

/** As a hand does it: real files, dragged over the page and let go. */
async function drop(page: Page, paths: readonly string[]): Promise<void> {
  const client = await page.context().newCDPSession(page)
  const data = { items: [], files: paths.map((path) => join(folder, path)), dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await client.send('Input.dispatchDragEvent', { type, x: 300, y: 300, data })
}

test('a folder that is dropped is a list of the sessions below it, and another drop replaces it', async () => {
  const page = await browser.newPage()
  await page.goto(app.url)
  await page.getByText('Drop').first().waitFor()
  await drop(page, ['logs'])
  const rows = page.locator('[data-session]')
  await expect.poll(() => rows.allTextContents()).toHaveLength(2)
  await rows.filter({ hasText: 'Tie the boat.' }).click()
  await page.locator('[data-slot="transcript"]').getByText('Look at the gauge.').first().waitFor()
  await drop(page, ['one.jsonl', 'logs/two.jsonl'])
  await rows.filter({ hasText: 'When is low water?' }).waitFor()
  await expect.poll(() => rows.count()).toBe(2)
  expect(await rows.filter({ hasText: 'Tie the boat.' }).count()).toBe(0)
  await page.close()
})
