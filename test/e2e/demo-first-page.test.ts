import { brotliCompressSync } from 'node:zlib'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { defaultConfig, serveApp, type AppServer } from '@antiphon/server'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildDemo } from './demo-app.js'
import { launchBrowser, leaveBrowser } from './support/browser.js'

let folder: string
let server: AppServer
let browser: Browser

beforeAll(async () => {
  folder = await buildDemo('server')
  server = await serveApp({ folder, loaded: defaultConfig(), port: 0, speed: 0 })
  browser = await launchBrowser()
})
afterAll(async () => {
  await leaveBrowser(browser)
  await server?.close()
})

const wide = { viewport: { width: 1280, height: 900 } }
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

interface Held {
  page: Page
  /** Files that the page asked for so far, by name without the hash. */
  asked: string[]
  refused(): Promise<string[]>
  /** Lets the app come, and waits until it is there. */
  go(): Promise<void>
}

/** The page as somebody sees it whose network has brought everything but the app. */
async function visit(
  options: BrowserContextOptions,
  prepare?: (page: Page) => Promise<unknown>,
  hash = '',
): Promise<Held> {
  const context = await browser.newContext({ serviceWorkers: 'block', ...options })
  const page = await context.newPage()
  await page.addInitScript(() => {
    const seen = { refused: [] as string[], shift: 0 }
    Object.assign(window, { seen })
    addEventListener('securitypolicyviolation', ({ effectiveDirective }) =>
      seen.refused.push(effectiveDirective),
    )
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.shift += (entry as unknown as { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await prepare?.(page)
  const asked: string[] = []
  page.on('request', (request) => asked.push(nameOf(request.url())))
  let open = (): void => {}
  const gate = new Promise<void>((resolve) => (open = resolve))
  await page.route(/\/index-[\w-]+\.js$/, async (route) => {
    await gate
    await route.continue()
  })
  await page.goto(server.url + hash, { waitUntil: 'commit' })
  return {
    page,
    asked,
    refused: () => page.evaluate(() => (window as unknown as { seen: { refused: string[] } }).seen.refused),
    async go() {
      open()
      await page.locator('#first').waitFor({ state: 'detached' })
      await page.locator('#message textarea').waitFor()
    },
  }
}

const nameOf = (url: string): string =>
  new URL(url).pathname.replace(/^.*\//, '').replace(/-[\w-]{8}(?=\.\w+$)/, '') || 'page'
const title = (page: Page) => page.getByText('See what your model really did').filter({ visible: true })
const boxOf = (page: Page) => page.getByRole('textbox', { name: 'Write a message' })

it('shows its first words with the page, one sheet and one small script: 20 kB, and the app is not among them', async () => {
  const { page, asked } = await visit(wide)
  await title(page).waitFor()
  await page.getByRole('button', { name: 'What time is it in Oslo and Tokyo?' }).waitFor()
  const names = await readdir(join(folder, 'assets'))
  const files = [
    'index.html',
    ...names.filter((name) => name.startsWith('first-')).map((name) => `assets/${name}`),
  ]
  const sizes = await Promise.all(
    files.map(async (file) => brotliCompressSync(await readFile(join(folder, file))).byteLength),
  )
  expect(files).toHaveLength(3)
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(20_000)
  // The app and the rest of its sheet are on their way, and no part of the app after it.
  await expect.poll(() => asked).toContain('inter-latin-wght-normal.woff2')
  expect(new Set(asked)).toEqual(
    new Set([
      'page',
      'first.css',
      'first.js',
      'index.js',
      'zod.js',
      'index.css',
      'inter-latin-wght-normal.woff2',
    ]),
  )
  // No script holds it up: the only one without `type="module"` is the one that notes what is done.
  const html = await readFile(join(folder, 'index.html'), 'utf8')
  expect(
    html
      .match(/<script(?![^>]*type="module")[^>]*>/g)
      ?.map((tag) => nameOf(new URL(/src="([^"]+)/.exec(tag)![1]!, server.url).href)),
  ).toEqual(['first.js'])
  await page.context().close()
})

it.each([
  ['a wide window', { ...wide, colorScheme: 'light' as const }],
  ['a phone', { ...phone, colorScheme: 'dark' as const }],
])('the app takes its place in %s and nothing moves', async (_, options) => {
  const { page, go, refused } = await visit(options)
  await title(page).waitFor()
  // On a machine without a font of the measures of Inter the lines break again when that is there.
  // A move by the font is noted with the frame after it.
  await page.evaluate(async () => {
    await document.fonts.ready
    for (let frames = 0; frames < 3; frames++) await new Promise(requestAnimationFrame)
  })
  const shift = () => page.evaluate(() => (window as unknown as { seen: { shift: number } }).seen.shift)
  const shiftOfFont = await shift()
  const look = async () => ({
    background: await page.evaluate(() => getComputedStyle(document.body).backgroundColor),
    places: await Promise.all(
      [
        title(page),
        boxOf(page),
        page.getByRole('button', { name: 'Start the tour' }),
        page.getByRole('button', { name: 'Add the first ten primes in code' }),
        page.getByRole('button', { name: 'More', exact: true }),
      ].map((one) => one.boundingBox()),
    ),
  })
  const before = await look()
  await go()
  expect(await look()).toEqual(before)
  expect((await shift()) - shiftOfFont).toBe(0)
  expect(await refused()).toEqual([])
  await page.context().close()
})

it('what is typed before the app is there stays, with its caret, and typing goes on', async () => {
  const { page, go } = await visit(wide)
  await page.locator('#first textarea:focus').waitFor()
  await page.keyboard.type('Convert miles to km')
  for (let left = 0; left < ' miles to km'.length; left++) await page.keyboard.press('ArrowLeft')
  await go()
  await page.keyboard.type(' 26.2')
  await expect.poll(() => boxOf(page).inputValue()).toBe('Convert 26.2 miles to km')
  await page.context().close()
})

it('a message that is sent before the app is there is sent by it, once', async () => {
  const { page, go } = await visit(wide)
  await boxOf(page).fill('Convert 26.2 miles to km')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await go()
  await page.getByText('42.164813 km').waitFor()
  expect(await page.locator('[data-slot="turn"][data-role="user"]').count()).toBe(1)
  expect(await boxOf(page).inputValue()).toBe('')
  await page.context().close()
})

it('who goes on writing after Enter has not sent it', async () => {
  const { page, go } = await visit(wide)
  await boxOf(page).fill('Convert 26.2 miles')
  await page.keyboard.press('Enter')
  await page.keyboard.type(' to km')
  await go()
  await expect.poll(() => boxOf(page).inputValue()).toBe('Convert 26.2 miles to km')
  expect(await page.locator('[data-slot="turn"]').count()).toBe(0)
  await page.context().close()
})

it('a button that is pressed before the app is there does its work then', async () => {
  const { page, go } = await visit(phone)
  await page.getByRole('button', { name: 'What time is it in Oslo and Tokyo?' }).tap()
  await go()
  await expect.poll(() => boxOf(page).inputValue()).toBe('What time is it in Oslo and Tokyo?')
  await page.context().close()
})

it.each([
  [
    'has settings of this app',
    (page: Page) => page.addInitScript(() => localStorage.setItem('antiphon-demo.theme', 'dark')),
    '',
  ],
  ['follows a link to a conversation', undefined, '#/t/one'],
])('who %s waits for the app, which knows them', async (_, prepare, hash) => {
  const { page, go } = await visit(wide, prepare, hash)
  await page.locator('#first').waitFor({ state: 'attached' })
  expect(await title(page).isVisible()).toBe(false)
  await go()
  await page.context().close()
})
