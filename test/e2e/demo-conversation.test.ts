import { mkdirSync, readFileSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startDemo, type DemoApp, type DemoPage } from './demo-app.js'

let app: DemoApp
let demo: DemoPage

beforeAll(async () => {
  app = await startDemo(0)
})
afterAll(() => app?.close())
beforeEach(async () => {
  demo = await app.open()
})
afterEach(() => demo.close())

/** Pictures for a person to look at, when a folder is named. */
const shots = process.env['ANTIPHON_SHOTS']
const shoot = async (name: string): Promise<void> => {
  if (!shots) return
  mkdirSync(shots, { recursive: true })
  await demo.page.screenshot({ path: `${shots}/${name}.png` })
}
const more = async (name: string): Promise<void> => {
  await demo.page.locator('header').getByRole('button', { name: 'More', exact: true }).click()
  await demo.page.getByRole('menuitem', { name }).click()
}
const ofApp = async (name: string): Promise<void> => {
  await demo.page.getByRole('button', { name: 'More of the app' }).click()
  await demo.page.getByRole('menuitem', { name }).click()
}
const title = () => demo.page.getByRole('heading', { level: 1 })
const turns = () => demo.page.locator('[data-slot="turn"]')
const question = 'What time is it in Oslo and Tokyo?'
const ask = async (text = question): Promise<void> => {
  await demo.ask(text)
  await demo.settle()
}
const download = async (press: () => Promise<void>): Promise<string> => {
  const [file] = await Promise.all([demo.page.waitForEvent('download'), press()])
  return readFileSync(await file.path(), 'utf8')
}

it('a title is asked of the model only by a press, names the thread and the page', async () => {
  await ask()
  expect(await demo.page.title()).toBe(`${question} · Antiphon`)
  const requests: string[] = []
  demo.page.on('request', (request) => void requests.push(request.url()))
  await more('Suggest a title')
  await expect.poll(() => title().innerText()).toBe('Time Oslo Tokyo')
  expect(await demo.page.title()).toBe('Time Oslo Tokyo · Antiphon')
  expect(requests.filter((url) => url.endsWith('/chat/completions'))).toHaveLength(1)
  expect(await turns().count()).toBe(2)
})

it('find: by its keys, over the messages, and back to the box', async () => {
  await ask()
  await demo.page.keyboard.press('Control+Shift+F')
  const field = demo.page.getByRole('textbox', { name: 'Find in this conversation' })
  await field.fill('oslo')
  const status = demo.page.locator('[data-slot="find-bar"] [role="status"]')
  await expect.poll(() => status.innerText()).toMatch(/^1 of \d+$/)
  await shoot('find')
  // It lies over nothing that was said.
  const bar = (await demo.page.locator('[data-slot="find-bar"]').boundingBox())!
  const viewport = (await demo.page.locator('[data-slot="viewport"]').boundingBox())!
  expect(bar.y + bar.height).toBeLessThanOrEqual(viewport.y)
  const box = (await demo.page.locator('[data-slot="composer-shell"]').boundingBox())!
  expect(box.y + box.height).toBeLessThanOrEqual(demo.page.viewportSize()!.height)
  await demo.page.keyboard.press('Escape')
  await expect.poll(() => demo.box.evaluate((box) => box === document.activeElement)).toBe(true)
})

it('a prompt set before the first message opens the conversation, is seen in it and can be changed there', async () => {
  await more('System prompt')
  const field = demo.page.getByRole('textbox', { name: 'Instructions for this conversation' })
  await field.fill('Answer in verse.')
  await shoot('system-prompt')
  await demo.page.getByRole('button', { name: 'Save' }).click()
  expect(await turns().count()).toBe(0)
  await ask()
  const bodies: string[] = []
  demo.page.on('request', (request) => void bodies.push(request.postData() ?? ''))
  await demo.page.getByRole('button', { name: 'Edit the system prompt' }).click()
  expect(await field.inputValue()).toBe('Answer in verse.')
  await field.fill('Answer in prose.')
  await demo.page.keyboard.press('Control+Enter')
  await shoot('system-prompt-in-thread')
  await ask('Thanks')
  expect(bodies.find((body) => body.includes('Thanks'))).toContain('Answer in prose.')
})

it('an answer is deleted with its calls and comes back; a deletion holds after a reload', async () => {
  await ask()
  await demo.answer.getByRole('button', { name: 'More for this message' }).click()
  await shoot('message-menu')
  await demo.page.getByRole('menuitem', { name: 'Delete this answer' }).click()
  await expect.poll(() => turns().count()).toBe(1)
  await shoot('deleted')
  await demo.page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => turns().count()).toBe(2)
  await expect.poll(() => demo.answer.innerText()).toContain('Oslo')
  await demo.answer.getByRole('button', { name: 'More for this message' }).click()
  await demo.page.getByRole('menuitem', { name: 'Delete this answer' }).click()
  await expect.poll(() => turns().count()).toBe(1)
  await expect
    .poll(async () => {
      await demo.page.reload()
      await turns().first().waitFor()
      return turns().count()
    })
    .toBe(1)
})

