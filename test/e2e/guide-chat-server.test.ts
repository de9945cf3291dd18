// @module-tag hunt
/** The folder of docs/chat-server.md with each of its keepers, all code unchanged, in a real browser. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { createEndpoint, type Scenario } from '@antiphon/endpoint'
import { serveEndpoint } from '@antiphon/endpoint/node'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
// @ts-expect-error plain JavaScript, which `pnpm test:hosts` runs without vitest
import { buildApp } from '../apps/make-app.mjs'
import { snippetsOf } from '../docs/pages.js'
import { noPostgres, startPostgres, type Postgres } from '../support/postgres.js'
import { hasRedis, startRedis, type RedisServer } from '../support/redis.js'
import { launchBrowser, leaveBrowser } from './support/browser.js'
import { installExample, removeExamples } from './support/example-app.js'

let openGate!: () => void
const gate = { opened: new Promise<void>(() => {}) }
const hold = (): void => void (gate.opened = new Promise((resolve) => (openGate = resolve)))

const model: Scenario = {
  id: 'gpt-4.1-mini',
  description: 'Begins an answer, and ends it when the test says so.',
  play: () => [
    { type: 'text', text: 'This is how it begins. ' },
    { type: 'pause', ms: 1_000_000 },
    { type: 'text', text: 'And this is the end.' },
  ],
}

let browser: Browser
let endpoint: Awaited<ReturnType<typeof serveEndpoint>>
let server: ChildProcess
let folder = ''
let url = ''

const snippets = snippetsOf('docs/chat-server.md')
const code = (language: string, has = ''): string =>
  snippets.find((one) => one.language === language && one.code.includes(has))!.code

async function freePort(): Promise<number> {
  const socket = createServer().listen(0, '127.0.0.1')
  await once(socket, 'listening')
  const { port } = socket.address() as { port: number }
  socket.close()
  await once(socket, 'close')
  return port
}

/** Starts a program of the page in front of what it keeps things in. */
async function start(program: string, keep: string, env: Record<string, string> = {}): Promise<void> {
  writeFileSync(join(folder, 'keep.js'), keep)
  url = `http://127.0.0.1:${await freePort()}/`
  const { port } = new URL(url)
  server = spawn(process.execPath, [program], {
    cwd: folder,
    stdio: 'inherit',
    env: { ...process.env, PORT: port, OPENAI_BASE_URL: endpoint.url, OPENAI_API_KEY: 'sk-x', ...env },
  })
  await vi.waitFor(async () => expect((await fetch(url)).status).toBe(200), { timeout: 60_000 })
}

async function stop(): Promise<void> {
  const ended = once(server, 'exit')
  server.kill('SIGTERM')
  await ended
}

beforeAll(async () => {
  browser = await launchBrowser()
  endpoint = await serveEndpoint(
    createEndpoint({
      models: [model],
      async sleep(ms, signal) {
        if (ms < 100_000) return
        await Promise.race([
          gate.opened,
          new Promise((_, fail) => signal.addEventListener('abort', () => fail(signal.reason))),
        ])
      },
    }),
  )
  folder = installExample({ name: 'vite', folder: 'dist' }, (place) => {
    rmSync(join(place, 'src/app.tsx'))
    const main = join(place, 'src/main.tsx')
    writeFileSync(
      main,
      readFileSync(main, 'utf8').replace("import { App } from './app'", "import App from './App'"),
    )
    writeFileSync(join(place, 'src/App.tsx'), code('tsx'))
    writeFileSync(join(place, 'server.js'), code('js', 'createChatServer'))
    writeFileSync(join(place, 'cluster.js'), code('js', 'node:cluster'))
    const file = join(place, 'package.json')
    const manifest = JSON.parse(readFileSync(file, 'utf8')) as { dependencies: Record<string, string> }
    // The words after `npm install` on the page.
    const guide = ['npm create vite', 'npm install pg\n', 'npm install pg ioredis'].map((has) =>
      code('sh', has),
    )
    for (const [, words = ''] of guide.join('\n').matchAll(/^npm install (.*)$/gm))
      for (const name of words.split(' ')) manifest.dependencies[name] = '*'
    writeFileSync(file, JSON.stringify(manifest))
  })
  buildApp(folder)
})
afterAll(async () => {
  openGate?.()
  await leaveBrowser(browser)
  await endpoint?.close()
  await Promise.all([postgres?.close(), redis?.close()])
  removeExamples()
})

