import { playwright } from '@vitest/browser-playwright'
import type { BrowserProviderOption } from 'vitest/node'
import type { Engine } from './driver.js'
import { startFirefox } from './firefox.js'

/**
 * Runs browser tests in Firefox as Debian has it. Playwright needs a patch for that (docs/decisions/0026), so this provider opens the page and
 * does nothing more: for tests that act in the page alone, without `page`, `userEvent` and `cdp` of Vitest.
 */
export function firefoxProvider(binary: string): BrowserProviderOption {
  let engine: Promise<Engine> | undefined
  return {
    // How Vitest serves tests is the same for every provider.
    ...playwright(),
    name: 'marionette',
    supportedBrowser: ['firefox'],
    options: {},
    providerFactory: () => ({
      name: 'marionette',
      supportsParallelism: false,
      getCommandsContext: () => ({}),
      async openPage(_session, url) {
        const { driver } = await (engine ??= startFirefox(binary))
        await driver.goto(url)
      },
      async close() {
        await (await engine)?.close()
        engine = undefined
      },
    }),
  }
}
