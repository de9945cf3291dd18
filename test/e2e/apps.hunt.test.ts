import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
// @ts-expect-error plain JavaScript, which `pnpm test:hosts` runs without vitest
import { buildApp, checkTypes, runScript } from '../apps/make-app.mjs'
// @ts-expect-error plain JavaScript
import { serveApp, serveModel } from '../apps/serve-app.mjs'
// @ts-expect-error plain JavaScript
import { visitApp } from '../apps/visit-app.mjs'
import { launchBrowser, leaveBrowser } from './support/browser.js'
import { installExample, quickApps, removeExamples } from './support/example-app.js'

let browser: Browser

beforeAll(async () => void (browser = await launchBrowser()))
afterAll(async () => {
  await leaveBrowser(browser)
  removeExamples()
})

const chats = quickApps.filter(({ folder, asks, drives }) => !drives && (folder || asks))
const driven = quickApps.filter(({ drives }) => drives)
const tested = quickApps.filter((app) => !chats.includes(app) && !driven.includes(app))

describe('an app, on the packages as they are published', () => {
  test.each(chats)('$name builds, type-checks and chats', async (app) => {
    const folder = installExample(app)
    checkTypes(app, folder)
    buildApp(folder)
    const [{ url, close }, model] = await Promise.all([serveApp(app, folder), serveModel()])
    try {
      const { problems } = await visitApp(browser, app, url, model.url)
      expect(problems).toEqual([])
    } finally {
      await Promise.all([close(), model.close()])
    }
  })

  // A test of its own drives it: test/e2e/guide-….test.ts.
  test.each(driven)('$name type-checks', (app) => checkTypes(app, installExample(app)))

  test.each(tested)('$name type-checks, and its tests pass', (app) => {
    const folder = installExample(app)
    checkTypes(app, folder)
    runScript(folder, 'test')
  })
})
