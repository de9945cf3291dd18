import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
// @ts-expect-error plain JavaScript, which `pnpm test:hosts` runs without vitest
import { apps } from '../apps/apps.mjs'
// @ts-expect-error plain JavaScript
import * as making from '../apps/make-app.mjs'
// @ts-expect-error plain JavaScript
import { serveApp, serveModel } from '../apps/serve-app.mjs'
// @ts-expect-error plain JavaScript
import { visitApp } from '../apps/visit-app.mjs'
import { sharedTarballs } from '../support/shared-tarballs.js'
import { launchBrowser, leaveBrowser } from './support/browser.js'

const { buildApp, checkTypes, installFromWorkspace, makeApp, runScript } = making

interface App {
  name: string
  folder?: string
  asks?: boolean
  quick?: boolean
}

const folders: string[] = []
let browser: Browser

beforeAll(async () => void (browser = await launchBrowser()))
afterAll(async () => {
  await leaveBrowser(browser)
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** The app outside of the workspace, with what the packages publish. */
function install(app: App): string {
  const folder = mkdtempSync(join(tmpdir(), `antiphon-${app.name}-`))
  folders.push(folder)
  makeApp(app, folder)
  installFromWorkspace(folder, sharedTarballs())
  return folder
}

const quick = (apps as App[]).filter((app) => app.quick)
const pages = quick.filter(({ folder, asks }) => folder || asks)
const tested = quick.filter((app) => !pages.includes(app))

describe('an app, on the packages as they are published', () => {
  test.each(pages)('$name builds, type-checks and chats', async (app) => {
    const folder = install(app)
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

  test.each(tested)('$name type-checks, and its tests pass', (app) => {
    const folder = install(app)
    checkTypes(app, folder)
    runScript(folder, 'test')
  })
})
