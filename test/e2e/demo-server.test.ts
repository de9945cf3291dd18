/** The demo as `npm run serve` starts it, with its conversations on the server: in a process of its own, so that it can be killed. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { noPostgres, startPostgres, type Postgres } from '../support/postgres.js'
import { hasRedis, startRedis, type RedisServer } from '../support/redis.js'
import { buildDemo, openDemo, untilAnswerCounts, untilPressCounts, type DemoPage } from './demo-app.js'
import { launchBrowser, leaveBrowser } from './support/browser.js'
import { sharedBuild } from '../support/shared-build.mjs'

const root = join(import.meta.dirname, '../..')
const open: DemoPage[] = []
let browser: Browser
let folder: string
let app: string
let server: ChildProcess
let url: string

/** Where the server keeps what it has, as variables of its environment, and how it says so. */
interface Place {
  env: Record<string, string>
  said: string
}
let place: Place

/** Starts the server, on the port that it had before, and reads where it is. */
async function start(port = '0', ...more: string[]): Promise<void> {
  const args = [join(folder, 'main.js'), '--folder', app, '--port', port, '--speed', '3', ...more]
  // The drivers are looked for in the folder in which it is started.
  const options = { cwd: join(root, 'test'), env: { ...process.env, ...place.env } }
  server = spawn(process.execPath, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  url = await new Promise((found, fail) => {
    server.once('close', () => fail(new Error(`The server ended before it began: ${said}`)))
    server.stderr!.on('data', (piece) => (said += String(piece)))
    server.stdout!.on('data', (piece) => {
      said += String(piece)
      const [, address] = /^Antiphon demo: (.*)$/m.exec(said) ?? []
      if (address !== undefined && said.endsWith('\n') && said.includes('onversations')) found(address)
    })
  })
  expect(said).toContain(`for everybody on this machine as one user: ${place.said}`)
}

async function kill(): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  server.kill('SIGKILL')
  await once(server, 'exit')
}

/** A browser of its own, as on another device. `keeper`: what was chosen there. */
async function visit(keeper: 'browser' | 'server', hash = ''): Promise<DemoPage> {
  const keep = async (page: Page): Promise<void> => {
    await page.addInitScript((chosen) => {
      // Frames of the sandbox have no storage.
      if (window === window.top)
        localStorage['antiphon-demo.keeping'] ??= JSON.stringify({ keeper: chosen, model: '' })
    }, keeper)
  }
  const demo = await openDemo(browser, url + hash, {}, keep)
  open.push(demo)
  return demo
}

/** All of the answer, also what the browser has not laid out because it is out of view. */
const textOf = async ({ answer }: DemoPage): Promise<string> => (await answer.textContent()) ?? ''
const lengthOf = async (demo: DemoPage): Promise<number> => (await textOf(demo)).length
const hashOf = ({ page }: DemoPage): string => new URL(page.url()).hash

beforeAll(async () => {
  browser = await launchBrowser()
  app = await buildDemo('server')
  // Below the tests, where the driver of SQLite is found.
  mkdirSync(join(root, 'test/artifacts'), { recursive: true })
  folder = mkdtempSync(join(root, 'test/artifacts/demo-server-'))
  const configFile = join(root, 'apps/demo/server/vite.config.ts')
  cpSync(await sharedBuild('server', { configFile }), folder, { recursive: true })
})
afterAll(async () => {
  await leaveBrowser(browser)
  rmSync(folder, { recursive: true, force: true })
})
const closePages = (): Promise<unknown> => Promise.all(open.splice(0).map((demo) => demo.close()))

let data = 0
const sqlite = (): Place => {
  const file = `${++data}.db`
  return { env: { ANTIPHON_DATA: join(folder, file) }, said: file }
}

let postgres: Postgres | undefined
let redis: RedisServer | undefined
/** Started by the first test that asks for them. */
const engines = async (): Promise<Place> => {
  postgres ??= await startPostgres()
  redis ??= await startRedis()
  const env = { ANTIPHON_DATABASE_URL: await postgres.createDatabase(), ANTIPHON_REDIS_URL: redis.url }
  return { env, said: 'PostgreSQL, and Redis while an answer arrives' }
}
afterAll(async () => {
  await Promise.all([postgres?.close(), redis?.close()])
})

const missing = noPostgres ?? (hasRedis() ? undefined : 'redis-server is not installed')