it('export: a page to share, and what was rated as pairs', async () => {
  await ask('Table and code, as a list')
  await demo.answer.getByRole('button', { name: 'Good answer' }).click()
  await demo.answer.getByRole('button', { name: 'Retry this answer' }).click()
  await demo.settle()
  await demo.answer.getByRole('group', { name: /Version 2 of 2/ }).waitFor()
  await demo.answer.getByRole('button', { name: 'Bad answer' }).click()
  await demo.page.locator('header').getByRole('button', { name: 'Export this conversation' }).click()
  const dialog = demo.page.getByRole('dialog', { name: 'Export' })
  await dialog.getByText('2 answers were rated, which gives 1 pair').waitFor()
  await shoot('export')
  const rows = await download(() => dialog.getByRole('button', { name: 'Download pairs (JSONL)' }).click())
  const [pair] = rows
    .trim()
    .split('\n')
    .map((row) => JSON.parse(row) as Record<string, unknown[]>)
  expect(pair).toMatchObject({
    prompt: [{ role: 'user', content: 'Table and code, as a list' }],
    chosen: [{ role: 'assistant' }],
    rejected: [{ role: 'assistant' }],
  })
  const page = await download(() => dialog.getByRole('button', { name: 'Share as a page' }).click())
  expect(page).toContain('Table and code, as a list')
})

it('prices: what a person writes down is in the usage line and adds up in the menu', async () => {
  await ask()
  await more('Cost')
  const dialog = demo.page.getByRole('dialog', { name: 'Prices per model' })
  await dialog.getByRole('textbox', { name: 'Input, antiphon-tour' }).fill('1000')
  await dialog.getByRole('textbox', { name: 'Output, antiphon-tour' }).fill('2000')
  await shoot('prices')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => demo.answer.locator('[data-slot="usage-meter"]').innerText()).toMatch(/\$\d/)
  await demo.page.reload()
  await demo.answer.waitFor()
  await expect.poll(() => demo.answer.locator('[data-slot="usage-meter"]').innerText()).toMatch(/\$\d/)
  await demo.page.locator('header').getByRole('button', { name: 'More', exact: true }).click()
  expect(await demo.page.getByRole('menuitem', { name: 'Cost' }).innerText()).toMatch(/\$\d/)
  await demo.page.keyboard.press('Escape')
})

describe('the message box', () => {
  it('a slash lists commands and prompts; one of the library goes in, one of the app is done', async () => {
    await demo.box.pressSequentially('/ex')
    await shoot('slash')
    await demo.page.getByRole('option', { name: '/explain' }).click()
    expect(await demo.box.inputValue()).toBe('Explain  to somebody who is new to it, with one example.')
    await demo.box.fill('/prompts')
    await demo.box.press('Enter')
    const dialog = demo.page.getByRole('dialog', { name: 'Prompt library' })
    await dialog.getByRole('button', { name: 'Add a prompt' }).click()
    await dialog.getByRole('textbox', { name: 'Name' }).last().fill('oslo')
    await dialog.getByRole('textbox', { name: 'Text, oslo' }).fill(question)
    await shoot('prompts')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await demo.box.pressSequentially('/oslo')
    await demo.box.press('Enter')
    expect(await demo.box.inputValue()).toBe(question)
  })

  it('the next answer goes wrong on request, is named beforehand, and the one after it is good', async () => {
    await demo.page.getByRole('button', { name: 'Make the next answer go wrong' }).click()
    await demo.page.getByRole('menuitem', { name: 'HTTP 500' }).click()
    await shoot('chaos')
    await demo.page.getByRole('button', { name: 'Next: HTTP 500. Press to have a good one.' }).waitFor()
    await demo.ask(question)
    await demo.settle()
    await demo.answer.getByText('The server had an error while processing your request.').first().waitFor()
    expect(await demo.page.getByRole('button', { name: /^Next answer/ }).count()).toBe(0)
    await ask()
    await expect.poll(() => demo.answer.innerText()).toContain('Tokyo')
  })

  it('Enter starts a line once it is told to, and text is larger, also after a reload', async () => {
    await ofApp('Enter')
    await demo.page.getByRole('menuitem', { name: 'Enter' }).click()
    expect(await demo.page.getByRole('menuitem', { name: 'Enter' }).innerText()).toContain('New line')
    await demo.page.getByRole('menuitem', { name: 'Text size' }).click()
    await demo.page.keyboard.press('Escape')
    await demo.page.reload()
    await demo.box.fill('one')
    await demo.box.press('Enter')
    expect(await demo.box.inputValue()).toBe('one\n')
    expect(await demo.page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('18px')
  })
})

it('the last code block is copied by its keys', async () => {
  await demo.page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await ask('Table and code')
  const block = demo.answer.locator('[data-slot="code-block"]').last()
  const code = await block.locator('pre').innerText()
  await demo.page.keyboard.press('Control+Shift+;')
  await expect.poll(() => demo.page.evaluate(() => navigator.clipboard.readText())).toBe(code)
})

it('what this is, with links and the version', async () => {
  await ofApp('What is this?')
  const dialog = demo.page.getByRole('dialog')
  await dialog.getByRole('link', { name: /Source on GitHub/ }).waitFor()
  await dialog.getByText(/^Version \d+\.\d+\.\d+/).waitFor()
  await shoot('about')
  await demo.page.keyboard.press('Escape')
})
