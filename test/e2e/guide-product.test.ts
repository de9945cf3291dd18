// @module-tag hunt
import { createEndpoint, type Scenario } from '@antiphon/endpoint'
import { serveEndpoint } from '@antiphon/endpoint/node'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { launchBrowser, leaveBrowser } from './support/browser.js'
import { removeExamples, serveExample, type ServedExample } from './support/example-app.js'

const KEY = 'sk-of-the-server'
const call = (name: string) => ({ name, arguments: '{"id":"A-17"}' })
let failures = 0

/** What the model does for the questions of this file. It tells results word for word, so that they can be looked for. */
const model: Scenario = {
  id: 'support',
  description: 'Answers each question of this file.',
  *play({ prompt, outcomes, attachments }) {
    const [result] = outcomes
    if (prompt.includes('broken') && failures++ === 0) {
      yield { type: 'text', text: 'One moment' }
      yield { type: 'error', error: { message: 'Overloaded', type: 'server_error', param: null, code: null } }
    } else if (result) yield { type: 'text', text: `I read: ${result.content}` }
    else if (prompt.includes('Where')) yield { type: 'calls', calls: [call('find_order')] }
    else if (prompt.includes('look')) yield { type: 'calls', calls: [call('show_picture')] }
    else if (prompt.includes('money')) yield { type: 'calls', calls: [call('refund_order')] }
    else if (attachments.length > 0)
      yield { type: 'text', text: `I see ${attachments.map(({ mediaType }) => mediaType).join()}.` }
    else yield { type: 'text', text: 'Happy to help.' }
  },
}

let browser: Browser
let app: ServedExample
let endpoint: Awaited<ReturnType<typeof serveEndpoint>>
let context: BrowserContext
let page: Page
const problems: string[] = []

beforeAll(async () => {
  browser = await launchBrowser()
  endpoint = await serveEndpoint(createEndpoint({ models: [model], speed: Infinity, apiKey: KEY }))
  app = await serveExample('own-backend', { LLM_URL: endpoint.url, LLM_KEY: KEY, LLM_MODEL: 'support' })
})
afterAll(async () => {
  await leaveBrowser(browser)
  await app?.close()
  await endpoint?.close()
  removeExamples()
})

async function openPage(locale = 'en-GB') {
  context = await browser.newContext({ viewport: { width: 1000, height: 700 }, locale })
  page = await context.newPage()
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('request', (request) => {
    if (JSON.stringify(request.headers()).includes(KEY)) problems.push('the page has the key')
  })
  await page.goto(app.url)
}
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const box = () => page.locator('[data-slot="composer"] textarea')
async function signIn(name = 'ada', password = 'lovelace') {
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Password').fill(password)
  await button('Sign in').click()
}
async function ask(text: string) {
  await box().fill(text)
  await box().press('Enter')
}
/** A press in the first half second after a question appeared was meant for something else. */
async function press(name: RegExp) {
  const card = page.locator('[data-slot="tool-approval"]')
  await card.waitFor()
  await expect
    .poll(async () => {
      if ((await card.count()) > 0) await button(name).first().click()
      return card.count()
    })
    .toBe(0)
}

beforeEach(async () => {
  problems.length = 0
  await openPage()
})
afterEach(async () => {
  await context.close()
  expect(problems).toEqual([])
})

test('refuses a wrong password, then welcomes with suggestions that fill the box', async () => {
  await signIn('ada', 'byron')
  await page.getByText('Name or password is wrong.').waitFor()
  await signIn()
  await page.getByText('How can we help?').waitFor()
  await button('Where is my order A-17?').click()
  expect(await box().inputValue()).toBe('Where is my order A-17?')
  await box().press('Enter')
  // The card stands in sight, outside of every fold, and the call has its title.
  await page.locator('.order').getByText('Tea pot').waitFor()
  const transcript = await page.locator('.conversation').textContent()
  expect(transcript).toContain('Order A-17')
  expect(transcript).not.toMatch(/find_order|support-|tok\/s|tokens/)
})