describe.each([
  ['SQLite', sqlite, undefined, {}],
  ['PostgreSQL and Redis', engines, missing, { tags: 'hunt' }],
] as const)('%s', (_, make, lacks, options) => {
  describe.skipIf(lacks)(`keeps them${lacks ? `: ${lacks}` : ''}`, options, () => {
    beforeEach(async () => {
      place = await make()
      await start()
    })
    afterEach(async () => {
      await closePages()
      await kill()
    })

    test('an answer goes on over a reload, shows in another tab and on another device, and is stopped from there', async () => {
      const first = await visit('server')
      await first.ask('Write a long text, please')
      await first.page.getByText('1. Argentina').waitFor()
      const before = await lengthOf(first)
      await first.page.reload()
      await expect.poll(() => lengthOf(first), { timeout: 20_000 }).toBeGreaterThan(before)

      // The same browser shows it in another tab.
      const tab = await first.page.context().newPage()
      await tab.goto(first.page.url())
      await tab.getByText('1. Argentina').waitFor()

      const second = await visit('server', hashOf(first))
      await second.page.getByText('1. Argentina').waitFor()
      const seen = await lengthOf(second)
      await expect.poll(() => lengthOf(second), { timeout: 20_000 }).toBeGreaterThan(seen)

      await untilPressCounts(second.page)
      await second.stop()
      await Promise.all([first.settle(), second.settle()])
      const ended = await textOf(first)
      expect(await textOf(second)).toBe(ended)
      await expect.poll(() => tab.getByRole('textbox').count()).toBe(1)
      await expect.poll(() => tab.locator('body').textContent()).toContain(ended.trim().slice(-60))
      // It is stopped on the server too: a third browser finds the same.
      const third = await visit('server', hashOf(first))
      await expect.poll(() => textOf(third)).toBe(ended)
      await third.settle()
    })

    test('a question to the person is still there after the server was killed, and its answer counts', async () => {
      const demo = await visit('server')
      const card = demo.page.getByRole('group', { name: /^Allow run_javascript/ })
      await demo.ask('Ask me before it runs code')
      await card.waitFor({ timeout: 30_000 })
      // The page shows the call as soon as it is written; the server keeps the question once the answer has ended,
      // and the results of the two calls beside it once the page has sent them.
      const thread = new URL(`/api/threads/${hashOf(demo).split('/').at(-1)}`, url)
      await expect.poll(async () => (await fetch(`${thread.href}/runs/open`)).text()).toContain('"waiting"')
      const results = async () => (await (await fetch(thread)).text()).match(/"role":"tool"/g)?.length
      await expect.poll(results).toBe(2)
      await kill()
      await start(new URL(url).port)
      await demo.page.reload()
      await untilAnswerCounts(card)
      await card
        .locator('[data-slot="approval-arguments"]')
        .evaluate((box) => box.scrollTo(0, box.scrollHeight))
      await card.getByRole('button', { name: /Allow once/ }).click()
      await card.waitFor({ state: 'detached' })
      await demo.settle()
      const text = await demo.answer.innerText()
      expect(text).toMatch(/returned/)
      const other = await visit('server', hashOf(demo))
      await expect.poll(() => other.answer.innerText()).toBe(text)
    })
  })
})

test('a server that others reach keeps no conversations, because it has no login', async () => {
  place = sqlite()
  await expect(start('0', '--host', '0.0.0.0')).rejects.toThrow('It has no login')
})

describe('the server of the demo', () => {
  beforeAll(async () => {
    place = sqlite()
    await start()
  })
  afterEach(closePages)
  afterAll(kill)

  test('a link to a conversation shows it to anybody, without the other ones, until it is revoked or has ended', async () => {
    const demo = await visit('server')
    const { page } = demo
    await demo.ask('The tides of the north')
    await demo.settle()
    await page.getByRole('button', { name: 'New conversation' }).first().click()
    await demo.ask('Who reads this? mail to jorinde@tides.org')
    await demo.settle()

    await page.keyboard.press('ControlOrMeta+Shift+E')
    const dialog = page.getByRole('dialog', { name: 'Export' })
    const review = page.getByRole('dialog', { name: 'Before it leaves' })
    const open = dialog.getByRole('list', { name: 'Open links' }).getByRole('listitem')
    const make = async (): Promise<string> => {
      await dialog.getByRole('button', { name: 'Make a link' }).click()
      await review.getByRole('button', { name: 'Make a link' }).click()
      await dialog.getByText('Copy the link now').waitFor()
      return dialog.getByRole('textbox', { name: 'Address of the link' }).inputValue()
    }
    await dialog
      .getByRole('combobox', { name: 'When the link ends' })
      .selectOption({ label: 'Ends after a day' })
    const address = await make()
    await open.waitFor()
    const tomorrow = new Date(Date.now() + 86_400_000).toLocaleDateString('en-GB', { dateStyle: 'long' })
    expect(await open.innerText()).toContain(`Open until ${tomorrow}`)

    // Somebody else, in a browser of their own.
    const context = await browser.newContext()
    const guest = await context.newPage()
    const status = async (at: string): Promise<number | undefined> => (await guest.goto(at))?.status()
    expect(await status(address)).toBe(200)
    await guest.getByText('Who reads this?').first().waitFor()
    const shown = await guest.content()
    expect(shown).toContain('&lt;email-1&gt;')
    expect(shown).not.toContain('jorinde')
    expect(shown).not.toContain('The tides of the north')
    expect(await guest.locator('textarea, form, [contenteditable]').count()).toBe(0)

    await dialog.getByRole('button', { name: 'Revoke the link' }).click()
    await dialog.getByText('The link shows nothing any more.').waitFor()
    expect(await open.count()).toBe(0)
    expect(await status(address)).toBe(404)

    // The end comes by itself. A day is too long for a test, so the page's request says two seconds.
    await page.route('**/shares', (route) => {
      const body = route.request().postDataJSON() as object | null
      return route.continue(body ? { postData: JSON.stringify({ ...body, seconds: 2 }) } : {})
    })
    const brief = await make()
    expect(await status(brief)).toBe(200)
    await expect.poll(() => status(brief), { timeout: 20_000 }).toBe(404)
    await context.close()
  })

  test('the settings say where conversations are kept, and copy those of the browser', async () => {
    const demo = await visit('browser')
    const { page } = demo
    const data = async (): Promise<void> => {
      await page.getByRole('button', { name: 'Settings', exact: true }).click()
      await page.getByRole('button', { name: 'Data and about' }).click()
    }
    await demo.ask('Remember this one')
    await demo.settle()
    await data()
    const place = page.getByRole('combobox', { name: 'Conversations are kept' })
    await place.selectOption({ label: 'On this server' })
    const list = page.getByRole('navigation').getByText('Remember this one')
    await page.getByText('This server').first().waitFor()
    expect(await list.count()).toBe(0)
    await data()
    await page.getByText('In a file of the server that this page comes from').waitFor()
    await page.getByRole('button', { name: 'Copy them to the server' }).click()
    await page.getByText('1 conversation copied.').waitFor()
    const other = await visit('server')
    await other.page.getByText('Remember this one').first().waitFor()
  })
})
