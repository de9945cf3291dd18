import { resolve } from 'node:path'
import { chromium } from 'playwright-core'
import { build } from 'vite'
// @ts-expect-error plain JavaScript, so that it also runs before anything is built
import { browserLaunchOptions } from '../../../scripts/browser.mjs'
import { openDemo, startDemo } from '../demo-app.js'

interface SandboxRun {
  /** The result, or the words of the failure. */
  said: string
  /** Milliseconds until it was said. */
  took: number
  /** Characters printed, and the reports that they came in. */
  printed: number
  reports: number
  /** Frames with code that are in the page half a second after the end. */
  frames: number
  /** The longest that a key waited for its letter, in milliseconds, while the code ran and half a second on. */
  slowestKey: number
}

export interface SandboxPage {
  /** How long the app lets code run, in milliseconds. */
  timeout: number
  /** Runs code as the tool does, ended after `limit` milliseconds, while somebody types. */
  run(code: string, limit: number): Promise<SandboxRun>
  close(): Promise<void>
}

/**
 * The demo with its tool for running code at hand, in a browser that gives the frame the thread of the page, as browsers
 * other than Chromium on a computer do. A page that bears it here bears it everywhere.
 */
export async function openSandboxPage(): Promise<SandboxPage> {
  const app = await startDemo(0)
  const options = browserLaunchOptions() as { args: string[] }
  const shared = '--disable-features=IsolateSandboxedIframes'
  const browser = await chromium.launch({ ...options, args: [...options.args, shared] })
  const { page, box } = await openDemo(browser, app.url)
  await page.addScriptTag({ content: await toolScript() })
  await page.evaluate(watchKeys)
  await box.focus()
  return {
    timeout: await page.evaluate(() => (globalThis as unknown as Watched).sandboxTool.runJavascript.timeout),
    async run(code, limit) {
      const until = Date.now() + 20_000
      await page.evaluate(startCode, { code, limit })
      while (Date.now() < until) {
        await page.keyboard.press('a')
        const found = await page.evaluate(() => (globalThis as unknown as Watched).finished())
        if (found) return found
      }
      throw new Error(`Neither a result nor a failure after 20 s: ${code}`)
    },
    async close() {
      await browser.close()
      await app.close()
    },
  }
}

interface Watched {
  sandboxTool: {
    runJavascript: { timeout: number; execute(args: object, context: object): Promise<unknown> }
  }
  slowestKey: number
  finished(): SandboxRun | undefined
}

/** The tool as a script that leaves it in a global. */
async function toolScript(): Promise<string> {
  const entry = resolve(import.meta.dirname, '../../../apps/demo/src/tools/run-javascript.ts')
  const built = await build({
    configFile: false,
    logLevel: 'error',
    resolve: { conditions: ['antiphon-source', 'module', 'browser', 'development'] },
    define: { 'process.env.NODE_ENV': '"development"' },
    build: { write: false, lib: { entry, formats: ['iife'], name: 'sandboxTool' } },
  })
  const [output] = [built].flat()
  return (output as { output: { code: string }[] }).output[0]!.code
}

/** In the page. From the key to its letter in the message box. */
function watchKeys(): void {
  let pressed = 0
  document.addEventListener('keydown', (event) => void (pressed = event.timeStamp), true)
  document.addEventListener(
    'input',
    () => {
      const watched = globalThis as unknown as Watched
      watched.slowestKey = Math.max(watched.slowestKey, performance.now() - pressed)
    },
    true,
  )
}

/** In the page. */
function startCode({ code, limit }: { code: string; limit: number }): void {
  const watched = globalThis as unknown as Watched
  const started = performance.now()
  let found: Omit<SandboxRun, 'slowestKey' | 'frames'> | undefined
  let printed = 0
  let reports = 0
  watched.slowestKey = 0
  const report = ({ text }: { text: string }): void => {
    printed += text.length
    reports++
  }
  const end = (said: string): void =>
    void (found = { said, took: performance.now() - started, printed, reports })
  void watched.sandboxTool.runJavascript
    .execute({ code }, { signal: AbortSignal.timeout(limit), report })
    .then(
      (value) => end(JSON.stringify(value)),
      (error: unknown) => end(`failed: ${String(error)}`),
    )
  watched.finished = () =>
    found && performance.now() > started + found.took + 500
      ? { ...found, slowestKey: watched.slowestKey, frames: document.querySelectorAll('iframe').length }
      : undefined
}
