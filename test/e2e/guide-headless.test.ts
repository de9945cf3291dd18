// @module-tag hunt
import { createEndpoint, type Scenario } from '@antiphon/endpoint'
import { serveEndpoint } from '@antiphon/endpoint/node'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { untilPressCounts } from './demo-app.js'
import { launchBrowser, leaveBrowser } from './support/browser.js'
import { removeExamples, serveExample, type ServedExample } from './support/example-app.js'

/** The address in the code of docs/headless.md. */
const WRITTEN = 'http://localhost:11434/v1'
const args = JSON.stringify({ name: 'Ada', guests: 4, wishes: 'a table by the window' })
const unfinished = {
  choices: [
    {
      index: 0,
      delta: {
        tool_calls: [
          {
            index: 0,
            id: 'call_1',
            type: 'function',
            function: { name: 'book_table', arguments: args.slice(0, -8) },
          },
        ],
      },
    },
  ],
}
const error = { message: 'The kitchen is on fire.', type: 'server_error', param: null, code: null }
let failures = 0

const model: Scenario = {
  id: 'qwen3',
  description: 'Answers each question of this file.',
  *play({ prompt, outcomes }) {
    if (prompt === 'half') {
      yield { type: 'raw', text: `data: ${JSON.stringify(unfinished)}\n\n` }
      yield { type: 'stall' }
    } else if (prompt === 'fail' && failures++ === 0) {
      // After the first words a request is not made again by itself.
      yield { type: 'text', text: 'The cook' }
      yield { type: 'error', error }
    } else if (prompt === 'table' && outcomes.length === 0) {
      yield { type: 'reasoning', text: 'Four guests want a window.' }
      yield { type: 'text', text: 'Let me **book** it.' }
      yield { type: 'calls', calls: [{ name: 'book_table', arguments: args }] }
    } else if (prompt === 'table') {
      yield { type: 'text', text: `The kitchen says: ${outcomes.at(-1)!.content}` }
    } else if (prompt === 'long') {
      yield { type: 'text', text: 'A line of the menu.\n\n'.repeat(80) }
    } else yield { type: 'text', text: `Welcome, ${prompt}.` }
  },
}

let browser: Browser
let app: ServedExample
let endpoint: Awaited<ReturnType<typeof serveEndpoint>>
let page: Page

beforeAll(async () => {
  browser = await launchBrowser()
  app = await serveExample('headless')
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
  page = await browser.newPage({ viewport: { width: 900, height: 600 } })
  await page.route(`${WRITTEN}/**`, (route) =>
    route.continue({ url: endpoint.url + route.request().url().slice(WRITTEN.length) }),
  )
  await page.goto(app.url)
})

const button = (name: string) => page.getByRole('button', { name, exact: true })
async function ask(text: string) {
  await page.getByLabel('Message').fill(text)
  await page.getByLabel('Message').press('Enter')
}

test('draws thoughts, Markdown and a call that a person allows', async () => {
  await ask('table')
  await button('Allow').click()
  await page.getByText('The kitchen says').waitFor()
  expect(await page.locator('.question').textContent()).toBe('table')
  expect(await page.locator('details').textContent()).toContain('Four guests want a window.')
  expect(await page.locator('strong').textContent()).toBe('book')
  const call = page.locator('.call')
  expect(await call.getAttribute('data-state')).toBe('done')
  expect(await call.locator('h3').textContent()).toBe('Book a table: done')
  expect(await call.locator('dd').allTextContents()).toEqual(['Ada', '4', 'a table by the window'])
  expect(await call.locator('pre').textContent()).toBe('{"table":7,"guests":4}')
})

test('tells the model that a person denied', async () => {
  await ask('table')
  await button('Deny').click()
  await page.getByText('The kitchen says').waitFor()
  expect(await page.locator('.call').getAttribute('data-state')).toBe('denied')
  expect(await page.locator('article').textContent()).toContain('The guest said no.')
})

test('fills in arguments field by field while they are written, until Stop', async () => {
  await ask('half')
  await page.getByText('a table by the').waitFor()
  expect(await page.locator('.call').getAttribute('data-state')).toBe('writing')
  const busy = await page.locator('dd').evaluateAll((fields) => fields.map((field) => field.ariaBusy))
  expect(busy).toEqual(['false', 'false', 'true'])
  await untilPressCounts(page)
  await button('Stop').click()
  await button('Send').waitFor()
  await page.getByText(/The answer is not complete/).waitFor()
})

test('says why an answer failed, and keeps both versions after Retry', async () => {
  await ask('fail')
  await page.getByText('The kitchen is on fire.').waitFor()
  await button('Retry').click()
  await page.getByText('Welcome, fail.').waitFor()
  await page.getByText('2/2').waitFor()
  await button('Previous version').click()
  await page.getByText('The kitchen is on fire.').waitFor()
  expect(await page.getByText('Welcome, fail.').count()).toBe(0)
})

test('puts a new question to the top, and goes to the end on request', async () => {
  await ask('Ada')
  await page.getByText('Welcome, Ada.').waitFor()
  await ask('long')
  await button('Latest message').waitFor()
  const top = () =>
    page.getByText('long', { exact: true }).evaluate((node) => node.getBoundingClientRect().top)
  await expect.poll(top).toBeLessThan(60)
  expect(await top()).toBeGreaterThanOrEqual(0)
  await button('Latest message').click()
  await button('Latest message').waitFor({ state: 'detached' })
  await expect.poll(top).toBeLessThan(0)
})
