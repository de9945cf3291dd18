import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import type { Stage } from '../../../apps/gallery/src/stage/stage.js'
// @ts-expect-error plain JavaScript, which the script for pictures uses too
import { NOW, openStage, setGlobals, startStage } from '../../visual/stage.mjs'
import { axeFindings, type AxeOptions } from './axe.js'
import { launchBrowser, leaveBrowser } from './browser.js'

/** The moment that stories are shown at. */
export const storyTime = NOW as Date

interface Globals {
  theme?: 'light' | 'dark'
  direction?: 'ltr' | 'rtl'
  density?: 'comfortable' | 'compact'
}

export interface StoryPage {
  page: Page
  /** Shows a story; with `html` it hydrates what a server rendered. */
  show(id: string, html?: string): Promise<void>
  /** Reloads the page, without anything that it has loaded for other stories. */
  reload(): Promise<void>
  /** Shows a thread as it is once so many bytes of an answer have arrived. */
  showStream(text: string, at: number): Promise<void>
  set(globals: Globals): Promise<void>
  /** Returns the complaints of React and the console since the last call. */
  takeProblems(): Promise<string[]>
  /** Returns the findings of axe in the story, one line each: by all its rules, or by those that colours decide. */
  axe(rules?: 'of colours'): Promise<string[]>
  close(): Promise<void>
}

export interface StoryStage {
  browser: Browser
  open(options?: BrowserContextOptions): Promise<StoryPage>
  close(): Promise<void>
}

/** These judge a whole page. A story is a part of one: its host has the landmarks and the first heading. */
const pageLevelRules = ['region', 'landmark-one-main', 'page-has-heading-one']
const ofStories: AxeOptions = {
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] },
  rules: Object.fromEntries(pageLevelRules.map((rule) => [rule, { enabled: false }])),
}

type InPage = { stage: Stage }

export async function startStories(): Promise<StoryStage> {
  const served = (await startStage()) as { url: string; close(): Promise<void> }
  const browser = await launchBrowser()
  return {
    browser,
    open: (options) => openStories(browser, served.url, options),
    async close() {
      await leaveBrowser(browser)
      await served.close()
    },
  }
}

async function openStories(
  browser: Browser,
  url: string,
  options?: BrowserContextOptions,
): Promise<StoryPage> {
  const page = (await openStage(browser, url, options)) as Page
  let problems: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(`console: ${message.text()}`)
  })
  page.on('pageerror', (error) => problems.push(`uncaught: ${error.message}`))
  page.on('request', (request) => {
    if (/^https?:/.test(request.url()) && !request.url().startsWith(url))
      problems.push(`request: ${request.url()}`)
  })
  return {
    page,
    show: (id, html) =>
      page.evaluate(([id, html]) => (window as unknown as InPage).stage.show(id!, html), [id, html]),
    async reload() {
      await page.reload()
      await page.waitForFunction(() => 'stage' in window)
    },
    showStream: (text, at) =>
      page.evaluate(([text, at]) => (window as unknown as InPage).stage.showStream(text, at), [
        text,
        at,
      ] as const),
    set: (globals) => setGlobals(page, globals) as Promise<void>,
    async takeProblems() {
      const reported = await page.evaluate(() => (window as unknown as InPage).stage.takeErrors())
      const all = [...reported, ...problems]
      problems = []
      return all
    },
    axe: (rules) =>
      axeFindings(page, {
        within: '#storybook-root',
        // It is not loaded in frames, and one without an origin cannot be asked: the browser writes a warning.
        iframes: false,
        ...(rules ? { coloursOnly: true } : ofStories),
      }),
    close: () => page.context().close(),
  }
}
