// @module-tag hunt
import { createEndpoint, type Scenario } from '@antiphon/endpoint'
import { serveEndpoint } from '@antiphon/endpoint/node'
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page, Route } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { untilAnswerCounts } from './demo-app.js'
// @ts-expect-error plain JavaScript
import { runScript } from '../apps/make-app.mjs'
import { launchBrowser, leaveBrowser } from './support/browser.js'
import { removeExamples, serveExample, type ServedExample } from './support/example-app.js'

const KEY = 'sk-of-the-server'
const call = (name: string) => ({ name, arguments: '{"id":"A-17"}' })
let failures = 0

/** The model's answers to the questions of this file. It repeats results word for word, so that the test can look for them. */
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
    else if (prompt.includes('table'))
      yield { type: 'calls', calls: [{ name: 'export_orders', arguments: '{"ids":["A-17","A-17"]}' }] }
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

async function openPage(options: BrowserContextOptions = {}) {
  await context?.close()
  context = await browser.newContext({ viewport: { width: 1000, height: 700 }, locale: 'en-GB', ...options })
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
async function press(name: RegExp) {
  const card = page.locator('[data-slot="tool-approval"]')
  await untilAnswerCounts(card)
  await button(name).first().click()
  await card.waitFor({ state: 'detached' })
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
  // The card is in sight, outside of every fold, and the call has its title.
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
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(48)
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

test('Back shows the conversation before, and what was begun in each is kept until the person signs out', async () => {
  await signIn()
  await ask('Hello')
  await page.getByText('Happy to help.').waitFor()
  await box().fill('half a thought')
  await button('New conversation').click()
  await expect.poll(() => box().inputValue()).toBe('')
  await page.goBack()
  await page.getByText('Happy to help.').waitFor()
  await expect.poll(() => box().inputValue()).toBe('half a thought')
  await page.reload()
  await expect.poll(() => box().inputValue()).toBe('half a thought')
  const address = page.url()
  await button('Sign out').click()
  await page.getByLabel('Name').waitFor()
  await page.goto(address)
  await signIn()
  await page.getByText('Happy to help.').waitFor()
  expect(await box().inputValue()).toBe('')
})

test('asks before a refund: denied nothing happens, allowed it does', async () => {
  await signIn()
  await ask('I want my money back')
  await press(/^Deny$/)
  await page.getByText('I read: Tool execution denied by the user.', { exact: true }).waitFor()
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

const dialog = () => page.getByRole('dialog', { name: 'Sign in' })
/** The session ends when the question is asked. Before that, the list could bring the login and keep the question from being asked. */
async function askAfterTheSession(next?: { name: string; password: string }) {
  const end = async (route: Route) => {
    await context.request.post(new URL('/auth/logout', app.url).href)
    if (next) await context.request.post(new URL('/auth/login', app.url).href, { data: next })
    await route.continue()
  }
  await page.route('**/api/v1/chat/completions', end, { times: 1 })
  await ask('Are you there?')
}
/** The dialog asks for the password of the one who was signed in. */
async function signInAgain() {
  await dialog().getByLabel('Password').fill('lovelace')
  await dialog().getByRole('button', { name: 'Sign in' }).click()
  await dialog().waitFor({ state: 'hidden' })
}

test('says that the session has ended, brings the login, stores at once and goes on with Retry', async () => {
  await page.clock.install()
  await page.reload()
  await signIn()
  await ask('Hello')
  await page.getByText('Happy to help.').waitFor()
  await askAfterTheSession()
  await dialog().waitFor()
  await page.getByText('You are signed out', { exact: true }).waitFor()
  await page.getByText('Your session has ended.').first().waitFor()
  await page.locator('.alert').getByText('This is not stored yet. Please sign in again.').waitFor()
  // The storage retries by itself after ten seconds. A stopped clock shows that nobody waits for that.
  await page.clock.pauseAt(Date.now() + 60_000)
  const stored = page.waitForResponse(
    (response) => response.url().endsWith('/nodes') && response.status() === 200,
  )
  await signInAgain()
  await stored
  await page.locator('.alert').waitFor({ state: 'hidden' })
  await page.clock.resume()
  await button('Retry').last().click()
  await expect.poll(() => page.getByText('Happy to help.').count()).toBe(2)
})

const attach = (name: string, mimeType: string, buffer: Buffer) =>
  page.getByLabel('Attach a file').and(page.locator('input')).setInputFiles({ name, mimeType, buffer })
/** The bytes of a picture, which the server gives to those who are signed in: the message box is there from then on. */
async function picture(): Promise<Buffer> {
  await box().waitFor()
  return (await context.request.get(new URL('/api/orders/A-17/picture', app.url).href)).body()
}

/** A tool and an upload go on by themselves. */
const refusals: [what: string, path: string, act: () => Promise<void>, goesOn?: string][] = [
  ['a tool', '/api/orders/', () => ask('Where is it?'), '.order'],
  [
    'an upload',
    '/api/files',
    async () => attach('tea.png', 'image/png', await picture()),
    'form [data-slot="attachment"][data-state="ready"]',
  ],
  ['the list of conversations', '/api/threads?q=', () => page.getByRole('searchbox').fill('tea')],
  ['storing', '/nodes', () => ask('Hello')],
]
test.each(refusals)('brings the login when the server refuses %s', async (_, path, act, goesOn) => {
  await signIn()
  await page.getByText('How can we help?').waitFor()
  const isRefused = (url: URL) => url.href.includes(path)
  await page.route(isRefused, (route) =>
    route.fulfill({ status: 401, json: { error: { message: 'Your session has ended.' } } }),
  )
  await act()
  await dialog().waitFor()
  await page.unroute(isRefused)
  await signInAgain()
  if (goesOn) await page.locator(goesOn).waitFor()
})

test('a call fails with the words of the server when the login is closed without one', async () => {
  await signIn()
  await page.getByText('How can we help?').waitFor()
  await page.route('**/api/orders/**', (route) =>
    route.fulfill({ status: 401, json: { error: { message: 'Your session has ended.' } } }),
  )
  await ask('Where is it?')
  await dialog().waitFor()
  await page.keyboard.press('Escape')
  await page.getByText(/I read: .*Your session has ended/).waitFor()
  expect(await dialog().isVisible()).toBe(false)
})

test('a login that was closed comes again when the person tries again, and not when the storage does', async () => {
  await page.clock.install()
  await page.reload()
  await signIn()
  await ask('Hello')
  await page.getByText('Happy to help.').waitFor()
  await askAfterTheSession()
  await dialog().waitFor()
  let refusals = 0
  page.on('response', (response) => {
    if (response.url().endsWith('/nodes') && response.status() === 401) refusals++
  })
  await page.keyboard.press('Escape')
  await dialog().waitFor({ state: 'hidden' })
  // The second refusal: what the page makes of the first is on screen by then.
  const tryLater = async () => {
    await page.clock.runFor(11_000)
    return refusals
  }
  await expect.poll(tryLater).toBeGreaterThan(1)
  expect(await dialog().isVisible()).toBe(false)
  await page.locator('.alert').getByRole('button', { name: 'Try again' }).click()
  await dialog().waitFor()
})

test('its own tests pass (docs/product.md)', () => {
  const said = runScript(app.folder, 'test') as string
  expect(said).toMatch(/support\.test\.tsx.*1 test/)
  expect(said).toMatch(/threads\.test\.js.*25 tests/)
})

/** How light an element's ground and its words are, from 0 to 1. */
const lightness = (element: Locator) =>
  element.evaluate((node) => {
    const { backgroundColor, color } = getComputedStyle(node)
    return [backgroundColor, color].map((one) => Number(/^oklch\(([\d.]+)/.exec(one)?.[1]))
  })

test('is dark as a whole: the login, the page, the dialog and the alert', async () => {
  await openPage({ colorScheme: 'dark' })
  await page.getByLabel('Name').waitFor()
  const isDark = async (element: Locator) => {
    const [ground, words] = await lightness(element)
    expect(ground).toBeLessThan(0.3)
    expect(words).toBeGreaterThan(0.7)
  }
  await isDark(page.locator('.page'))
  await signIn()
  await ask('Hello')
  await page.getByText('Happy to help.').waitFor()
  await askAfterTheSession()
  await dialog().waitFor()
  await isDark(dialog())
  await isDark(page.locator('.alert'))
})

test('inside of AntiphonRoot rules for bare elements do nothing, and rules for a class hold (docs/styling.md)', async () => {
  await page.getByLabel('Name').waitFor()
  await page.addStyleTag({
    content:
      'h1, .big { font-size: 40px } p { margin: 9px } dialog, .framed { border: 9px solid red } input { border: 9px solid red }',
  })
  const looks = await page.locator('.page').evaluate((root) => {
    root.insertAdjacentHTML(
      'beforeend',
      '<h1>1</h1><h1 class="big">2</h1><p>3</p><input class="plain"><dialog>4</dialog><dialog class="framed">5</dialog>',
    )
    const [bare, big] = [...root.querySelectorAll('h1')].map((one) => getComputedStyle(one).fontSize)
    const widthOf = (selector: string) => getComputedStyle(root.querySelector(selector)!).borderTopWidth
    const { margin } = getComputedStyle(root.querySelector(':scope > p')!)
    const { fontSize } = getComputedStyle(root)
    return {
      isAsText: bare === fontSize,
      big,
      margin,
      input: widthOf('.plain'),
      framed: widthOf('.framed'),
      isRed: getComputedStyle(root.querySelector('dialog')!).borderTopColor === 'rgb(255, 0, 0)',
    }
  })
  expect(looks).toEqual({
    isAsText: true,
    big: '40px',
    margin: '0px',
    input: '0px',
    framed: '9px',
    isRed: false,
  })
})

test('keeps the theme that was chosen over a reload', async () => {
  await signIn()
  await page.getByLabel('Colours').selectOption('Dark')
  expect((await lightness(page.locator('.page')))[0]).toBeLessThan(0.3)
  await page.reload()
  await page.getByText('How can we help?').waitFor()
  expect((await lightness(page.locator('.page')))[0]).toBeLessThan(0.3)
  expect(await page.getByLabel('Colours').inputValue()).toBe('dark')
})

test('signs out, stores what was asked before, and shows it after the next login', async () => {
  await signIn()
  await ask('Remember the tea')
  await button('Sign out').click()
  await page.getByLabel('Name').waitFor()
  expect(new URL(page.url()).hash).toBe('')
  await signIn()
  await page.locator('nav').getByText('Remember the tea').first().click()
  await page.locator('[data-slot="user-message"]').getByText('Remember the tea').waitFor()
})

test('shows the list or the conversation on a phone, and nothing is wider than it', async () => {
  await openPage({ viewport: { width: 390, height: 760 }, hasTouch: true, isMobile: true })
  await signIn()
  await box().fill('A question on a phone')
  await button('Send').click()
  await page.getByText('Happy to help.').waitFor()
  const width = () => page.evaluate(() => document.documentElement.scrollWidth)
  expect(await width()).toBe(390)
  expect((await page.locator('.conversation').boundingBox())?.width).toBe(390)
  expect(await page.locator('nav').isVisible()).toBe(false)
  await button('Conversations').click()
  expect((await page.locator('nav').boundingBox())?.width).toBe(390)
  expect(await page.locator('.conversation').isVisible()).toBe(false)
  expect(await width()).toBe(390)
  const inside = await page
    .locator('.header > *')
    .evaluateAll((parts) => parts.every((part) => part.getBoundingClientRect().right <= innerWidth))
  expect(inside).toBe(true)
  await page.locator('nav').getByText('A question on a phone').first().click()
  await page.locator('.conversation').getByText('A question on a phone').waitFor()
})

test('opens without a red line in the console, and sends less than half of its bytes', async () => {
  const red: string[] = []
  page.on('console', (line) => line.type() === 'error' && red.push(line.text()))
  const [script] = await Promise.all([
    page.waitForResponse((response) => /\/index-[^/]*\.js$/.test(response.url())),
    page.reload(),
  ])
  await page.getByLabel('Name').waitFor()
  await signIn()
  await page.getByText('How can we help?').waitFor()
  expect(red).toEqual([])
  expect(script.headers()['content-encoding']).toBe('gzip')
  const { responseBodySize } = await script.request().sizes()
  expect(responseBodySize).toBeLessThan(260_000)
  expect((await script.body()).length).toBeGreaterThan(2 * responseBodySize)
})

test('a reload of a conversation that holds nothing yet writes no red line either', async () => {
  await signIn()
  await page.getByText('How can we help?').waitFor()
  const red: string[] = []
  page.on('console', (line) => line.type() === 'error' && red.push(line.text()))
  const lookedUp = page.waitForResponse(/\/api\/threads\/[\w-]+$/)
  await page.reload()
  await (await lookedUp).finished()
  await page.getByText('How can we help?').waitFor()
  expect(red).toEqual([])
})

test('shows how far a tool has come, and its file when it is done', async () => {
  await signIn()
  let orders = 0
  let go!: () => void
  const gate = new Promise<void>((resolve) => (go = resolve))
  await page.route('**/api/orders/A-17', async (route) => {
    if (++orders === 2) await gate
    await route.continue()
  })
  await ask('All orders in a table')
  const bar = page.locator('[data-slot="tool-call"]').getByRole('progressbar')
  await expect.poll(() => bar.getAttribute('aria-valuenow')).toBe('50')
  go()
  await page.locator('[data-slot="tool-result"]').getByText('orders.csv').waitFor()
  // The card has the file, and the opened fold not a second time.
  await page.locator('[data-slot="tool-call"] [data-slot="row"]').click()
  await page.locator('[data-slot="tool-call-body"]').waitFor()
  expect(await button('Save orders.csv').count()).toBe(1)
})

/** Runs in the page: its server answers an upload with the whole address of the file. */
function answerWithWholeAddresses() {
  const own = fetch
  window.fetch = async (input, init) => {
    const response = await own(input, init)
    if (input !== '/api/files') return response
    const { url } = (await response.json()) as { url: string }
    return Response.json({ url: location.origin + url })
  }
}

test.each(['a path', 'a whole address'])(
  'shows a picture of a question, kept on the server at %s, and shows the model its bytes',
  async (form) => {
    await signIn()
    if (form === 'a whole address') await page.evaluate(answerWithWholeAddresses)
    await attach('tea.png', 'image/png', await picture())
    await page.locator('form [data-slot="attachment"][data-state="ready"]').waitFor()
    const [posted] = await Promise.all([
      page.waitForRequest((request) => request.url().includes('/nodes')),
      ask('What is this?'),
    ])
    await page.getByText('I see image/png.').waitFor()
    expect(posted.postData()).toContain(form === 'a path' ? '"/api/files/' : `"${app.url}api/files/`)
    expect(posted.postData()).not.toContain('base64')
    const shown = page.locator('[data-slot="user-message"] img')
    const width = () => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)
    await expect.poll(width).toBe(48)
    await page.reload()
    await expect.poll(width).toBe(48)
  },
)

test('takes no more than its server: the message box refuses a large file, and the server a larger one', async () => {
  await signIn()
  const large = Buffer.alloc(17 * 1024 * 1024)
  await attach(
    'tea.pdf',
    'application/pdf',
    Buffer.concat([Buffer.from('%PDF-1.7'), large.subarray(0, 9 * 1024 * 1024)]),
  )
  await page.getByRole('note').getByText('tea.pdf').waitFor()
  expect(await page.locator('form [data-slot="attachment"]').count()).toBe(0)
  const refused = await context.request.post(new URL('/api/files', app.url).href, {
    data: large,
    headers: { 'content-type': 'image/png' },
  })
  expect(refused.status()).toBe(413)
})

test('shows nobody the conversations of somebody else', async () => {
  await signIn()
  await ask('A secret of Ada')
  await page.locator('nav').getByText('A secret of Ada').waitFor()
  await openPage()
  await signIn('alan', 'turing')
  await page.getByText('How can we help?').waitFor()
  expect(await page.getByText('A secret of Ada').count()).toBe(0)
})

test('asks and stores nothing as somebody who has signed in in another tab', async () => {
  await signIn()
  await ask('Hello')
  await page.getByText('Happy to help.').waitFor()
  // The other tab shares the cookie.
  await askAfterTheSession({ name: 'alan', password: 'turing' })
  await dialog().getByText('Sign in: ada').waitFor()
  await page.getByText('You are signed out', { exact: true }).waitFor()
  await page.locator('.alert').getByText('This is not stored yet. Please sign in again.').waitFor()
  const threads = async () => (await context.request.get(new URL('/api/threads', app.url).href)).text()
  expect(JSON.parse(await threads()).threads).toEqual([])
  await signInAgain()
  await page.locator('.alert').waitFor({ state: 'hidden' })
  await expect.poll(threads).toContain('Hello')
})

test('deletes a picture with its conversation, and not before a copy of it is gone too', async () => {
  await signIn()
  await box().waitFor()
  const send = (method: string, path: string, options: object = {}) =>
    context.request.fetch(new URL(path, app.url).href, { method, ...options })
  const headers = { 'content-type': 'image/png' }
  const { url } = await (await send('POST', '/api/files', { data: await picture(), headers })).json()
  for (const [at, threadId] of ['first', 'copy'].entries()) {
    const content = [{ type: 'image_url', image_url: { url } }]
    const node = {
      v: 1,
      threadId,
      id: 'a',
      parent: null,
      order: 1,
      message: { id: 'a', role: 'user', content },
    }
    const data = { threadId, known: false, nodes: [node], at: at + 1, durability: 'strict' }
    expect(await (await send('POST', `/api/threads/${threadId}/nodes`, { data })).json()).toEqual({
      answer: 'written',
    })
  }
  await send('DELETE', '/api/threads/first')
  expect((await send('GET', url)).status()).toBe(200)
  await send('DELETE', '/api/threads/copy')
  expect((await send('GET', url)).status()).toBe(404)
})

test('speaks German where the browser does', async () => {
  await openPage({ locale: 'de-DE' })
  await page.getByLabel('Name').fill('ada')
  await page.getByLabel('Passwort').fill('byron')
  await button('Anmelden').click()
  await page.getByText('Name oder Passwort ist falsch.').waitFor()
  await page.getByLabel('Passwort').fill('lovelace')
  await button('Anmelden').click()
  expect(await page.locator('html').getAttribute('lang')).toBe('de')
  await page.getByText('Wie können wir helfen?').waitFor()
  await ask('Where is it?')
  await page.getByText('Bestellung A-17').first().waitFor()
})

test('the server refuses in the language of the page, also where the browser has another one', async () => {
  await page.getByLabel('Name').waitFor()
  await page.locator('html').evaluate((html: HTMLHtmlElement) => (html.lang = 'de'))
  await signIn('ada', 'byron')
  await page.getByText('Name oder Passwort ist falsch.').waitFor()
})
