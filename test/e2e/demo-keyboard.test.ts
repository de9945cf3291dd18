// @module-tag hunt
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startDemo, type DemoApp, chooseOfApp } from './demo-app.js'

let app: DemoApp
beforeAll(async () => {
  app = await startDemo(0)
})
afterAll(() => app?.close())

/** Chunks of the palette and the find bar. */
const chunks = /\/assets\/(app-palette|shell)-/

it('on a touch screen nothing brings the keyboard up but a tap on the box', async () => {
  const touch = await app.open({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  const focused = () => touch.page.evaluate(() => document.activeElement?.tagName)
  await touch.box.waitFor()
  expect(await focused()).toBe('BODY')
  await touch.page.getByRole('button', { name: 'What time is it in Oslo and Tokyo?' }).tap()
  await expect.poll(() => touch.box.inputValue()).toBe('What time is it in Oslo and Tokyo?')
  expect(await focused()).not.toBe('TEXTAREA')
  await touch.box.tap()
  expect(await focused()).toBe('TEXTAREA')
  await touch.close()
})

it('what is typed while the palette or the find bar is still loading is for it, and Escape leaves it', async () => {
  const { page, box, answer, ask, settle, close } = await app.open({ serviceWorkers: 'block' })
  const boxHasFocus = () =>
    expect.poll(() => box.evaluate((element) => element === document.activeElement)).toBe(true)
  await ask('Convert 26.2 miles to km')
  await settle()
  for (const [keys, field] of [
    ['Control+k', '[data-slot="palette"] input'],
    ['Control+Shift+f', '[data-slot="find-bar"] input'],
  ] as const) {
    let release = (): void => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    const load = page.waitForRequest(chunks)
    await page.route(chunks, async (route) => {
      await held
      await route.continue()
    })
    await page.reload({ waitUntil: 'commit' })
    await load
    await answer.waitFor()
    await page.keyboard.press(keys)
    await page.keyboard.type('mi')
    await page.keyboard.press('Escape')
    await boxHasFocus()
    await page.keyboard.press(keys)
    await page.keyboard.type('mil')
    release()
    await page.locator(field).waitFor()
    await page.keyboard.type('es')
    expect(await page.locator(field).inputValue()).toBe('miles')
    expect(await box.inputValue()).toBe('')
    await page.keyboard.press('Escape')
    await boxHasFocus()
    await page.unroute(chunks)
  }
  await close()
})

it('keys that were changed hold after a reload; a thread that is exported and imported in a fresh browser is the same, versions included', async () => {
  const demo = await app.open()
  const { page } = demo
  await demo.ask('Convert 26.2 miles to km')
  await demo.settle()
  await demo.answer.getByRole('button', { name: 'Retry this answer' }).click()
  await demo.settle()
  await demo.answer.getByRole('group', { name: 'Version 2 of 2' }).waitFor()
  await page.getByText('Antiphon', { exact: true }).first().click()
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await sheet.getByRole('button', { name: 'Change the keys for: Write a message' }).click()
  await page.keyboard.press('Alt+w')
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
  await page.reload()
  await demo.box.waitFor()
  await page.getByText('Antiphon', { exact: true }).first().click()
  await page.keyboard.press('Alt+w')
  await expect.poll(() => demo.box.evaluate((box) => box === document.activeElement)).toBe(true)

  await demo.answer.getByRole('group', { name: 'Version 2 of 2' }).waitFor()
  const before = await page.locator('main [data-slot="turn"]').allInnerTexts()
  const download = page.waitForEvent('download')
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: 'Commands' }).getByRole('combobox').fill('export this')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: /^Download the conversation/ }).click()
  const file = await (await download).path()
  expect(await readFile(file, 'utf8')).toContain('antiphon-threads')
  const fresh = await app.open()
  const chooser = fresh.page.waitForEvent('filechooser')
  await chooseOfApp(fresh.page, 'Import')
  await (await chooser).setFiles(file)
  await fresh.page.getByText('1 conversation imported.').waitFor()
  await fresh.answer.getByRole('group', { name: 'Version 2 of 2' }).waitFor()
  await expect.poll(() => fresh.page.locator('main [data-slot="turn"]').allInnerTexts()).toEqual(before)
  await fresh.close()
  await demo.close()
})