const begins = (page: Page) => page.getByText('This is how it begins.')
const ends = (page: Page) => page.getByText('And this is the end.')
const ask = async (page: Page, words: string): Promise<void> => {
  await page.getByRole('textbox').fill(words)
  await page.getByRole('textbox').press('Enter')
}

let postgres: Postgres | undefined
let redis: RedisServer | undefined
const withRedis = noPostgres ?? (hasRedis() ? undefined : 'redis-server is not installed')

const keepers: readonly (readonly [name: string, begin: () => Promise<void>, missing: string | undefined])[] =
  [
    ['SQLite', () => start('server.js', code('js', 'sqlite:')), undefined],
    [
      'PostgreSQL',
      async () => {
        postgres ??= await startPostgres()
        const env = { DATABASE_URL: await postgres.createDatabase() }
        await start('server.js', code('js', 'postgres:'), env)
      },
      noPostgres,
    ],
    [
      'PostgreSQL and Redis, two processes behind one address',
      async () => {
        postgres ??= await startPostgres()
        redis ??= await startRedis()
        const env = { DATABASE_URL: await postgres.createDatabase(), REDIS_URL: redis.url }
        await start('cluster.js', code('js', 'createRedisLog'), env)
      },
      withRedis,
    ],
  ]

describe.each(keepers)('%s', (_, begin, missing) => {
  describe.skipIf(missing)(`keeps them${missing ? `: ${missing}` : ''}`, () => {
    beforeAll(begin)
    afterAll(async () => {
      openGate?.()
      await stop()
    })

    test('an answer survives a reload, and shows in a second tab and on a second device', async () => {
      hold()
      const context = await browser.newContext()
      const page = await context.newPage()
      const problems: string[] = []
      page.on('pageerror', ({ message }) => problems.push(message))
      await page.goto(url)
      await ask(page, 'Tell me a story.')
      await begins(page).waitFor()
      await page.reload()
      await begins(page).waitFor()
      const tab = await context.newPage()
      const device = await (await browser.newContext()).newPage()
      for (const other of [tab, device]) {
        await other.goto(page.url())
        await begins(other).waitFor()
      }
      openGate()
      for (const each of [page, tab, device]) {
        await ends(each).waitFor()
        expect(await begins(each).count()).toBe(1)
      }
      await page.reload()
      await ends(page).waitFor()
      expect(problems).toEqual([])
    })

    test('Stop works from another device, and a new question after it', async () => {
      hold()
      const page = await (await browser.newContext()).newPage()
      await page.goto(url)
      await ask(page, 'Tell me another.')
      await begins(page).waitFor()
      const device = await (await browser.newContext()).newPage()
      await device.goto(page.url())
      await begins(device).waitFor()
      // The button ignores clicks for a moment after it came, because of double clicks. The key does not.
      await device.getByRole('textbox').press('Escape')
      for (const each of [page, device])
        await each.getByText('Stopped by you', { exact: true }).first().waitFor()
      openGate()
      await ask(page, 'And now?')
      await ends(page).waitFor()
    })

    test('without a connection a question waits, and is sent once it is back', async () => {
      hold()
      openGate()
      const context = await browser.newContext()
      const page = await context.newPage()
      await page.goto(url)
      await page.getByRole('textbox').waitFor()
      await context.setOffline(true)
      await ask(page, 'Are you there?')
      await page.getByText('Are you there?').first().waitFor()
      await context.setOffline(false)
      await ends(page).waitFor()
    })
  })
})
