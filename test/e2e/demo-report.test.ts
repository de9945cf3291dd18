// @module-tag hunt
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readCaptureFile, type CaptureFile } from '@antiphon/devtools'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEndpoint } from './support/antiphon-command.js'
import { launchBrowser } from './support/browser.js'
import { startViewCommand } from './support/view-command.js'
import { chooseInMenu, configure, startDemo, type DemoApp } from './demo-app.js'

const secret = ['sk', '-proj-', '4pT9xQ2mZr7Lw1Vb8Ny3Kd6Hs5Gf0Ja'].join('')

let app: DemoApp
let folder: string
beforeAll(async () => {
  app = await startDemo(20)
  folder = await mkdtemp(join(tmpdir(), 'antiphon-report-'))
})
afterAll(async () => {
  await app?.close()
  await rm(folder, { recursive: true, force: true })
})

/** Has an answer go wrong in the demo, and reports it from the wire panel. */
async function report(): Promise<{ path: string; file: CaptureFile; text: string }> {
  const demo = await app.open({ acceptDownloads: true })
  const { page } = demo
  const event = (content: string) =>
    `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`
  const said = secret.match(/.{1,7}/g)!.map(event)
  await page.route('**/v1/chat/completions', (route) =>
    route.fulfill({
      contentType: 'text/event-stream',
      body: `${said.join('')}data: {"choices": [{"delta":\n\n${event(' is gone')}data: [DONE]\n\n`,
    }),
  )
  await demo.ask(`Why is ${secret} refused?`)
  await demo.settle()
  await page.getByRole('button', { name: 'Wire', exact: true }).click()
  await page.getByRole('tree', { name: 'Rows of the stream' }).waitFor()
  await chooseInMenu(page, 'More of the wire', 'Report this')
  await page.getByRole('textbox', { name: 'What went wrong?' }).fill('A row could not be read.')
  await page.getByRole('button', { name: 'Look through it' }).click()
  const review = page.getByRole('dialog', { name: 'Before it leaves' })
  await review.getByRole('checkbox', { name: 'Replace <key-1>' }).waitFor()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    review.getByRole('button', { name: 'Download' }).click(),
  ])
  const path = join(folder, 'report.json')
  await cp(await download.path(), path)
  const text = await readFile(path, 'utf8')
  expect(demo.problems.splice(0)).toEqual([])
  await demo.close()
  return { path, file: readCaptureFile(text), text }
}

test('a report of the demo opens at the failing row and is played by the endpoint', async () => {
  const { path, file, text } = await report()
  expect(text).not.toContain(secret)
  expect(file.report).toMatchObject({
    note: 'A row could not be read.',
    versions: {
      antiphon: expect.stringMatching(/^\d+\.\d+\.\d+/) as string,
      browser: expect.any(String) as string,
    },
    settings: { model: expect.any(String) as string },
    messages: [{ role: 'user', content: 'Why is <key-1> refused?' }, { role: 'assistant' }],
  })

  // In the viewer of the command line, at the byte.
  const view = await startViewCommand(path)
  const browser = await launchBrowser()
  const shown = await browser.newPage()
  await shown.goto(view.url)
  await shown.locator('[data-session]').first().click()
  await shown.getByRole('region', { name: 'Reported problem' }).waitFor()
  const row = shown.getByRole('treeitem', { selected: true })
  await expect.poll(() => row.getAttribute('data-mark')).toBe('unparsed')
  await shown.close()
  await view.stop()

  // As a file that was dropped on the demo, and played: the same answer from the endpoint.
  const endpoint = await startEndpoint('--play', path, '--speed', '0')
  const played = await app.open()
  await configure(played, { baseUrl: endpoint.url, model: 'report.json' })
  await played.ask('Again')
  await played.settle()
  await expect.poll(() => played.answer.innerText()).toContain('<key-1> is gone')
  await played.page.getByRole('button', { name: 'Transcripts' }).last().click()
  const viewer = played.page.getByRole('region', { name: 'Transcripts' })
  await viewer.getByLabel('Transcript file').setInputFiles(path)
  await viewer.getByRole('region', { name: 'Reported problem' }).waitFor()
  await played.close()
  await endpoint.stop()
})
