// @module-tag hunt
import { createEndpoint, type Scenario } from '@antiphon/endpoint'
import { serveEndpoint } from '@antiphon/endpoint/node'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { launchBrowser, leaveBrowser } from './support/browser.js'
import { removeExamples, serveExample, type ServedExample } from './support/example-app.js'

const model: Scenario = {
  id: 'support',
  description: 'Says what it was sent.',
  *play({ prompt, attachments }) {
    yield { type: 'text', text: `${prompt}: ${attachments.map(({ name }) => name).join()}` }
  },
}

let browser: Browser
let app: ServedExample
let endpoint: Awaited<ReturnType<typeof serveEndpoint>>
let page: Page
/** The requests of the model wait for it. */
let released: Promise<void>
let release: () => void
const loaded: string[] = []

beforeAll(async () => {
  browser = await launchBrowser()
  app = await serveExample('drawer')
  endpoint = await serveEndpoint(createEndpoint({ models: [model], speed: Infinity }))
})
afterAll(async () => {
  await leaveBrowser(browser)
  await app?.close()
  await endpoint?.close()
  removeExamples()
})
beforeEach(async () => {
  await page?.context().close()
  loaded.length = 0
  released = new Promise((resolve) => (release = resolve))
  page = await browser.newPage({ viewport: { width: 900, height: 600 }, colorScheme: 'dark' })
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
  await page.route('**/api/v1/**', async (route) => {
    await released
    await route.continue({ url: `${endpoint.url}/${route.request().url().split('/api/v1/')[1]}` })
  })
  await page.goto(app.url)
})

const button = (name: string) => page.getByRole('button', { name, exact: true })
const box = () => page.getByRole('textbox')
const assets = () => loaded.filter((path) => path.startsWith('/assets/'))

test('the code and the sheet of the chat are loaded when the drawer opens', async () => {
  await button('Ask us').waitFor()
  const first = assets()
  const texts = await Promise.all(first.map(async (path) => (await page.request.get(app.url + path)).text()))
  expect(first.filter((_, at) => texts[at]!.includes('data-antiphon-root'))).toEqual([])
  await button('Ask us').click()
  await box().waitFor()
  const later = assets().slice(first.length)
  expect(new Set(later.map((path) => path.split('.').at(-1)))).toEqual(new Set(['css', 'js']))
})

test('what was begun is there again after the drawer was closed, and an answer goes on meanwhile', async () => {
  await button('Ask us').click()
  await box().fill('Is it this one')
  const buffer = Buffer.from('id\n1')
  const input = page.getByLabel('Attach a file').and(page.locator('input'))
  await input.setInputFiles({ name: 'bikes.csv', mimeType: 'text/csv', buffer })
  await button('Remove bikes.csv').waitFor()
  await button('Close').click()
  await box().waitFor({ state: 'detached' })
  await button('Ask us').click()
  await button('Remove bikes.csv').waitFor()
  expect(await box().inputValue()).toBe('Is it this one')

  await box().press('Enter')
  await expect.poll(() => loaded.filter((path) => path.endsWith('/chat/completions')).length).toBe(1)
  await button('Close').click()
  await box().waitFor({ state: 'detached' })
  const answered = page.waitForResponse('**/chat/completions')
  release()
  await (await answered).finished()
  await button('Ask us').click()
  await page.getByText('Is it this one: bikes.csv').waitFor()
  expect(await box().inputValue()).toBe('')
})

test('the page around it is dark when the kit is', async () => {
  await button('Ask us').click()
  const ground = (selector: string) =>
    page.locator(selector).evaluate((node) => getComputedStyle(node).backgroundColor)
  const of = async (theme: string) => {
    await page.locator('html').evaluate((html, name) => (html.dataset['theme'] = name), theme)
    const kit = Number(/^oklch\(([\d.]+)/.exec(await ground('[data-slot="chat"]'))?.[1])
    return { page: await ground('body'), isKitDark: kit < 0.5 }
  }
  const light = { page: 'rgb(255, 250, 242)', isKitDark: false }
  const dark = { page: 'rgb(28, 25, 23)', isKitDark: true }
  expect([await of('system'), await of('dark'), await of('light'), await of('')]).toEqual([
    dark,
    dark,
    light,
    light,
  ])
})
