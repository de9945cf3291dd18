import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startDemo, untilAnswerCounts, untilPressCounts, type DemoApp, type DemoPage } from './demo-app.js'

let app: DemoApp
beforeAll(async () => void (app = await startDemo(0)))
afterAll(() => app?.close())

/** Returns the focused element by the name that a screen reader would give it. */
const focused = ({ page }: DemoPage): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLInputElement | null
    return (
      element?.getAttribute('aria-label') ??
      element?.labels?.[0]?.textContent ??
      element?.textContent ??
      ''
    ).trim()
  })

/** Presses Tab, or Shift and Tab, until something with this name has the focus. */
async function tabTo(demo: DemoPage, name: RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let i = 0; i < 120; i++) {
    if (name.test(await focused(demo))) return
    await demo.page.keyboard.press(key)
  }
  throw new Error(`${key} does not come to ${name}; the focus is on "${await focused(demo)}".`)
}

it('X41 everything goes without a mouse: endpoint, send, stop, approve, thoughts, copy, retry, edit, another thread, export', async () => {
  const demo = await app.open({ permissions: ['clipboard-read', 'clipboard-write'], acceptDownloads: true })
  const { page } = demo
  const { keyboard } = page
  const say = async (text: string): Promise<void> => {
    await tabTo(demo, /^Write a message$/)
    await untilPressCounts(page)
    await keyboard.type(text)
    await keyboard.press('Enter')
  }

  // The endpoint.
  await tabTo(demo, /^Settings$/)
  await keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  await tabTo(demo, /^Change the server$/)
  await keyboard.press('Enter')
  await tabTo(demo, /Base URL/)
  await keyboard.press('Control+a')
  await keyboard.type(`${app.url}v1`)
  await tabTo(demo, /^Save$/)
  await keyboard.press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  // Send, and stop.
  await say('Stall in mid-answer')
  await demo.answer.getByText('you can').waitFor()
  await keyboard.press('Escape')
  await demo.answer.getByText('Stopped by you').waitFor()

  // Approve.
  await say('Ask me before it runs code')
  const question = page.getByRole('group', { name: /^Allow run_javascript/ })
  await question.waitFor()
  await tabTo(demo, /^Allow once/, 'Shift+Tab')
  await untilAnswerCounts(question)
  await keyboard.press('Enter')
  // The run begins a moment after the key: until then the page is as idle as after it.
  await expect.poll(() => demo.answer.innerText()).toContain('129')
  await demo.settle()

  // Thoughts.
  await say('What time is it in Oslo and Tokyo?')
  await demo.settle()
  await tabTo(demo, /Thought/, 'Shift+Tab')
  const before = await page.evaluate(() => document.activeElement?.getAttribute('aria-expanded'))
  await keyboard.press('Enter')
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-expanded')))
    .not.toBe(before)

  // Copy, retry.
  await tabTo(demo, /^Copy message from Assistant/)
  await keyboard.press('Enter')
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('Tokyo')
  await tabTo(demo, /^Retry this answer/)
  await keyboard.press('Enter')
  await demo.answer.getByRole('group', { name: 'Version 2 of 2' }).waitFor()
  await demo.settle()

  // Edit.
  await tabTo(demo, /^Write a message$/)
  await tabTo(demo, /^Edit your message$/, 'Shift+Tab')
  await keyboard.press('Enter')
  await expect.poll(() => page.evaluate(() => document.activeElement?.localName)).toBe('textarea')
  await keyboard.press('Control+a')
  await keyboard.type('Convert 26.2 miles to km')
  await tabTo(demo, /^Save and send/)
  await keyboard.press('Enter')
  await expect.poll(() => demo.answer.innerText()).toContain('42.16')
  await demo.settle()

  // Another thread, and back.
  await keyboard.press('Control+Shift+O')
  await expect.poll(() => page.locator('main [data-slot="turn"]').count()).toBe(0)
  await say('Decline this one')
  await demo.settle()
  // The list is one tab stop, at the thread on screen; its title is followed by the time of the last change.
  await tabTo(demo, /^Decline this one./, 'Shift+Tab')
  await keyboard.press('ArrowDown')
  expect(await focused(demo)).toMatch(/^Stall in mid-answer/)
  await keyboard.press('Enter')
  await page.locator('main').getByText('Convert 26.2 miles to km').first().waitFor()

  // Export.
  const download = page.waitForEvent('download')
  await keyboard.press('Control+k')
  await page.getByRole('dialog', { name: 'Commands' }).waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('combobox')
  await keyboard.type('export this')
  await keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Export' }).waitFor()
  await tabTo(demo, /^Download the conversation/)
  await keyboard.press('Enter')
  expect(await readFile(await (await download).path(), 'utf8')).toContain('Stall in mid-answer')
  await demo.close()
})

