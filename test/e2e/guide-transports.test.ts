// @module-tag hunt
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
// @ts-expect-error plain JavaScript, which `pnpm test:hosts` runs without vitest
import { visitApp } from '../apps/visit-app.mjs'
import { launchBrowser, leaveBrowser } from './support/browser.js'
import { quickApps, removeExamples, serveExample, type ServedExample } from './support/example-app.js'

/** Servers that ask before they run a call, and the pages of the guides on them. */
const servers = [
  { name: 'ai-sdk', wire: 'AI SDK 7', route: '/api/chat' },
  { name: 'ag-ui', wire: 'AG-UI 1.0', route: '/agent' },
]

let browser: Browser
beforeAll(async () => void (browser = await launchBrowser()))
afterAll(async () => {
  await leaveBrowser(browser)
  removeExamples()
})

describe.each(servers)('a server of $wire', ({ name, route }) => {
  let app: ServedExample
  let page: Page
  beforeAll(async () => void (app = await serveExample(name)))
  afterAll(() => app?.close())
  afterEach(() => page?.context().close())

  const button = (words: string) => page.getByRole('button', { name: words, exact: true })
  async function open() {
    page = await browser.newPage({ viewport: { width: 900, height: 700 } })
    await page.goto(app.url)
  }
  async function ask(text: string) {
    await page.getByRole('textbox').fill(text)
    await page.getByRole('textbox').press('Enter')
  }
  /** Answers the next request in place of the server. */
  const refuse = (status: number, message: string) =>
    page.route(`**${route}`, (request) => request.fulfill({ status, json: { error: { message } } }), {
      times: 1,
    })

  test('runs what a person allows, once, and nothing that a person denies', async () => {
    const visited = visitApp(
      browser,
      quickApps.find((one) => one.name === name),
      app.url,
      '',
    )
    expect(await (visited as Promise<{ problems: string[] }>)).toMatchObject({ problems: [] })
  })

  test('is asked again by Retry, after a failure and after an answer', async () => {
    await open()
    await refuse(400, 'The harbour is closed.')
    await ask('Show me a picture.')
    await page.getByText('The harbour is closed.').first().waitFor()
    await button('Retry').first().click()
    await page.getByText('This is berth B4.').waitFor()
    const answer = page.getByRole('article').last()
    await answer.getByRole('button', { name: 'Retry this answer' }).click()
    await page.getByText('3/3').waitFor()
    await page.getByText('This is berth B4.').waitFor()
  })

  test('may end the session: the page shows its words, and goes on with Retry', async () => {
    await open()
    await refuse(401, 'Please sign in again.')
    await ask('A berth for tonight, please.')
    await page.getByText('You are signed out', { exact: true }).waitFor()
    await page.getByText('Please sign in again.').first().waitFor()
    await button('Retry').first().click()
    await page.locator('[data-slot="tool-approval"]').waitFor()
  })

  test('may answer with a picture', async () => {
    await open()
    await ask('Show me a picture.')
    await page.getByText('This is berth B4.').waitFor()
    const row = page.locator('[data-slot="tool-call"]').last()
    const picture = page.locator('[data-slot="turn"] img')
    if ((await picture.count()) === 0) await row.getByRole('button').first().click()
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(48)
  })
})
