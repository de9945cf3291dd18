// @module-tag hunt
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTimeline, readCapture } from '@antiphon/devtools'
import { chooseInMenu, configure, startDemo, type DemoApp } from './demo-app.js'

const key = 'sk-demo-wire-0123456789abcdef'

let app: DemoApp
beforeAll(async () => void (app = await startDemo(20)))
afterAll(() => app?.close())

test('nothing of the panel is loaded before it is opened; an exchange is saved without the key, opened again, and stepped through byte by byte', async () => {
  const demo = await app.open()
  const { page } = demo
  const rows = page.getByRole('tree', { name: 'Rows of the stream' })
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
  await configure(demo, { key, model: 'one-tool' })
  await demo.ask('What time is it in Oslo?')
  await demo.settle()
  const prose = demo.answer.locator('[data-slot="prose"]').last()
  // Text that the browser has not laid out yet is not in its inner text.
  await expect.poll(() => prose.innerText()).toContain('Oslo')
  const answer = await prose.innerText()
  expect(loaded.filter((path) => /wire-panel|inspector/.test(path))).toEqual([])
  await page.getByRole('button', { name: 'Wire', exact: true }).click()
  await rows.waitFor()
  expect(loaded.some((path) => path.includes('wire-panel'))).toBe(true)
  const download = page.waitForEvent('download')
  await chooseInMenu(page, 'More of the wire', 'Save all exchanges as a file')
  const path = await (await download).path()
  const file = await readFile(path, 'utf8')
  expect(file).not.toContain(key)
  expect(file).toContain('[redacted]')
  const saved = readCapture(file)
  expect(saved.length).toBeGreaterThan(1)
  expect(createTimeline(saved.at(-1)!).completion!.outcome).toBe('complete')
  expect(await page.content()).not.toContain(key)

  await chooseInMenu(page, 'More of the wire', 'Clear the list')
  await page.getByText('Nothing has gone over the wire yet').waitFor()
  const chooser = page.waitForEvent('filechooser')
  await chooseInMenu(page, 'More of the wire', 'Open a file')
  await (await chooser).setFiles(path)
  await rows.waitFor()
  await chooseInMenu(page, 'More of the wire', 'Next exchange')
  const preview = page.getByRole('region', { name: 'Answer', exact: true })
  await expect.poll(() => preview.locator('[data-slot="prose"]').last().innerText()).toBe(answer)

  const slider = page.getByRole('slider', { name: 'Byte' })
  await slider.focus()
  await page.keyboard.press('Home')
  await expect.poll(() => preview.locator('[data-slot="prose"]').count()).toBe(0)
  await page.keyboard.press('End')
  await expect.poll(() => preview.locator('[data-slot="prose"]').last().innerText()).toBe(answer)

  await page.getByRole('tab', { name: /^Request/ }).click()
  await page.getByRole('button', { name: 'Copy as curl' }).waitFor()
  await page.keyboard.press('Control+.')
  await page.locator('[data-slot="wire-inspector"]').waitFor({ state: 'detached' })
  await demo.close()
})
