import { chromium, type Browser } from 'playwright-core'
// @ts-expect-error plain JavaScript, so that it also runs before anything is built
import { browserLaunchOptions } from '../../../scripts/browser.mjs'

let shared: Promise<Browser> | undefined

/** The browser of this worker: its test files, which run one after the other, open contexts of their own in it. */
export async function launchBrowser(): Promise<Browser> {
  const browser = await (shared ??= chromium.launch(browserLaunchOptions()))
  if (browser.isConnected()) return browser
  shared = undefined
  return launchBrowser()
}

/** What a test file does at its end, in the place of closing the browser: it closes all that it has opened there. */
export async function leaveBrowser(browser: Browser | undefined): Promise<void> {
  await Promise.all(browser?.contexts().map((context) => context.close()) ?? [])
}
