import { chromium, type Browser } from 'playwright-core'
// @ts-expect-error plain JavaScript, so that it also runs before anything is built
import { browserLaunchOptions } from '../../../scripts/browser.mjs'
import { isKept } from './kept-pages.js'

let shared: Promise<Browser> | undefined

/** The browser of this worker: its test files, which run one after the other, open contexts of their own in it. */
export async function launchBrowser(): Promise<Browser> {
  const browser = await (shared ??= chromium.launch(browserLaunchOptions()))
  if (browser.isConnected()) return browser
  shared = undefined
  return launchBrowser()
}

/** Ends a test file in place of closing the browser: closes all that the file has opened there, but for pages that are kept. */
export async function leaveBrowser(browser: Browser | undefined): Promise<void> {
  const left = browser?.contexts().filter((context) => !isKept(context))
  await Promise.all(left?.map((context) => context.close()) ?? [])
}
