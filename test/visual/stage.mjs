// Builds and serves the page that shows any story, for tests and pictures.
import { fileURLToPath } from 'node:url'
import { preview } from 'vite'
import { sharedBuild } from '../support/shared-build.mjs'

const configFile = fileURLToPath(new URL('../../apps/gallery/src/stage/vite.config.js', import.meta.url))

/** The moment that every story is shown at: nothing in a picture or in a server's HTML depends on the day. */
export const NOW = new Date('2026-11-20T22:50:00Z')

/** @returns {Promise<{ url: string, close(): Promise<void> }>} */
export async function startStage() {
  // React with its warnings, under a test or not.
  process.env.NODE_ENV ??= 'test'
  const outDir = await sharedBuild('stage', { configFile })
  const server = await preview({
    configFile,
    logLevel: 'error',
    build: { outDir },
    preview: { port: 0, host: '127.0.0.1' },
  })
  return {
    url: server.resolvedUrls.local[0],
    close: () => server.close(),
  }
}

/** Opens the page with a stopped clock. No story may need anything from elsewhere. */
export async function openStage(browser, url, options = {}) {
  const context = await browser.newContext({
    viewport: { width: 1024, height: 768 },
    reducedMotion: 'reduce',
    colorScheme: 'light',
    locale: 'en-GB',
    timezoneId: 'UTC',
    ...options,
  })
  const page = await context.newPage()
  await page.clock.setFixedTime(NOW)
  await page.goto(url)
  await page.waitForFunction(() => 'stage' in window)
  return page
}

/** Theme, direction and density as the gallery's toolbar sets them. */
export async function setGlobals(page, { theme = 'light', direction = 'ltr', density = 'comfortable' }) {
  await page.evaluate(
    ([theme, direction, density]) => {
      document.documentElement.dir = direction
      Object.assign(document.documentElement.dataset, { theme, density })
    },
    [theme, direction, density],
  )
}
