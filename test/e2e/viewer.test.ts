import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDemo, type DemoApp } from './demo-app.js'
import { untilStored } from './support/stored-text.js'

const fixtures = resolve(import.meta.dirname, '../fixtures/transcripts')
let app: DemoApp

beforeAll(async () => {
  app = await startDemo(0)
})
afterAll(() => app?.close())

test('a file of another system is shown, named, gone on with as a thread that is stored, and exported as a page with its sheet', async () => {
  const demo = await app.open()
  const { page } = demo
  await page.getByRole('button', { name: 'Transcripts' }).last().click()
  const viewer = page.getByRole('region', { name: 'Transcripts' })
  const about = viewer.getByRole('region', { name: 'Transcript' })
  await viewer.locator('input[type=file]').setInputFiles(resolve(fixtures, 'agentkit/older.json'))
  await about.getByText('older.json, 3 messages, format agentkit').waitFor()
  await about.getByRole('button', { name: 'Continue as a conversation' }).click()
  await viewer.waitFor({ state: 'detached' })
  await page.locator('[data-slot="tool-call"]').waitFor()
  await demo.ask('Show me an answer with a table')
  await demo.settle()
  await demo.answer.getByRole('table').waitFor()
  // Stored like any other.
  await untilStored(page, 'Where a page can keep a conversation')
  await page.reload()
  await page.locator('[data-slot="tool-call"]').waitFor()
  await demo.answer.getByRole('table').waitFor()

  await page.getByRole('button', { name: 'Transcripts' }).last().click()
  await viewer.getByRole('button', { name: 'Use the current conversation' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    viewer.getByRole('region', { name: 'Export' }).getByRole('button', { name: 'Download' }).click(),
  ])
  const exported = await readFile(await download.path(), 'utf8')
  expect(exported).toContain('Show me an answer with a table')
  // A sheet that was made smaller has signs of comparison in its conditions.
  const sheets = exported.match(/<style>[^]*?<\/style>/g) ?? []
  expect(sheets.join('\n')).toContain('[data-antiphon-root]')
  expect(exported).not.toMatch(/<script/i)
  await demo.close()
})
