import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createEndpoint, type Scenario } from '@antiphon/endpoint'
import { serveEndpoint } from '@antiphon/endpoint/node'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
// @ts-expect-error plain JavaScript, which the build of the site calls too
import { registryItems, writeRegistry } from '../../scripts/registry.mjs'
// @ts-expect-error plain JavaScript, which `pnpm test:hosts` runs without vitest
import { buildApp, installWithNpm, makeApp, runScript } from '../apps/make-app.mjs'
// @ts-expect-error plain JavaScript
import { serveApp } from '../apps/serve-app.mjs'
import { sharedTarballs } from '../support/shared-tarballs.js'
import { launchBrowser, leaveBrowser } from './support/browser.js'
import { serveFolder } from './support/serve-folder.js'

const WRITTEN = 'http://localhost:11434/v1'
const model: Scenario = {
  id: 'qwen3',
  description: 'Books a berth and says what came of it.',
  *play({ outcomes: [booking] }) {
    if (booking) return yield { type: 'text', text: `The desk says: **${booking.content}**` }
    yield { type: 'reasoning', text: 'One is free.' }
    yield { type: 'calls', calls: [{ name: 'book_berth', arguments: '{"berth":"B4"}' }] }
  },
}

const work = mkdtempSync(join(tmpdir(), 'antiphon-registry-'))
const folder = join(work, 'app')
let browser: Browser
let app: { url: string; close(): Promise<void> }
let endpoint: Awaited<ReturnType<typeof serveEndpoint>>
let said = ''

/** Runs shadcn's own command in the app. */
async function shadcn(...words: string[]): Promise<string> {
  const options = { cwd: folder, maxBuffer: 64 * 1024 * 1024 }
  const { stdout, stderr } = await promisify(execFile)('npx', ['--yes', 'shadcn@4.23.1', ...words], options)
  return `${stdout}${stderr}`
}

beforeAll(async () => {
  makeApp({ name: 'shadcn' }, folder)
  // The command has to bring them.
  rmSync(join(folder, 'src/components'), { recursive: true })
  installWithNpm(folder, sharedTarballs())
  writeRegistry(join(work, 'r'))
  const registry = await serveFolder(join(work, 'r'))
  try {
    const names = (registryItems() as { name: string }[]).map(({ name }) => `${registry.origin}/${name}.json`)
    said = await shadcn('add', '--yes', ...names)
  } finally {
    registry.close()
  }
  runScript(folder, 'types')
  buildApp(folder)
  endpoint = await serveEndpoint(createEndpoint({ models: [model], speed: Infinity }))
  app = await serveApp({ folder: 'dist' }, folder)
  browser = await launchBrowser()
}, 1_200_000)
afterAll(async () => {
  await leaveBrowser(browser)
  await app?.close()
  await endpoint?.close()
  rmSync(work, { recursive: true, force: true })
})

/** Opens a page of the app, whose requests for the model go to the scripted endpoint. */
async function open(hash: string): Promise<{ page: Page; problems: string[] }> {
  const page = await browser.newPage({ viewport: { width: 900, height: 700 }, reducedMotion: 'reduce' })
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  await page.route(`${WRITTEN}/**`, (route) =>
    route.continue({ url: endpoint.url + route.request().url().slice(WRITTEN.length) }),
  )
  await page.goto(`${app.url}#${hash}`)
  await page.getByRole('textbox').fill('A berth for tonight, please.')
  await page.getByRole('textbox').press('Enter')
  return { page, problems }
}

test('the command writes each file of the registry', () => {
  expect(said).toContain('Created')
  for (const { files } of registryItems() as { files: { target: string }[] }[])
    for (const { target } of files) expect(said).toContain(`src/${target}`)
  // The command installs what the files import, and leaves what is there.
  const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  expect(dependencies['@antiphon/ui']).toMatch(/^file:.*\.tgz$/)
})

test.each(['chat', 'threads'])('%s: the copied files ask, run and answer', async (hash) => {
  const { page, problems } = await open(hash)
  await page.locator('[data-slot="tool-approval"]:not([data-settling])').waitFor()
  await page
    .getByRole('button', { name: /^Allow once/ })
    .first()
    .click()
  await page.getByText('Electricity on B4?').first().waitFor()
  await page.locator('[data-settling]').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'No', exact: true }).first().click()
  await page.getByText(/The desk says/).waitFor()
  expect(problems).toEqual([])
  await page.close()
})

test("shadcn: the kit's state under Message Scroller and Questionnaire", async () => {
  const { page, problems } = await open('shadcn')
  await page.getByText('Thoughts').waitFor()
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.getByText('Electricity on B4?').waitFor()
  await page.getByText('yes', { exact: true }).click()
  await page.getByRole('button', { name: 'Send answer' }).click()
  await page.getByText(/The desk says.*"power":"yes"/).waitFor()
  expect(problems).toEqual([])
  await page.close()
})
