import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTimeline, readCapture } from '@antiphon/devtools'
import { chooseInMenu, configure, startDemo, type DemoApp, type DemoPage, pickModel } from './demo-app.js'
import { axeFindings } from './support/axe.js'

const key = 'sk-demo-wire-0123456789abcdef'

let app: DemoApp
const pace = { speed: 20 }
beforeAll(async () => void (app = await startDemo(pace)))
afterAll(() => app?.close())

const rowsOf = (page: Page) => page.getByRole('tree', { name: 'Rows of the stream' })
const wireButton = (page: Page) => page.getByRole('button', { name: 'Wire', exact: true })
const chosen = (page: Page) => rowsOf(page).getByRole('treeitem', { selected: true })

const pick = (demo: DemoPage, model: string): Promise<void> => pickModel(demo.page, model)

test('the wire of an answer can be opened afterwards, and nothing of the panel is loaded before', async () => {
  const demo = await app.open()
  const { page } = demo
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
  await pick(demo, 'parallel-tools')
  await demo.ask('What time is it in Oslo?')
  await demo.settle()
  expect(loaded.filter((path) => /wire-panel|inspector/.test(path))).toEqual([])

  await wireButton(page).click()
  await rowsOf(page).waitFor()
  expect(loaded.some((path) => path.includes('wire-panel'))).toBe(true)
  const exchanges = page.getByRole('combobox', { name: 'Exchange', exact: true }).locator('option')
  await expect.poll(() => exchanges.allTextContents()).toEqual(['1. parallel-tools', '2. parallel-tools'])

  // A row lights its part in the conversation; a part that is picked there chooses its row.
  await rowsOf(page).focus()
  for (const key of ['Home', 'ArrowDown', 'ArrowRight', 'ArrowDown']) await page.keyboard.press(key)
  const lit = page.getByRole('region', { name: 'Conversation' }).locator('[data-wire-lit]')
  await expect.poll(() => lit.getAttribute('data-part')).toBe('text-0')
  await chooseInMenu(page, 'More of the wire', 'Pick in the conversation')
  await page.locator('main [data-slot="tool-group"]').first().click()
  await expect.poll(() => chosen(page).textContent()).toContain('call ')
  const litCall = page.locator('main [data-wire-lit][data-slot="tool-call"]')
  await expect.poll(() => litCall.getAttribute('data-tool')).toBe('get_time')

  // The panel is as wide as one likes, by keys too.
  const edge = page.getByRole('separator', { name: 'Width of the wire panel' })
  const width = Number(await edge.getAttribute('aria-valuenow'))
  await edge.focus()
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => edge.getAttribute('aria-valuenow')).toBe(String(width + 24))

  await page.keyboard.press('Control+.')
  await rowsOf(page).waitFor({ state: 'detached' })
  await expect.poll(() => page.locator('[data-wire-lit]').count()).toBe(0)
  await demo.close()
})

test('an answer that could not be read leads from its card to the very row, one that ended oddly to its last', async () => {
  const demo = await app.open()
  const { page } = demo
  const chunk = (delta: object, finish_reason: string | null = null) =>
    `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason }] })}\n\n`
  const bodies = [
    ': waking up\n\ndata: {"choices":[{"delta":{"conte\n\n',
    chunk({ content: 'So far.' }) + chunk({}, 'house_rule_7') + 'data: [DONE]\n\n',
  ]
  await page.route('**/v1/chat/completions', (route) =>
    route.fulfill({ contentType: 'text/event-stream', body: bodies.shift() ?? '' }),
  )
  await demo.ask('Go')
  await demo.settle()
  await demo.answer.getByRole('button', { name: 'Open in wire' }).click()
  await expect.poll(() => chosen(page).getAttribute('data-mark')).toBe('unparsed')

  await demo.ask('Once more')
  await demo.settle()
  // The panel shows an answer too.
  const last = page.locator('main [data-slot="turn"][data-role="assistant"]').last()
  await last.getByRole('button', { name: 'Open in wire' }).click()
  await expect.poll(() => chosen(page).textContent()).toContain('house_rule_7')
  await demo.close()
})

