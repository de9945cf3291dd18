import { listProfiles } from '@antiphon/providers'
import { resolve } from 'node:path'
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { createEndpoint } from '@antiphon/endpoint'
import { createNodeHandler } from '@antiphon/endpoint/node'
import { preview, type Plugin, type PreviewServer } from 'vite'
import { launchBrowser, leaveBrowser } from './support/browser.js'
import { givePageBack, takePage } from './support/kept-pages.js'
import { sleepAt, type Pace } from '../support/pace.js'
import { sharedBuild } from '../support/shared-build.mjs'

const demoConfig = resolve(import.meta.dirname, '../../apps/demo/vite.config.ts')

/** Send and Stop share a place: for 350 ms after one became the other, a press is taken for a double click. */
const GUARD_MS = 400
/** A press within half a second of a question to a person is taken for one that was meant for something else. */
const QUESTION_MS = 550

/**
 * Puts the clock of the page forward, once what is shown is drawn: the page counts from then, which on a busy machine is later
 * than when it is in the document.
 */
async function passTime(page: Page, ms: number): Promise<void> {
  await page.evaluate(async (ahead) => {
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
    await new Promise((resolve) => setTimeout(resolve))
    const now = performance.now.bind(performance)
    performance.now = () => now() + ahead
  }, ms)
}

/** Waits until a press of Send or Stop counts. */
export const untilPressCounts = (page: Page): Promise<void> => passTime(page, GUARD_MS)

/** Waits until a question to a person is there and an answer to it counts. */
export async function untilAnswerCounts(question: Locator): Promise<void> {
  await question.waitFor()
  await passTime(question.page(), QUESTION_MS)
}

/** One page of the demo, with everything a user must never meet collected in `problems`. */
export interface DemoPage {
  page: Page
  /** Console errors, exceptions, and requests to origins that nobody configured. */
  problems: string[]
  /** Origins of endpoints that the test points the app at. */
  allow(origin: string): void
  box: Locator
  /** Types into the message box and presses Enter; on a touch screen, where that is a new line, the button. */
  ask(text: string): Promise<void>
  /** Presses Escape in the message box. */
  stop(): Promise<void>
  /** Waits until nothing is on its way. */
  settle(): Promise<void>
  /** Begins an empty conversation in the same page, when a test needs no new profile. Throws when the page met a problem. */
  startOver(): Promise<void>
  /** The last answer. */
  answer: Locator
  /** Closes the page. Throws when it met a problem. */
  close(): Promise<void>
}

export interface DemoApp {
  url: string
  open(options?: BrowserContextOptions): Promise<DemoPage>
  close(): Promise<void>
}

/** The scripted endpoint at a pace of the test's own, in place of that of the demo. */
function ownEndpoint(pace: Pace): Plugin {
  const handle = createNodeHandler(createEndpoint({ sleep: sleepAt(pace) }))
  return {
    name: 'test-endpoint',
    enforce: 'pre',
    configurePreviewServer: ({ middlewares }) =>
      void middlewares.use((req, res, next) =>
        /^\/v1(?:[/?]|$)/.test(req.url ?? '') ? handle(req, res, next) : next(),
      ),
  }
}

/**
 * The demo, built and served with the scripted endpoint at `speed` under `/v1`, as `npm start` has it. With `warnings` it has React's
 * development build, whose warnings fail a test, and which takes half as much of the processor again.
 */
export async function startDemo(
  speed: number | Pace,
  { warnings = false }: { warnings?: boolean } = {},
): Promise<DemoApp> {
  const server = await serveDemo(speed, { mode: warnings ? 'development' : 'production' })
  const url = server.resolvedUrls!.local[0]!
  const browser = await launchBrowser()
  return {
    url,
    open: (options) => openDemo(browser, url, options),
    async close() {
      await leaveBrowser(browser)
      await server.close()
    },
  }
}

/** Mode of React, which reports mistakes of components in development. */
type DemoMode = 'production' | 'development'

/** The server of {@link startDemo} without a browser. */
export function serveDemo(
  speed: number | Pace,
  { mode = 'production', allowedHosts = [] }: { mode?: DemoMode; allowedHosts?: string[] } = {},
): Promise<PreviewServer> {
  return withEnv({ ANTIPHON_SPEED: typeof speed === 'number' ? String(speed) : undefined }, async () =>
    preview({
      configFile: demoConfig,
      plugins: typeof speed === 'number' ? [] : [ownEndpoint(speed)],
      logLevel: 'error',
      build: { outDir: await buildDemo('server', mode) },
      preview: { port: 0, host: '127.0.0.1', allowedHosts },
    }),
  )
}

