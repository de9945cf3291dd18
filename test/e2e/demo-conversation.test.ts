import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startDemo, type DemoApp, type DemoPage } from './demo-app.js'
import { storedText, untilStored } from './support/stored-text.js'

let app: DemoApp
let demo: DemoPage

beforeAll(async () => {
  app = await startDemo(0)
  demo = await app.open()
})
afterAll(async () => {
  await demo?.close()
  await app?.close()
})
beforeEach(() => demo.startOver())

/** Runs an action of the palette. */
const run = async (action: string): Promise<void> => {
  await demo.page.keyboard.press('Control+k')
  await demo.page.getByRole('combobox').fill(action)
  await demo.page.keyboard.press('Enter')
}
const turns = () => demo.page.locator('[data-slot="turn"]')
const question = 'What time is it in Oslo and Tokyo?'
const ask = async (text = question): Promise<void> => {
  await demo.ask(text)
  await demo.settle()
}

it('an answer is deleted with its calls and comes back; a deletion holds after a reload', async () => {
  await ask()
  await demo.answer.getByRole('button', { name: 'More for this message' }).click()
  await demo.page.getByRole('menuitem', { name: 'Delete this answer' }).click()
  await expect.poll(() => turns().count()).toBe(1)
  await demo.page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => turns().count()).toBe(2)
  await expect.poll(() => demo.answer.innerText()).toContain('Oslo')
  // The page shows a change before it is stored; one that is gone at once has stored nothing.
  await untilStored(demo.page, 'Europe/Oslo')
  await demo.answer.getByRole('button', { name: 'More for this message' }).click()
  await demo.page.getByRole('menuitem', { name: 'Delete this answer' }).click()
  await expect.poll(() => turns().count()).toBe(1)
  await expect.poll(() => storedText(demo.page)).not.toContain('Europe/Oslo')
  await demo.page.reload()
  await turns().first().waitFor()
  await demo.settle()
  expect(await turns().count()).toBe(1)
})

it(
  'prices: what a person writes down is in the usage line and adds up in the palette',
  { tags: 'hunt' },
  async () => {
    await ask()
    await run('Cost and prices')
    const dialog = demo.page.getByRole('dialog', { name: 'Prices per model' })
    await dialog.getByRole('textbox', { name: 'Input, antiphon-tour' }).fill('1000')
    await dialog.getByRole('textbox', { name: 'Output, antiphon-tour' }).fill('2000')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => demo.answer.locator('[data-slot="usage-meter"]').innerText()).toMatch(/\$\d/)
    await demo.page.reload()
    await demo.answer.waitFor()
    await expect.poll(() => demo.answer.locator('[data-slot="usage-meter"]').innerText()).toMatch(/\$\d/)
    await demo.page.keyboard.press('Control+k')
    await demo.page.getByRole('combobox').fill('cost')
    await expect.poll(() => demo.page.getByRole('option', { name: 'Cost' }).innerText()).toMatch(/\$\d/)
    await demo.page.keyboard.press('Escape')
  },
)

it(
  'Enter starts a line once it is told to, and text is larger, also after a reload',
  { tags: 'hunt' },
  async () => {
    const settings = demo.page.getByRole('dialog')
    await demo.page.getByRole('button', { name: 'Settings', exact: true }).click()
    await settings.getByRole('button', { name: 'Preferences' }).click()
    await settings.getByLabel('Enter', { exact: true }).selectOption({ label: 'New line' })
    await settings.getByLabel('Text size', { exact: true }).selectOption({ label: 'Large' })
    await demo.page.keyboard.press('Escape')
    await demo.page.reload()
    await demo.box.fill('one')
    await demo.box.press('Enter')
    expect(await demo.box.inputValue()).toBe('one\n')
    expect(await demo.page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('18px')
  },
)