test('an exchange is saved without the key, opened again, and stepped through byte by byte', async () => {
  const demo = await app.open()
  const { page } = demo
  await configure(demo, { key, model: 'one-tool' })
  await demo.ask('What time is it in Oslo?')
  await demo.settle()
  const answer = await demo.answer.locator('[data-slot="prose"]').last().innerText()
  await wireButton(page).click()
  await rowsOf(page).waitFor()
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
  await rowsOf(page).waitFor()
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
  await demo.close()
})

/** The panel beside an answer with calls, one row of it chosen. */
async function openPanel(): Promise<DemoPage> {
  const demo = await app.open({ reducedMotion: 'reduce' })
  const { page } = demo
  await pick(demo, 'parallel-tools')
  await demo.ask('What time is it in Oslo?')
  await demo.settle()
  await wireButton(page).click()
  await rowsOf(page).focus()
  for (const key of ['Home', 'ArrowDown', 'ArrowRight', 'ArrowDown']) await page.keyboard.press(key)
  return demo
}

test.each(['light', 'dark'])('the panel is free of axe findings, %s', async (theme) => {
  const demo = await openPanel()
  const { page } = demo
  await page.evaluate((name) => void (document.documentElement.dataset['theme'] = name), theme)
  for (const tab of ['Stream', 'Request', 'Response']) {
    await page.getByRole('tab', { name: new RegExp(`^${tab}`) }).click()
    expect({ tab, findings: await axeFindings(page) }).toEqual({ tab, findings: [] })
  }
  await demo.close()
})

test('less than 160 px stand before the first row, in one line of chrome, figures, a spark line and a filter', async () => {
  // So slow that also a busy page reads it in pieces: what comes in one has no rate.
  pace.speed = 2
  const demo = await openPanel()
  pace.speed = 20
  const { page } = demo
  const panel = page.locator('[data-slot="wire-inspector"]')
  const top = await panel.evaluate(
    (box) =>
      box.querySelector('[data-slot="wire-rows"]')!.getBoundingClientRect().top -
      box.getBoundingClientRect().top,
  )
  expect(top).toBeLessThanOrEqual(160)
  const figures = await panel.locator('[data-slot="wire-figures"]').innerText()
  expect(figures.replaceAll(/\s+/g, ' ')).toMatch(/200 OK .* first token .* tok\/s .* rows · /)
  // When the tokens came, and where one is among them; a press goes there.
  const spark = panel.locator('[data-slot="wire-spark"]')
  await spark.locator('[data-part="text"]').first().waitFor()
  await spark.locator('[data-slot="wire-hair"]').waitFor({ state: 'attached' })
  const slider = page.getByRole('slider', { name: 'Byte' })
  const before = Number(await slider.inputValue())
  const { width } = (await spark.boundingBox())!
  await spark.click({ position: { x: width - 2, y: 8 } })
  await expect.poll(async () => Number(await slider.inputValue())).toBeGreaterThan(before)
  // curl without going to the request first.
  await panel.getByRole('button', { name: 'Copy as curl' }).waitFor()
  await demo.close()
})

test('on a narrow screen it is a sheet over the conversation, closed by Escape', async () => {
  const demo = await openPanel()
  const { page } = demo
  await page.setViewportSize({ width: 390, height: 800 })
  const sheet = page.getByRole('dialog', { name: 'Wire' })
  await sheet.waitFor()
  expect(await axeFindings(page)).toEqual([])
  const { scrollWidth, clientWidth } = await sheet.evaluate(({ scrollWidth, clientWidth }) => ({
    scrollWidth,
    clientWidth,
  }))
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
  await page.getByRole('button', { name: 'More of the wire' }).click()
  const lines = page.getByRole('menu', { name: 'More of the wire' }).getByRole('menuitem')
  expect(await lines.allInnerTexts()).not.toContain('Pick in the conversation')
  // Escape closes one layer at a time.
  await page.keyboard.press('Escape')
  await lines.first().waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
  await demo.close()
})
