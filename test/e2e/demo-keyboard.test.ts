import { readFile } from 'node:fs/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startDemo, type DemoApp, type DemoPage, chooseOfApp } from './demo-app.js'

let app: DemoApp
let demo: DemoPage
beforeAll(async () => {
  app = await startDemo(0)
})
afterAll(() => app?.close())
beforeEach(async () => {
  demo = await app.open({ permissions: ['clipboard-read', 'clipboard-write'] })
})
afterEach(() => demo.close())

const palette = () => demo.page.getByRole('dialog', { name: 'Commands' })
async function run(command: string): Promise<void> {
  await demo.page.keyboard.press('Control+k')
  await palette().getByRole('combobox').fill(command)
  await demo.page.keyboard.press('Enter')
  await palette().waitFor({ state: 'detached' })
}
const clipboard = () => demo.page.evaluate(() => navigator.clipboard.readText())
const turnTexts = () => demo.page.locator('main [data-slot="turn"]').allInnerTexts()

/** What the palette and the find bar are loaded from. */
const chunks = /\/assets\/(app-palette|shell)-/

describe('by keys', () => {
  it('one can type at once: on the first page, in a new conversation, and in a thread that is opened', async () => {
    const { page, box } = demo
    const typed = async (words: string): Promise<void> => {
      await expect.poll(() => box.evaluate((field) => document.activeElement === field)).toBe(true)
      await page.keyboard.type(words)
      expect(await box.inputValue()).toBe(words)
    }
    await typed('Convert 26.2 miles to km')
    await page.keyboard.press('Enter')
    await demo.settle()
    await page.getByRole('button', { name: 'New conversation' }).click()
    await expect.poll(turnTexts).toEqual([])
    await typed('another')
    await page.getByRole('link', { name: 'Convert 26.2 miles to km' }).click()
    await demo.answer.waitFor()
    await typed('and back')
  })

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

  it('what is typed right after the keys of the palette is for the palette, the first time too', async () => {
    const { page, box } = demo
    // It is fetched while the page has nothing else to do.
    await page.waitForLoadState('networkidle')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('prices', { delay: 50 })
    expect(await palette().getByRole('combobox').inputValue()).toBe('prices')
    expect(await box.inputValue()).toBe('')
  })

  it.each([
    { keys: 'Control+k', of: 'the palette', field: '[data-slot="palette"] input' },
    { keys: 'Control+Shift+f', of: 'the find bar', field: '[data-slot="find-bar"] input' },
  ])('what is typed while $of is still loading is for it, and Escape leaves it', async ({ keys, field }) => {
    const { page, box, answer, ask, settle, close } = await app.open({ serviceWorkers: 'block' })
    await ask('Convert 26.2 miles to km')
    await settle()
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
    await expect.poll(() => box.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.keyboard.press(keys)
    await page.keyboard.type('mil')
    release()
    await page.locator(field).waitFor()
    await page.keyboard.type('es')
    expect(await page.locator(field).inputValue()).toBe('miles')
    expect(await box.inputValue()).toBe('')
    await page.keyboard.press('Escape')
    await expect.poll(() => box.evaluate((element) => element === document.activeElement)).toBe(true)
    await close()
  })

  it('the palette finds and runs; what cannot be done now is not offered', async () => {
    const { page } = demo
    await page.keyboard.press('Control+k')
    await palette().getByRole('option', { name: 'New conversation' }).waitFor()
    expect(await palette().getByRole('option', { name: 'Copy the last answer' }).count()).toBe(0)
    await page.keyboard.press('Escape')
    await palette().waitFor({ state: 'detached' })
    await demo.ask('Convert 26.2 miles to km')
    await demo.settle()
    await run('copy the last')
    await expect.poll(clipboard).toContain('42.164813')
    await run('theme dark')
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark')
    await run('new conv')
    await expect.poll(turnTexts).toEqual([])
  })

  it('X13 J and K go from message to message, Escape goes back to the box, and letters in the box stay letters', async () => {
    const { page } = demo
    await demo.ask('Convert 26.2 miles to km')
    await demo.settle()
    await demo.box.pressSequentially('jk?')
    expect(await demo.box.inputValue()).toBe('jk?')
    await page.getByText('Antiphon', { exact: true }).first().click()
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-role'))
    await page.keyboard.press('k')
    expect(await focused()).toBe('assistant')
    await page.keyboard.press('k')
    expect(await focused()).toBe('user')
    await page.keyboard.press('j')
    expect(await focused()).toBe('assistant')
    await page.keyboard.press('Escape')
    await expect.poll(() => demo.box.evaluate((box) => box === document.activeElement)).toBe(true)
    await page.getByText('Antiphon', { exact: true }).first().click()
    await page.keyboard.press('/')
    await expect.poll(() => demo.box.evaluate((box) => box === document.activeElement)).toBe(true)
  })

  it('keys are changed in the sheet and hold after a reload', async () => {
    const { page } = demo
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
  })
})

describe('threads as files', () => {
  it('one that is exported and imported in a fresh browser is the same, versions included', async () => {
    const { page } = demo
    await demo.ask('Convert 26.2 miles to km')
    await demo.settle()
    await demo.answer.getByRole('button', { name: 'Retry this answer' }).click()
    await demo.settle()
    await demo.answer.getByRole('group', { name: 'Version 2 of 2' }).waitFor()
    const before = await turnTexts()
    const download = page.waitForEvent('download')
    await run('export this')
    await page.getByRole('button', { name: /^Download the conversation/ }).click()
    const file = await (await download).path()
    expect(await readFile(file, 'utf8')).toContain('antiphon-threads')

    const fresh = await app.open()
    const chooser = fresh.page.waitForEvent('filechooser')
    await chooseOfApp(fresh.page, 'Import')
    await (await chooser).setFiles(file)
    await fresh.page.getByText('1 conversation imported.').waitFor()
    await fresh.answer.getByRole('group', { name: 'Version 2 of 2' }).waitFor()
    expect(await fresh.page.locator('main [data-slot="turn"]').allInnerTexts()).toEqual(before)
    await fresh.close()
  })

  it('a file that is none is refused in words, and nothing changes', async () => {
    const { page } = demo
    for (const [text, words] of [
      ['{"format":"something"}', 'This is not a file of Antiphon threads'],
      ['not json', 'JSON'],
      ['{"format":"antiphon-threads","version":99,"threads":[]}', 'newer'],
    ] as const) {
      const chooser = page.waitForEvent('filechooser')
      await chooseOfApp(page, 'Import')
      await (
        await chooser
      ).setFiles({ name: 'x.json', mimeType: 'application/json', buffer: Buffer.from(text) })
      await page.getByText(words).first().waitFor()
    }
    expect(await page.locator('[data-slot="thread-item"]').count()).toBe(0)
  })
})
