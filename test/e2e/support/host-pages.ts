import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { preview, type Plugin } from 'vite'
import { expect } from 'vitest'
import { sharedBuild } from '../../support/shared-build.mjs'
// @ts-expect-error plain JavaScript, which the script for pictures uses too
import { comparePictures, TOLERANCE } from '../../visual/compare.mjs'
import { launchBrowser, leaveBrowser } from './browser.js'

const configFile = resolve(import.meta.dirname, '../../hosts/vite.config.ts')
const differences = resolve(import.meta.dirname, '../../../node_modules/.cache/antiphon-pictures/hosts')

export const HEIGHT_WINDOW = { width: 1000, height: 700 }

/** The size of a chat in a place of the host `height`, px. */
export interface ChatSizes {
  /** How much higher and wider than the window the document is. */
  scroll: [x: number, y: number]
  chat: { width: number; height: number }
  /** The box to write in ends within the window. */
  composerInView: boolean
}

export interface HostPages {
  /** Opens a host, and fails on what its console complains about. */
  visit(host: string, colorScheme?: 'light' | 'dark'): Promise<Page>
  /** A picture of the conversation in this host. */
  photograph(host: string, colorScheme?: 'light' | 'dark'): Promise<Buffer>
  /** Fails where the conversation in this host differs from the one in `plain`. */
  expectSameLook(plain: Buffer, host: string, colorScheme?: 'light' | 'dark'): Promise<void>
  /** A chat in a place of the host `height`, before and after an answer. */
  sizesIn(place: string): Promise<[before: ChatSizes, after: ChatSizes]>
  close(): Promise<void>
}

/** Leaves the other hosts out of the build. */
const only = (hosts: readonly string[]): Plugin => ({
  name: 'chosen-hosts',
  config({ build }) {
    const all = build!.rolldownOptions!.input as Record<string, string>
    build!.rolldownOptions!.input = Object.fromEntries(hosts.map((host) => [host, all[host]!]))
  },
})

/** Builds hosts from what the packages publish, all of them or those that are named, and serves them. */
export async function openHosts(hosts?: readonly string[]): Promise<HostPages> {
  const outDir = await sharedBuild(['hosts', ...(hosts ?? [])].join('-'), {
    configFile,
    plugins: hosts && [only(hosts)],
  })
  const server = await preview({
    configFile,
    logLevel: 'error',
    build: { outDir },
    preview: { port: 0, host: '127.0.0.1' },
  })
  const browser: Browser = await launchBrowser()
  const address = (path: string): string => `${server.resolvedUrls!.local[0]}${path}`

  async function visit(host: string, colorScheme: 'light' | 'dark' = 'light'): Promise<Page> {
    const options: BrowserContextOptions = { reducedMotion: 'reduce', locale: 'en-GB', timezoneId: 'UTC' }
    const page = await browser.newPage({ ...options, colorScheme, viewport: { width: 800, height: 1_950 } })
    const problems: string[] = []
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
    page.on('pageerror', (error) => problems.push(error.message))
    await page.goto(address(`${host}/index.html`))
    const frame = host === 'iframe' ? page.frameLocator('iframe') : page
    if (host !== 'preset') await frame.getByText('The end.').waitFor()
    await page.evaluate(() => document.fonts.ready)
    expect(problems).toEqual([])
    return page
  }

  async function photograph(host: string, colorScheme?: 'light' | 'dark'): Promise<Buffer> {
    const page = await visit(host, colorScheme)
    // The host may have put it a little to the side; in a frame it begins at the edge.
    const box = host === 'iframe' ? null : await page.locator('#conversation').boundingBox()
    const { x, y } = box ?? { x: 0, y: 0 }
    const clip = { x, y, width: 760, height: 1_900 }
    const picture = await page.screenshot({ clip, animations: 'disabled', caret: 'hide' })
    await page.close()
    return picture
  }

  return {
    visit,
    photograph,
    async expectSameLook(plain, host, colorScheme) {
      const page = await browser.newPage()
      const found = await comparePictures(page, plain, await photograph(host, colorScheme))
      await page.close()
      const out = join(differences, `${host}${colorScheme ? `-${colorScheme}` : ''}.png`)
      mkdirSync(differences, { recursive: true })
      writeFileSync(out, found.picture)
      expect(found.different / found.total, `see ${out}`).toBeLessThanOrEqual(TOLERANCE)
    },
    async sizesIn(place) {
      const page = await browser.newPage({ viewport: HEIGHT_WINDOW })
      await page.goto(address(`height/index.html?place=${place}`))
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
    },
    async close() {
      await leaveBrowser(browser)
      await server.close()
    },
  }
}

const measure = (page: Page): Promise<ChatSizes> =>
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

/** A place without a height: the chat has one of its own, and the page does not grow with the thread. */
export function expectOwnHeight(sizes: readonly [before: ChatSizes, after: ChatSizes]): void {
  for (const { scroll, chat, composerInView } of sizes) {
    expect(scroll).toEqual([0, 0])
    expect(composerInView).toBe(true)
    expect(chat.height).toBeGreaterThan(HEIGHT_WINDOW.height / 2)
    expect(chat.width).toBeGreaterThanOrEqual(288)
  }
  expect(sizes[1].chat).toEqual(sizes[0].chat)
}

/** A page of a hostile host: its own elements keep the look that it gave them. */
export async function expectOwnLook(page: Page): Promise<void> {
  const styles = await page.evaluate(() => {
    const outside = document.body.appendChild(document.createElement('p'))
    outside.innerHTML = '<button>b</button><code>c</code>'
    const of = (element: Element) => {
      const { boxSizing, textTransform, color, marginTop } = getComputedStyle(element)
      return { boxSizing, textTransform, color, marginTop }
    }
    return { p: of(outside), code: of(outside.querySelector('code')!) }
  })
  expect(styles.p).toEqual({
    boxSizing: 'content-box',
    textTransform: 'uppercase',
    color: 'rgb(178, 34, 34)',
    marginTop: '60px',
  })
  expect(styles.code.color).toBe('rgb(0, 255, 0)')
}
