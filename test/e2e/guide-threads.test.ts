// @module-tag hunt
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createEndpoint, type Scenario } from '@antiphon/endpoint'
import { serveEndpoint } from '@antiphon/endpoint/node'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
// @ts-expect-error plain JavaScript, which `pnpm test:hosts` runs without vitest
import { buildApp } from '../apps/make-app.mjs'
// @ts-expect-error plain JavaScript
import { serveApp } from '../apps/serve-app.mjs'
import { snippetsOf } from '../docs/pages.js'
import { launchBrowser, leaveBrowser } from './support/browser.js'
import { installExample, removeExamples, type ServedExample } from './support/example-app.js'

const model: Scenario = {
  id: 'gpt-5',
  description: 'Answers at length.',
  play: () => [{ type: 'text', text: 'A line of the answer.\n\n'.repeat(60) }],
}

let browser: Browser
let app: ServedExample
let endpoint: Awaited<ReturnType<typeof serveEndpoint>>

beforeAll(async () => {
  browser = await launchBrowser()
  endpoint = await serveEndpoint(createEndpoint({ models: [model], speed: Infinity }))
  const vite = { name: 'vite', folder: 'dist' }
  const folder = installExample(vite, (place) => {
    // The first piece of code of the page, in place of the app.
    const { code } = snippetsOf('docs/threads.md').find(({ language }) => language === 'tsx')!
    writeFileSync(join(place, 'src/app.tsx'), code)
    const file = join(place, 'package.json')
    const manifest = JSON.parse(readFileSync(file, 'utf8')) as { dependencies: Record<string, string> }
    Object.assign(manifest.dependencies, {
      '@antiphon/react': '*',
      '@antiphon/threads': '*',
      '@tanstack/react-query': '*',
    })
    writeFileSync(file, JSON.stringify(manifest))
  })
  buildApp(folder)
  app = (await serveApp(vite, folder)) as ServedExample
})
afterAll(async () => {
  await leaveBrowser(browser)
  await app?.close()
  await endpoint?.close()
  removeExamples()
})

test('the code of docs/threads.md is a list with its styles beside a chat, as high as the window, and survives a reload', async () => {
  const page = await browser.newPage({ viewport: { width: 900, height: 620 } })
  const problems: string[] = []
  page.on('pageerror', ({ message }) => problems.push(message))
  page.on('console', (message) => message.type() === 'warning' && problems.push(message.text()))
  await page.route('**/api/v1/**', (route) =>
    route.continue({ url: endpoint.url + new URL(route.request().url()).pathname.slice('/api/v1'.length) }),
  )
  await page.goto(app.url)
  await page.getByRole('textbox').fill('Tell me everything.')
  await page.getByRole('textbox').press('Enter')
  const entry = page.locator('nav').getByText('Tell me everything.')
  await entry.waitFor()
  await page.getByRole('button', { name: 'Retry this answer' }).waitFor({ state: 'attached' })

  const seen = await page.evaluate(() => {
    const row = document.querySelector('nav li')!
    const button = getComputedStyle(document.querySelector('nav button')!)
    return {
      over: document.documentElement.scrollHeight - innerHeight,
      box: document.querySelector('[data-slot="composer"]')!.getBoundingClientRect().bottom <= innerHeight,
      hasRoot: row.closest('[data-antiphon-root]') !== null,
      hasBullet: getComputedStyle(row).display === 'list-item',
      font: button.fontFamily === getComputedStyle(document.querySelector('[data-slot="prose"]')!).fontFamily,
    }
  })
  expect(seen).toEqual({ over: 0, box: true, hasRoot: true, hasBullet: false, font: true })

  await page.reload()
  await entry.click()
  await page.getByText('A line of the answer.').first().waitFor()
  expect(problems).toEqual([])
})
