// The built demo with its scripted endpoint, for the scripts that take pictures of it.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { build, preview } from 'vite'
import { browserLaunchOptions } from './browser.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
export const images = join(root, 'docs/images')
const configFile = join(root, 'apps/demo/vite.config.ts')
/** The clock of every picture, so that answers about the time do not change from run to run. */
const NOW = new Date('2026-03-12T08:58:00Z')

/** Builds the demo, opens a browser, calls `take({ serve, openPage })`, and removes all of it afterwards. */
export async function withBuiltDemo(take) {
  Object.assign(process.env, { ANTIPHON_ENDPOINT: 'server', NODE_ENV: 'production' })
  const outDir = await mkdtemp(join(tmpdir(), 'antiphon-pictures-'))
  await build({ configFile, logLevel: 'error', build: { outDir, emptyOutDir: true } })
  const servers = []
  const browser = await chromium.launch(browserLaunchOptions())

  /** Address of the demo whose endpoint writes at this speed: 1 is that of a model. */
  const serve = async (speed) => {
    process.env.ANTIPHON_SPEED = String(speed)
    const server = await preview({
      configFile,
      logLevel: 'error',
      build: { outDir },
      // The address is in a picture; the next free port will do when this one is taken.
      preview: { port: 5173, host: 'localhost' },
    })
    servers.push(server)
    return server.resolvedUrls.local[0]
  }
  /** The demo in a context of its own, loaded and at rest. */
  const openPage = async (url, options) => {
    const context = await browser.newContext({
      colorScheme: 'light',
      reducedMotion: 'reduce',
      locale: 'en-GB',
      timezoneId: 'UTC',
      ...options,
    })
    const page = await context.newPage()
    await page.clock.setSystemTime(NOW)
    await page.goto(url)
    await page.getByRole('button', { name: /^Model:/ }).waitFor()
    await page.getByRole('button', { name: 'Start the tour' }).waitFor()
    return page
  }
  try {
    await take({ serve, openPage })
  } finally {
    await browser.close()
    for (const server of servers) await server.close()
    await rm(outDir, { recursive: true, force: true })
  }
}
