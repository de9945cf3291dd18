import { parseConfig, serveApp } from '@antiphon/server'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { buildDemo, openDemo, type DemoPage } from '../demo-app.js'
import { launchBrowser, leaveBrowser } from './browser.js'

export interface ServedDemo {
  /** Ends in `/`. */
  url: string
  /** Opens a page that counts what the policy refused; `prepare` sees it before it goes anywhere. */
  open(options?: BrowserContextOptions, prepare?: (page: Page) => Promise<unknown>): Promise<StrictPage>
  close(): Promise<void>
}

export interface StrictPage extends DemoPage {
  /** Every request of the page, as `METHOD address`. */
  requests: string[]
  /** Everything that was written to the console. */
  log: string[]
  /** Violations of the policy so far: the directive, and the address that was to be loaded. */
  violations(): Promise<string[]>
}

/** The demo as a user has it: built for production and served by its own server, `npm run serve`. */
export async function serveBuiltDemo(
  config: unknown = {},
  { env = {}, speed = 0 }: { env?: Record<string, string>; speed?: number } = {},
): Promise<ServedDemo> {
  const folder = await buildDemo('server')
  const server = await serveApp({ folder, loaded: parseConfig(config, 'test', env), port: 0, speed })
  const browser = await launchBrowser()
  return {
    url: server.url,
    async open(options, prepare) {
      const requests: string[] = []
      const log: string[] = []
      const demo = await openDemo(
        browser,
        server.url,
        { serviceWorkers: 'allow', ...options },
        async (page) => {
          page.on('request', (request) => requests.push(`${request.method()} ${request.url()}`))
          page.on('console', (message) => log.push(message.text()))
          await page.addInitScript(() => {
            const seen: string[] = []
            addEventListener(
              'securitypolicyviolation',
              ({ effectiveDirective, blockedURI, sourceFile, lineNumber }) =>
                seen.push(`${effectiveDirective} ${blockedURI} (${sourceFile}:${lineNumber})`),
            )
            Object.assign(window, { policyViolations: seen })
          })
          await prepare?.(page)
        },
      )
      const violations = () =>
        demo.page.evaluate(() => (window as unknown as { policyViolations: string[] }).policyViolations)
      return { ...demo, requests, log, violations }
    },
    async close() {
      await leaveBrowser(browser)
      await server.close()
    },
  }
}
