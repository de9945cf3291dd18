import { playwright } from '@vitest/browser-playwright'
import { join } from 'node:path'
import type { BrowserCommand } from 'vitest/node'
import { startFirefox } from './firefox.js'
import type { KeyStep } from './web-driver.js'

/** The page of a test is 414 x 896 and lies below the bars of the browser. In a lower window Vitest would draw it smaller. */
const HEIGHT = 1000

/**
 * Runs browser tests in Firefox as Debian has it. Playwright needs a patch for that (docs/decisions/0026), so this provider opens the
 * page, and sends the keys and presses that test/engines/firefox-user.ts asks for. `cdp` and locators of `page` are not there.
 */
export function inFirefox(binary: string) {
  let engine: ReturnType<typeof startFirefox> | undefined
  const driver = async () => (await (engine ??= startFirefox(binary, undefined, HEIGHT))).driver
  const keys: BrowserCommand<[readonly KeyStep[]]> = async (_, steps) => (await driver()).keys(steps)
  const pointer: BrowserCommand<[{ x: number; y: number }, number]> = async (_, { x, y }, presses) =>
    (await driver()).point(x, y, presses)
  return {
    commands: { keys, pointer },
    plugin: {
      name: 'user-of-firefox',
      enforce: 'pre' as const,
      resolveId: (id: string, importer?: string) =>
        id === 'vitest/browser' && importer?.includes('/test/browser/')
          ? join(import.meta.dirname, 'firefox-user.ts')
          : undefined,
    },
    provider: {
      // How Vitest serves tests is the same for every provider.
      ...playwright(),
      name: 'marionette',
      supportedBrowser: ['firefox'],
      options: {},
      providerFactory: () => ({
        name: 'marionette',
        supportsParallelism: false,
        getCommandsContext: () => ({}),
        async openPage(_session: string, url: string) {
          await (await driver()).goto(url)
        },
        async close() {
          await (await engine)?.close()
          engine = undefined
        },
      }),
    },
  }
}