it('X41 the second journey: tools, a fault, two models, versions, find, wire, sidebar, palette', async () => {
  const demo = await app.open()
  const { page } = demo
  const { keyboard } = page
  const say = async (text: string): Promise<void> => {
    await tabTo(demo, /^Write a message$/)
    await untilPressCounts(page)
    await keyboard.type(text)
    await keyboard.press('Enter')
  }

  // A tool off, and on again; Escape leads back to the button of the menu.
  await tabTo(demo, /^Add$/)
  await keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Tools…' }).waitFor()
  await keyboard.type('Tools')
  await expect.poll(() => focused(demo)).toBe('Tools…')
  await keyboard.press('Enter')
  const tool = page.getByRole('dialog').getByRole('checkbox', { name: 'get_time', exact: true })
  await tool.waitFor()
  await tabTo(demo, /^get_time$/)
  expect(await tool.isChecked()).toBe(true)
  await keyboard.press('Space')
  expect(await tool.isChecked()).toBe(false)
  await keyboard.press('Space')
  expect(await tool.isChecked()).toBe(true)
  await keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await expect.poll(() => focused(demo)).toBe('Add')

  // The next answer goes wrong.
  await tabTo(demo, /^Write a message$/, 'Shift+Tab')
  await keyboard.type('/fail-filter')
  await keyboard.press('Enter')
  await page.getByRole('button', { name: /^Next: Content filter/ }).waitFor()
  expect(await focused(demo)).toBe('Write a message')
  await say('Tell me about the coast')
  await demo.answer
    .getByText(/content filter/)
    .first()
    .waitFor()

  // Two models, and one is kept.
  await tabTo(demo, /^Write a message$/)
  await keyboard.press('Control+Shift+M')
  await tabTo(demo, /^Second model/, 'Shift+Tab')
  await keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Model', exact: true }).waitFor()
  await keyboard.type('answer')
  await keyboard.press('Enter')
  await page.getByRole('button', { name: 'Second model: answer', exact: true }).waitFor()
  await say('Convert 26.2 miles to km')
  await page
    .getByRole('button', { name: /^Keep this one/ })
    .nth(1)
    .waitFor()
  await tabTo(demo, /^Keep this one: answer$/, 'Shift+Tab')
  await keyboard.press('Enter')
  await demo.answer.getByRole('group', { name: 'Version 2 of 2' }).waitFor()
  await expect.poll(() => focused(demo)).toBe('Write a message')

  // The other version.
  await tabTo(demo, /^Show all versions/, 'Shift+Tab')
  await keyboard.press('Enter')
  await page.getByRole('dialog', { name: '2 versions' }).waitFor()
  await keyboard.press('Home')
  await keyboard.press('Enter')
  await demo.answer.getByRole('group', { name: 'Version 1 of 2' }).waitFor()
  await expect.poll(() => focused(demo)).toMatch(/^Show all versions, 1/)

  // Find, and back to the box.
  await keyboard.press('Control+Shift+F')
  await expect.poll(() => focused(demo)).toBe('Find in this conversation')
  await keyboard.type('26.2')
  await page.getByText(/^1 of \d/).waitFor()
  await keyboard.press('Escape')
  await expect.poll(() => focused(demo)).toBe('Write a message')

  // The wire and the sidebar.
  await keyboard.press('Control+.')
  await page.getByRole('tree', { name: 'Rows of the stream' }).waitFor()
  await keyboard.press('Control+.')
  await page.getByRole('tree', { name: 'Rows of the stream' }).waitFor({ state: 'detached' })
  await keyboard.press('Control+B')
  await page.getByRole('button', { name: 'Search' }).waitFor({ state: 'detached' })
  await keyboard.press('Control+Shift+S')
  await page.getByRole('button', { name: 'Search' }).waitFor()

  // A new conversation by its name.
  await keyboard.press('Control+K')
  await page.getByRole('dialog', { name: 'Commands' }).waitFor()
  await keyboard.type('new conversation')
  await keyboard.press('Enter')
  await page.getByRole('button', { name: 'Start the tour' }).waitFor()
  await expect.poll(() => focused(demo)).toBe('Write a message')
  await demo.close()
})

it('X25 what is wrong with a setting stands with its field and is read with it, and a key can be pasted', async () => {
  const demo = await app.open({ permissions: ['clipboard-read', 'clipboard-write'] })
  const { page } = demo
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Advanced' }).press('Enter')
  const field = dialog.getByLabel('Max tokens')
  await field.fill('many')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
  const described = await field.evaluate((element) =>
    (element.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' '),
  )
  expect(described).toMatch(/number/i)
  await page.evaluate(() => navigator.clipboard.writeText('sk-pasted'))
  await dialog.getByRole('button', { name: 'Add a key' }).press('Enter')
  const key = dialog.getByLabel('Key', { exact: true })
  await key.focus()
  await page.keyboard.press('Control+v')
  await expect.poll(() => key.inputValue()).toBe('sk-pasted')
  await page.keyboard.press('Escape')
  await demo.close()
})
