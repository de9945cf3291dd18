// @module-tag hunt
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { chooseOfApp, exportAll, startDemo, type DemoApp, type DemoPage } from './demo-app.js'

let app: DemoApp
let demo: DemoPage
beforeAll(async () => {
  app = await startDemo(0)
})
afterAll(() => app?.close())
beforeEach(async () => {
  demo = await app.open({ viewport: { width: 1440, height: 900 } })
})
afterEach(() => demo.close())

type Seen = { pressedAt?: number; barAt?: number } & typeof globalThis

it('a short text is read without a bar that flashes', async () => {
  const { page } = demo
  await page.getByRole('button', { name: 'Transcripts' }).click()
  await page.evaluate(() => {
    const seen = globalThis as Seen
    addEventListener('click', () => (seen.pressedAt = performance.now()), { capture: true })
    new MutationObserver(() => {
      if (document.querySelector('progress')) seen.barAt ??= performance.now()
    }).observe(document.body, { childList: true, subtree: true })
  })
  await page
    .getByLabel('Or paste')
    .fill('[{"role":"user","content":"Hello"},{"role":"assistant","content":"Hi."}]')
  await page.getByRole('button', { name: 'Open pasted text' }).click()
  await page.getByText('Hi.', { exact: true }).waitFor()
  const waited = await page.evaluate(() => {
    const { pressedAt, barAt = Infinity } = globalThis as Seen
    return barAt - pressedAt!
  })
  // A slow machine may need a bar, but none comes at once.
  expect(waited).toBeGreaterThanOrEqual(400)
})

it('what an import says goes by itself after a while', async () => {
  const { page } = demo
  await demo.ask('Convert 26.2 miles to km')
  await demo.settle()
  await page.clock.install()
  const file = await exportAll(page)
  const asked = page.waitForEvent('filechooser')
  await chooseOfApp(page, 'Import conversations')
  const chooser = await asked
  // The clock is stopped from here on: a slow page would be past the end of that time when it is looked at.
  await page.clock.pauseAt(Date.now() + 10_000)
  await chooser.setFiles(file)
  const note = page.locator('aside').getByText('0 conversations imported. 1 conversation was here already.')
  await note.waitFor()
  await page.clock.fastForward(14_000)
  expect(await note.isVisible()).toBe(true)
  await page.clock.fastForward(2_000)
  await note.waitFor({ state: 'detached' })
})

it('the viewer has samples', async () => {
  const { page } = demo
  await page.getByRole('button', { name: 'Transcripts' }).click()
  const viewer = page.getByRole('region', { name: 'Transcripts' })
  await viewer.getByRole('button', { name: /^A broken history/ }).click()
  await viewer.getByRole('button', { name: /^Fix all \d/ }).click()
  await viewer.getByRole('region', { name: 'Findings' }).waitFor()
})