/** Builds once in a run and returns the folder. */
export function buildDemo(
  endpoint: 'server' | 'in the page',
  mode: DemoMode = 'production',
): Promise<string> {
  const where = endpoint === 'server' ? 'server' : undefined
  return withEnv<string>({ ANTIPHON_ENDPOINT: where, NODE_ENV: mode }, () =>
    sharedBuild(`demo-${where ?? 'static'}-${mode}`, {
      configFile: demoConfig,
      ...(mode === 'development' && { build: { minify: false } }),
    }),
  )
}

/** Does some work with these in the environment, which the next test file of the worker finds as it was. */
async function withEnv<T>(env: Record<string, string | undefined>, work: () => Promise<T>): Promise<T> {
  const set = (values: Record<string, string | undefined>): void => {
    for (const [name, value] of Object.entries(values))
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
  }
  const before = Object.fromEntries(Object.keys(env).map((name) => [name, process.env[name]]))
  set(env)
  try {
    return await work()
  } finally {
    set(before)
  }
}

export async function openDemo(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
  /** Sees the page before it goes anywhere. */
  prepare?: (page: Page) => Promise<void>,
): Promise<DemoPage> {
  const profile = { viewport: { width: 1280, height: 900 }, ...options }
  const page = await takePage(browser, profile, async (context) => {
    // It would fetch the whole app for each new profile.
    if (options.serviceWorkers !== 'allow')
      await context.addInitScript(() => {
        // By the class: a sandboxed frame may not even ask for the one of the page.
        if ('ServiceWorkerContainer' in window)
          ServiceWorkerContainer.prototype.register = () =>
            Promise.reject(new Error('No worker in this test'))
      })
  })
  await prepare?.(page)
  page.setDefaultTimeout(60_000)
  const problems: string[] = []
  // The usual ports of this machine, which the settings ask who is there.
  const local = listProfiles().flatMap(({ baseUrl, needsKey }) =>
    !needsKey && baseUrl ? [new URL(baseUrl).origin] : [],
  )
  const allowed = new Set([new URL(url).origin, ...local])
  page.on('console', (message) => {
    // The browser's own line about an HTTP error or a refused connection; the page says it in its own words.
    const own = /^(?:Failed to load resource|Access to fetch)/.test(message.text())
    if (message.type() === 'error' && !own) problems.push(`console: ${message.text()}`)
  })
  page.on('pageerror', (error) => problems.push(`exception: ${error.message}`))
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (protocol.startsWith('http') && !allowed.has(origin)) problems.push(`request: ${request.url()}`)
  })
  await page.goto(url)
  const box = page.getByRole('textbox', { name: 'Write a message' })
  // The page that the build drew has the same box, and what is done there waits for the app.
  await page.locator('#first').waitFor({ state: 'detached' })
  await box.waitFor()
  const settle = () =>
    page
      .locator('form[data-slot="composer"]:is([data-state="ready"], [data-state="error"])')
      .waitFor({ timeout: 45_000 })
  const throwProblems = (): void => {
    if (problems.length > 0) throw new Error(`The page had problems:\n${problems.join('\n')}`)
  }
  return {
    page,
    problems,
    allow: (origin) => allowed.add(origin),
    box,
    async ask(text) {
      await box.fill(text)
      if (!options.hasTouch) return box.press('Enter')
      await untilPressCounts(page)
      await page.getByRole('button', { name: 'Send' }).tap()
    },
    stop: () => box.press('Escape'),
    settle,
    async startOver() {
      throwProblems()
      await page.keyboard.press('Control+Shift+O')
      await page.locator('main [data-slot="turn"]').first().waitFor({ state: 'detached' })
      await box.fill('')
    },
    answer: page.locator('[data-slot="turn"][data-role="assistant"]').last(),
    async close() {
      await givePageBack(page, profile, url)
      throwProblems()
    },
  }
}

/** Waits until the motions of the page are over, but for those that have no end: half a fade is not a contrast. */
export async function untilStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // The last change begins to move with the next frame.
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
    const moving = document
      .getAnimations()
      .filter(
        ({ effect, playState }) =>
          playState === 'running' && effect?.getComputedTiming().endTime !== Infinity,
      )
    await Promise.allSettled(moving.map(({ finished }) => finished))
  })
}