test('keeps a conversation with its picture over a reload, and finds it by a word', async () => {
  await signIn()
  await ask('How does it look?')
  const picture = page.locator('[data-slot="tool-result"] img')
  await page.getByText(/^I (read|see)/).waitFor()
  await picture.waitFor()
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(48)
  const entry = page.locator('nav').getByText('How does it look?')
  await entry.waitFor()
  await page.reload()
  await page.getByText(/^I (read|see)/).waitFor()
  await picture.waitFor()
  const found = async (words: string) =>
    (await context.request.get(new URL(`/api/threads?q=${words}`, app.url).href)).json()
  expect((await found('how loo')).ids).toHaveLength(1)
  expect((await found('how cook')).ids).toHaveLength(0)
})

test('asks before a refund: denied nothing happens, allowed it does', async () => {
  await signIn()
  await ask('I want my money back')
  await press(/^Deny$/)
  await page.getByText('I read:').waitFor()
  expect(await page.locator('[data-slot="tool-call"]').getAttribute('data-state')).toBe('denied')
  await ask('Please, my money')
  await press(/^Allow once/)
  await page.getByText(/I read: .*refunded/).waitFor()
})

test('offers Retry after a failure of the model', async () => {
  await signIn()
  await ask('Is it broken?')
  await page.locator('[data-slot="detail"]').getByText('Overloaded').waitFor()
  await button('Retry').first().click()
  await page.getByText('Happy to help.').waitFor()
})

test('says that the session has ended, brings the login and goes on with Retry', async () => {
  await signIn()
  await ask('Hello')
  await page.getByText('Happy to help.').waitFor()
  await context.request.post(new URL('/auth/logout', app.url).href)
  await ask('Are you there?')
  await page.getByRole('dialog', { name: 'Sign in' }).waitFor()
  await page.getByText('You are signed out', { exact: true }).waitFor()
  await page.getByText('Your session has ended. Please sign in again.').first().waitFor()
  await signIn()
  await page.getByRole('dialog', { name: 'Sign in' }).waitFor({ state: 'hidden' })
  await button('Retry').last().click()
  await expect.poll(() => page.getByText('Happy to help.').count()).toBe(2)
})

test('keeps pictures of a question on the server, and shows the model their bytes', async () => {
  await signIn()
  const name = 'tea.png'
  const picture = await context.request.get(new URL('/api/orders/A-17/picture', app.url).href)
  const buffer = await picture.body()
  await page
    .getByLabel('Attach a file')
    .and(page.locator('input'))
    .setInputFiles({ name, mimeType: 'image/png', buffer })
  await page.locator('form [data-slot="attachment"][data-state="ready"]').waitFor()
  const [posted] = await Promise.all([
    page.waitForRequest((request) => request.url().includes('/nodes')),
    ask('What is this?'),
  ])
  await page.getByText('I see image/png.').waitFor()
  expect(posted.postData()).toContain('/api/files/')
  expect(posted.postData()).not.toContain('base64')
  const data = Buffer.alloc(17 * 1024 * 1024)
  const refused = await context.request.post(new URL('/api/files', app.url).href, {
    data,
    headers: { 'content-type': 'image/png' },
  })
  expect(refused.status()).toBe(413)
})

test('shows nobody the conversations of somebody else', async () => {
  await signIn()
  await ask('A secret of Ada')
  await page.locator('nav').getByText('A secret of Ada').waitFor()
  await context.close()
  await openPage()
  await signIn('alan', 'turing')
  await page.getByText('How can we help?').waitFor()
  expect(await page.getByText('A secret of Ada').count()).toBe(0)
})

test('speaks German where the browser does', async () => {
  await context.close()
  await openPage('de-DE')
  await page.getByLabel('Name').fill('ada')
  await page.getByLabel('Passwort').fill('lovelace')
  await button('Anmelden').click()
  await page.getByText('Wie können wir helfen?').waitFor()
  await ask('Where is it?')
  await page.getByText('Bestellung A-17').first().waitFor()
})
