// @module-tag hunt
import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defaultConfig, serveApp, type AppServer } from '@antiphon/server'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { launchBrowser, leaveBrowser } from './support/browser.js'
import { buildDemo } from './demo-app.js'

let first: string
let second: string
let browser: Browser
let server: AppServer | undefined
let context: BrowserContext
let page: Page
let port = 0

beforeAll(async () => {
  first = await buildDemo('server')
  second = await nextVersion(first)
  browser = await launchBrowser()
})
afterAll(async () => {
  await leaveBrowser(browser)
  if (second) await rm(second, { recursive: true, force: true })
})
beforeEach(async () => {
  await serve(first)
  context = await browser.newContext()
  page = await context.newPage()
})
afterEach(async () => {
  await context.close()
  await server?.close()
  server = undefined
  port = 0
})

/** The same app under another title, with another name of its first file: what a deploy changes. */
async function nextVersion(folder: string): Promise<string> {
  const next = await mkdtemp(join(tmpdir(), 'antiphon-next-'))
  await cp(folder, next, { recursive: true })
  const entry = /src="\.\/assets\/(\w+-[\w-]+)\.js"/.exec(
    await readFile(join(next, 'index.html'), 'utf8'),
  )![1]!
  for (const file of await readdir(next, { recursive: true })) {
    if (!/\.(?:html|js)$/.test(file)) continue
    const text = (await readFile(join(next, file), 'utf8'))
      .replaceAll(entry, 'index-00000002')
      .replace('<title>Antiphon</title>', '<title>Antiphon two</title>')
      .replace(/SHELL_VERSION = "\w+"/, 'SHELL_VERSION = "two"')
    await writeFile(join(next, file), text)
  }
  await rename(join(next, `assets/${entry}.js`), join(next, 'assets/index-00000002.js'))
  return next
}

/** Serves a version where the one before was. */
async function serve(folder: string): Promise<void> {
  await server?.close()
  server = await serveApp({ folder, loaded: defaultConfig(), port, speed: 0 })
  port = Number(new URL(server.url).port)
}
async function goOffline(): Promise<void> {
  await server?.close()
  server = undefined
}
const address = () => `http://localhost:${port}/`
const answer = () => page.locator('[data-slot="turn"][data-role="assistant"]').getByText('42.164813 km')
const shells = (of: Page) => of.evaluate(() => caches.keys())
/** Opens the app, and waits until it has rested and its files are kept. */
async function open(of: Page): Promise<void> {
  await of.goto(address())
  await of.locator('#first').waitFor({ state: 'detached' })
  await of.getByRole('textbox', { name: 'Write a message' }).waitFor()
  await of.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await expect.poll(() => keptFiles(of)).toContainEqual(expect.stringMatching(/\/app-palette-/))
}
const keptFiles = (of: Page) =>
  of.evaluate(async () => {
    const [name = ''] = await caches.keys()
    return (await (await caches.open(name)).keys()).map(({ url }) => url)
  })

it('opens without a network, with its stored threads', async () => {
  await open(page)
  await page.getByRole('textbox', { name: 'Write a message' }).fill('Convert 26.2 miles to km')
  await page.keyboard.press('Enter')
  await answer().waitFor()
  await page.waitForFunction(() => location.hash.startsWith('#/t/'))
  const thread = page.url()
  await goOffline()

  await page.goto('about:blank')
  await page.goto(address())
  await page.getByRole('link', { name: /Convert 26\.2 miles/ }).click()
  await answer().waitFor()
  await page.goto('about:blank')
  await page.goto(thread)
  await answer().waitFor()
  // A message that needs the network reports the failure, and the page goes on.
  await page.getByRole('textbox', { name: 'Write a message' }).fill('And 10 miles?')
  await page.keyboard.press('Enter')
  await page.locator('[data-slot="notice"]').first().waitFor()
})

it('keeps at first what the page has loaded, and all of the app for who comes again', async () => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const worker = context.waitForEvent('serviceworker')
  await open(page)
  expect((await worker).url()).toBe(`${address()}sw.js`)
  const files = (await readdir(join(first, 'assets'))).filter((name) => name.endsWith('.js'))
  const loaded = await keptFiles(page)
  const names = (urls: string[]) => urls.map((url) => new URL(url).pathname)
  expect(names(loaded).filter((name) => !asked.includes(name) && name.startsWith('/assets/'))).toEqual([])
  expect(loaded.some((url) => url.includes('/katex-'))).toBe(false)
  await page.reload()
  await expect
    .poll(async () => (await keptFiles(page)).filter((url) => url.endsWith('.js')).length, {
      timeout: 40_000,
    })
    .toBe(files.length)
})

it('can be installed, and keeps the files of the app and nothing else: no answer, no list of models, no frame', async () => {
  await open(page)
  await page.evaluate(async () => {
    for (const path of ['/v1/models', '/proxy', '/sandbox.html', '/?speed=1'])
      await fetch(path, { headers: { authorization: 'Bearer sk-secret' } })
  })
  const kept = await page.evaluate(async () => {
    const [name = ''] = await caches.keys()
    const requests = await (await caches.open(name)).keys()
    return requests.map(({ url, headers }) => [new URL(url).pathname, [...headers].length] as const)
  })
  const paths = kept.map(([path]) => path)
  expect(paths).toContain('/')
  expect(
    paths.filter((path) => !/^\/(?:assets\/[\w.-]+|[\w-]+\.(?:svg|png|webmanifest))?$/.test(path)),
  ).toEqual([])
  expect(kept.filter(([, headers]) => headers > 0)).toEqual([])

  // Its manifest is complete, and its pictures are what they say.
  const session = await context.newCDPSession(page)
  const { errors } = await session.send('Page.getAppManifest')
  expect(errors).toEqual([])
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
  // A private window of a browser can install nothing; everything else about the app is fine.
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([])
})

it('shows a new version with the next load, and has that one without a network too', async () => {
  await open(page)
  const [old] = await shells(page)
  await serve(second)
  await page.reload()
  expect(await page.title()).toBe('Antiphon two')
  await expect.poll(() => shells(page)).toEqual(['antiphon-shell-two'])
  expect(old).not.toBe('antiphon-shell-two')
  await goOffline()
  await page.reload()
  expect(await page.title()).toBe('Antiphon two')
  await page.getByRole('textbox', { name: 'Write a message' }).waitFor()
})

it('a tab of the version before goes on with its files while another tab has the new one', async () => {
  await open(page)
  const files = await page.evaluate(async () => {
    const [name = ''] = await caches.keys()
    return (await (await caches.open(name)).keys()).map(({ url }) => url).filter((url) => url.endsWith('.js'))
  })
  await serve(second)
  const other = await context.newPage()
  await other.goto(address())
  expect(await other.title()).toBe('Antiphon two')
  await expect.poll(async () => (await shells(other)).length).toBe(2)
  // A file that the old tab has not loaded yet is gone from the server, and is still there for it.
  const statuses = await page.evaluate(
    (urls) => Promise.all(urls.map(async (url) => (await fetch(url)).status)),
    files,
  )
  expect(new Set(statuses)).toEqual(new Set([200]))
  expect(
    await page.evaluate(
      async (url) => (await fetch(`${url}?from-the-server`)).status,
      files.find((file) => file.includes('/index-'))!,
    ),
  ).toBe(404)
})