/** Chooses a line of the menu that a button opens. */
export async function chooseInMenu(page: Page, button: string, line: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click()
  await page.getByRole('menu').getByRole('menuitem', { name: line }).click()
}

/** Chooses a line of the menu of a thread in the list. */
export async function actOnThread(page: Page, title: string, line: string): Promise<void> {
  await page.locator('[data-slot="thread-item"]', { hasText: title }).hover()
  await chooseInMenu(page, `Actions for “${title}”`, line)
}

/** Chooses a line of the menu at the foot of the list, as the one that imports conversations. */
export const chooseOfApp = (page: Page, line: string): Promise<void> =>
  chooseInMenu(page, 'More of the app', line)

/** Saves all conversations as a file, which the settings do, and gives its path. */
export async function exportAll(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  const settings = page.getByRole('dialog')
  await settings.getByRole('button', { name: 'Data and about' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    settings.getByRole('button', { name: 'Export all' }).click(),
  ])
  await page.keyboard.press('Escape')
  await settings.waitFor({ state: 'detached' })
  return download.path()
}

/** The model in use, in the header. */
export const modelChip = (page: Page): Locator => page.getByRole('button', { name: /^Model:/ })

/** Opens the list of models and gives the field over it. */
export async function openModels(page: Page): Promise<Locator> {
  await modelChip(page).click()
  return page.getByRole('dialog', { name: 'Model', exact: true }).getByRole('combobox')
}

/** Chooses a model by its id. */
export async function pickModel(page: Page, id: string): Promise<void> {
  const field = await openModels(page)
  await field.fill(id)
  await page.getByRole('option', { name: id }).first().waitFor()
  await field.press('Enter')
}

/** Presses the button for the settings, which a narrow page has in the drawer with the list. */
export async function openSettings(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Settings', exact: true })
  const list = page.getByRole('button', { name: 'Conversations', exact: true })
  await button.or(list).first().waitFor()
  if (!(await button.isVisible())) await list.click()
  await button.click()
}

/** Searches the conversations and gives those that were found. */
export async function searchThreads(page: Page, words: string): Promise<Locator> {
  const palette = page.getByRole('dialog', { name: 'Commands' })
  if (!(await palette.isVisible())) await page.keyboard.press('Control+k')
  await palette.getByRole('combobox').fill(words)
  return palette.getByRole('group', { name: /conversations$/i }).getByRole('option')
}

/** Shows the servers to choose from in the settings, and gives the field for an address. */
export async function changeServer(dialog: Locator): Promise<Locator> {
  const field = dialog.getByLabel('Base URL')
  const change = dialog.getByRole('button', { name: 'Change the server' })
  await field.or(change).first().waitFor()
  if (!(await field.isVisible())) await change.click()
  return field
}

/** Shows name, parameters and profile in the settings. */
export const showAdvanced = (dialog: Locator): Promise<void> =>
  dialog.getByRole('button', { name: 'Advanced' }).click()

/**
 * Chooses a model in the settings, or types the id of one. With the keyboard: what comes back of a server moves the form, and a
 * press of the mouse that began before would end beside the button.
 */
export async function setModel(dialog: Locator, id: string): Promise<void> {
  await dialog.getByRole('button', { name: /^Model:/ }).press('Enter')
  const field = dialog.page().getByRole('dialog', { name: 'Model', exact: true }).getByRole('combobox')
  await field.fill(id)
  await field.press('Enter')
}

/** Fills the settings form as a user does, and saves it. */
export async function configure(
  { page, allow }: DemoPage,
  settings: { baseUrl?: string; key?: string; model?: string },
): Promise<void> {
  if (settings.baseUrl && URL.canParse(settings.baseUrl)) allow(new URL(settings.baseUrl).origin)
  const dialog = page.getByRole('dialog')
  if (!(await dialog.isVisible())) await openSettings(page)
  if (settings.baseUrl !== undefined) await (await changeServer(dialog)).fill(settings.baseUrl)
  if (settings.key !== undefined) {
    const add = dialog.getByRole('button', { name: 'Add a key' })
    if (await add.isVisible()) await add.press('Enter')
    await dialog.getByLabel('Key', { exact: true }).fill(settings.key)
  }
  if (settings.model !== undefined) await setModel(dialog, settings.model)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
}
