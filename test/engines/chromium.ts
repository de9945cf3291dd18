import { chromium, type LaunchOptions, type Page } from 'playwright-core'
// @ts-expect-error plain JavaScript, so that it also runs before anything is built
import { browserLaunchOptions } from '../../scripts/browser.mjs'
import type { Display } from './display.js'
import type { Engine } from './driver.js'
import { findWith, type Hands } from './web-driver.js'

/** The Chromium of the other tests, driven by Playwright. Its headless build has no search of its own. */
export const startChromium = (): Promise<Engine> => drive(browserLaunchOptions() as LaunchOptions)

/**
 * A Chromium with a window, as Debian has it.
 * @param args More switches of its command line.
 */
export const startChromiumInWindow = (
  binary: string,
  { env, hands }: Display,
  args: string[] = [],
): Promise<Engine> =>
  drive(
    {
      executablePath: binary,
      headless: false,
      args: [
        '--no-first-run',
        '--disable-component-update',
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        ...args,
      ],
      env: Object.fromEntries(
        Object.entries(env).filter((pair): pair is [string, string] => pair[1] !== undefined),
      ),
    },
    hands,
  )

async function drive(options: LaunchOptions, hands?: Hands): Promise<Engine> {
  const browser = await chromium.launch(options)
  const context = await browser.newContext({ viewport: { width: 1200, height: 850 } })
  let page: Page = await context.newPage()
  return {
    version: browser.version(),
    driver: {
      goto: async (url) => void (await page.goto(url)),
      reload: async () => void (await page.reload()),
      // As a text: the policy of the page refuses `eval`, but allows a text that the test evaluates from outside.
      run: (work, ...args) => page.evaluate(`(${String(work)})(...${JSON.stringify(args)})`),
      press: (key) => page.keyboard.press(key),
      type: (text) => page.keyboard.type(text),
      click: (x, y) => page.mouse.click(x, y),
      async wheel(x, y, by) {
        await page.mouse.move(x, y)
        await page.mouse.wheel(0, by)
      },
      upload: (css, path) => page.setInputFiles(css, path),
      async openBeside(url) {
        const before = page
        page = await context.newPage()
        await page.goto(url)
        return async () => {
          await page.close()
          page = before
        }
      },
      print: (pageRanges) => page.pdf(pageRanges ? { pageRanges } : {}),
      ...(hands && { find: findWith(hands) }),
      screenshot: () => page.screenshot(),
    },
    close: () => browser.close(),
  }
}
