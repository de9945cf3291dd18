// Takes the pictures of docs/images: `node scripts/screenshots.mjs`. Builds the demo and lets its scripted endpoint
// play a conversation. The browser is that of scripts/browser.mjs.
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { build, preview } from 'vite'
import { browserLaunchOptions } from './browser.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const configFile = join(root, 'apps/demo/vite.config.ts')
const images = join(root, 'docs/images')
const LARGEST = 340_000
/** The clock of every picture, so that answers about the time do not change from run to run. */
const NOW = new Date('2026-03-12T08:58:00Z')

const desktop = { viewport: { width: 1280, height: 900 } }
const phone = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 1.5,
  hasTouch: true,
  isMobile: true,
}

/** Asks, waits for the end of the answer, and lets its motions finish. */
async function ask(page, text) {
  // Send and Stop share a place; right after one became the other a press counts as a double click.
  await page.waitForTimeout(400)
  await page.getByRole('textbox', { name: 'Write a message' }).fill(text)
  await page.getByRole('button', { name: 'Send' }).click()
  await page.locator('form[data-slot="composer"][data-state="idle"]').waitFor()
}

/** Parallel calls, one of them failed, a Markdown answer, and an ending that needs a word. */
async function conversation(page) {
  await ask(page, 'Look up two towns, let one fail')
  await ask(page, 'What time is it in Oslo and Tokyo?')
  const answer = page.locator('[data-role="assistant"]').last()
  await answer.getByRole('button', { name: /2 calls in parallel/ }).click()
  await answer
    .getByRole('button', { name: /get_time/ })
    .first()
    .click()
  await ask(page, 'Write some code')
  await ask(page, 'Get cut off at the token limit')
}

/** The same in short, for a narrow picture. */
async function shortConversation(page) {
  await ask(page, 'Look up two towns, let one fail')
  await ask(page, 'Send an error mid-answer')
}

/** Makes the window as tall as the conversation, so that one picture holds it. */
async function unroll(page, width) {
  await page.evaluate(() => {
    document.activeElement?.blur()
    // As a reader does who scrolls up: the transcript no longer keeps the last question at its top.
    const viewport = document.querySelector('[data-slot="viewport"]')
    viewport.dispatchEvent(new WheelEvent('wheel', { deltaY: -100, bubbles: true }))
    viewport.scrollTo(0, 0)
  })
  await page.locator('[data-follow="free"]').waitFor()
  const height = await page.evaluate(() => {
    const spacer = document.querySelector('[data-slot="spacer"]')
    if (spacer) spacer.style.height = ''
    const viewport = document.querySelector('[data-slot="viewport"]')
    return window.innerHeight - viewport.clientHeight + viewport.scrollHeight
  })
  await page.setViewportSize({ width, height })
  await page.evaluate(() => document.querySelector('[data-slot="viewport"]').scrollTo(0, 0))
  await page.mouse.move(0, 0)
}

const shots = [
  { name: 'demo-light', ...desktop, show: conversation, whole: true },
  { name: 'demo-dark', ...desktop, colorScheme: 'dark', show: conversation, whole: true },
  { name: 'demo-mobile', ...phone, show: shortConversation, whole: true },
  { name: 'demo-empty', viewport: { width: 1280, height: 800 }, show: async () => {} },
  {
    name: 'demo-settings',
    ...desktop,
    async show(page) {
      await page.getByRole('button', { name: 'Settings', exact: true }).click()
      await page.getByRole('button', { name: 'Test', exact: true }).click()
      await page.getByText('Reachable').waitFor()
    },
  },
  {
    name: 'demo-approval',
    viewport: { width: 1280, height: 720 },
    async show(page) {
      await page.getByRole('textbox', { name: 'Write a message' }).fill('Ask me before it runs code')
      await page.keyboard.press('Enter')
      await page.getByRole('group', { name: /^Allow run_javascript/ }).waitFor()
    },
  },
  {
    name: 'demo-streaming',
    viewport: { width: 1280, height: 640 },
    slowly: true,
    async show(page) {
      await page.getByRole('textbox', { name: 'Write a message' }).fill('What time is it in Oslo and Tokyo?')
      await page.keyboard.press('Enter')
      // Both calls are being written: the second one has begun, and the first is not closed yet.
      await page.locator('[data-slot="tool-call"]').nth(1).getByText('{"timez').first().waitFor()
    },
  },
]

async function take(browser, url, { name, show, whole, ...options }) {
  const context = await browser.newContext({
    colorScheme: 'light',
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'UTC',
    ...options,
  })
  const page = await context.newPage()
  await page.clock.setSystemTime(NOW)
  await page.goto(url)
  await page.getByRole('option').or(page.getByRole('combobox')).first().waitFor()
  await show(page)
  if (whole) await unroll(page, options.viewport.width)
  if (whole) await page.waitForTimeout(300)
  const path = join(images, `${name}.png`)
  await page.screenshot({ path, animations: 'disabled', caret: 'hide' })
  await context.close()
  const { size } = await stat(path)
  console.log(`docs/images/${name}.png  ${Math.round(size / 1024)} kB`)
  if (size > LARGEST) throw new Error(`${name}.png is ${size} bytes; pictures stay below ${LARGEST}.`)
}

async function serve(outDir, speed) {
  process.env.ANTIPHON_SPEED = speed
  return preview({
    configFile,
    logLevel: 'error',
    build: { outDir },
    // The address is in a picture; the next free port will do when this one is taken.
    preview: { port: 5173, host: 'localhost' },
  })
}

Object.assign(process.env, { ANTIPHON_ENDPOINT: 'server', NODE_ENV: 'production' })
const outDir = await mkdtemp(join(tmpdir(), 'antiphon-screenshots-'))
await build({ configFile, logLevel: 'error', build: { outDir, emptyOutDir: true } })
const brisk = await serve(outDir, '2')
const slow = await serve(outDir, '0.25')
const browser = await chromium.launch(browserLaunchOptions())
try {
  await mkdir(images, { recursive: true })
  for (const shot of shots) {
    await take(browser, (shot.slowly ? slow : brisk).resolvedUrls.local[0], shot)
  }
} finally {
  await browser.close()
  await brisk.close()
  await slow.close()
  await rm(outDir, { recursive: true, force: true })
}
