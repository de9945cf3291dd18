import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { build, preview, type PreviewServer } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser, leaveBrowser } from './support/browser.js'

const configFile = resolve(import.meta.dirname, '../hosts/vite.config.ts')
const WINDOW = { width: 1000, height: 700 }

let outDir: string
let server: PreviewServer
let browser: Browser

beforeAll(async () => {
  outDir = await mkdtemp(join(tmpdir(), 'antiphon-height-'))
  await build({ configFile, logLevel: 'error', build: { outDir, emptyOutDir: true } })
  server = await preview({
    configFile,
    logLevel: 'error',
    build: { outDir },
    preview: { port: 0, host: '127.0.0.1' },
  })
  browser = await launchBrowser()
})

afterAll(async () => {
  await leaveBrowser(browser)
  await server?.close()
  await rm(outDir, { recursive: true, force: true })
})

interface Sizes {
  /** How much higher and wider than the window the document is, px. */
  scroll: [x: number, y: number]
  chat: { width: number; height: number }
  /** The box to write in ends within the window. */
  composerInView: boolean
}

const measure = (page: Page): Promise<Sizes> =>
  page.evaluate(() => {
    const { scrollHeight, scrollWidth } = document.documentElement
    const { width, height } = document.querySelector('[data-slot="chat"]')!.getBoundingClientRect()
    const { top, bottom } = document.querySelector('[data-slot="composer"]')!.getBoundingClientRect()
    return {
      scroll: [scrollWidth - innerWidth, scrollHeight - innerHeight],
      chat: { width, height },
      composerInView: top >= 0 && bottom <= innerHeight,
    }
  })

/** Before and after an answer. */
async function sizesIn(place: string): Promise<[before: Sizes, after: Sizes]> {
  const page = await browser.newPage({ viewport: WINDOW })
  await page.goto(`${server.resolvedUrls!.local[0]}height/index.html?place=${place}`)
  const box = page.getByRole('textbox')
  await box.waitFor()
  const before = await measure(page)
  await box.fill('And now?')
  await box.press('Enter')
  await page.getByText('A long answer.').first().waitFor()
  await page.locator('[data-slot="chat"] [data-streaming]').waitFor({ state: 'detached' })
  const after = await measure(page)
  await page.close()
  return [before, after]
}

test.each(['template', 'block', 'padded', 'below a header', 'shrinking'])(
  'where its place has no height, a chat has one, and the page does not grow with the thread: %s',
  async (place) => {
    const sizes = await sizesIn(place)
    for (const { scroll, chat, composerInView } of sizes) {
      expect(scroll).toEqual([0, 0])
      expect(composerInView).toBe(true)
      expect(chat.height).toBeGreaterThan(WINDOW.height / 2)
      expect(chat.width).toBeGreaterThanOrEqual(288)
    }
    expect(sizes[1].chat).toEqual(sizes[0].chat)
  },
)

test.each([
  ['fixed', 400],
  ['flex', WINDOW.height - 56],
  ['grid', WINDOW.height - 56],
  ['higher than the window', 1500],
  ['right to left', 400],
  ['widget', 480, 320],
  ['limited in height', 300],
  ['of its own height', 360],
  ['beside another', WINDOW.height, 500],
])('where its place has a height, a chat fills it: %s', async (place, height, width?: number) => {
  for (const { chat, scroll } of await sizesIn(place)) {
    expect(chat.height).toBe(height)
    if (width) expect(chat.width).toBe(width)
    expect(scroll[0]).toBe(0)
  }
})
