import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright-core'

/**
 * Pages that tests have closed, kept for reuse with the same options: a new profile costs a second of the processor, and a page
 * that forgot everything a third of that.
 */
const kept = new WeakMap<Browser, Map<string, Page[]>>()

/** Calls that cannot be taken back, or only in part: a page on which one was made is not kept. */
const LASTING = {
  page: ['addInitScript', 'emulateMedia', 'exposeFunction', 'route', 'setViewportSize'],
  context: ['addInitScript', 'grantPermissions', 'newCDPSession', 'on', 'route', 'setOffline'],
} as const

const sessions = new WeakMap<Page, CDPSession>()
const spoilt = new WeakSet<BrowserContext>()

/** From now on calls of these methods are noticed. */
function watch(page: Page): void {
  const context = page.context()
  const notice = (owner: object, method: string): void => {
    const call = (owner as Record<string, (...args: unknown[]) => unknown>)[method]!
    Object.assign(owner, {
      [method](...args: unknown[]) {
        spoilt.add(context)
        return call.apply(owner, args)
      },
    })
  }
  for (const method of LASTING.page) notice(page, method)
  for (const method of LASTING.context) notice(context, method)
  notice(page.clock, 'install')
}

const keyOf = (options: BrowserContextOptions): string => JSON.stringify(options)

/** An empty page: one that was kept, or one in a new profile. */
export async function takePage(
  browser: Browser,
  options: BrowserContextOptions,
  prepare: (context: BrowserContext) => Promise<unknown>,
): Promise<Page> {
  const again = kept.get(browser)?.get(keyOf(options))?.pop()
  if (again) return again
  const context = await browser.newContext(options)
  await prepare(context)
  const page = await context.newPage()
  sessions.set(page, await context.newCDPSession(page))
  watch(page)
  return page
}

/** Closes a page and all others of its profile, or empties it and keeps it. */
export async function givePageBack(page: Page, options: BrowserContextOptions, url: string): Promise<void> {
  const context = page.context()
  const browser = context.browser()
  if (!browser || page.isClosed() || spoilt.has(context)) return context.close()
  page.removeAllListeners()
  for (const other of context.pages()) if (other !== page) await other.close()
  await page.evaluate(() => sessionStorage.clear())
  await page.goto('about:blank')
  await sessions
    .get(page)!
    .send('Storage.clearDataForOrigin', { origin: new URL(url).origin, storageTypes: 'all' })
  const pages = kept.get(browser) ?? new Map<string, Page[]>()
  kept.set(browser, pages.set(keyOf(options), [...(pages.get(keyOf(options)) ?? []), page]))
}

/** Whether a profile belongs to a page that waits for its next test. */
export const isKept = (context: BrowserContext): boolean =>
  [...(kept.get(context.browser()!)?.values() ?? [])].flat().some((page) => page.context() === context)
