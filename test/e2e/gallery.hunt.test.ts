import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { preview, type PreviewServer } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { stories } from '../../apps/gallery/src/stories.js'
// @ts-expect-error plain JavaScript, which installs as well
import { runScript } from '../../scripts/pnpm.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const dist = join(root, 'apps/gallery/dist')
import { launchBrowser, leaveBrowser } from './support/browser.js'

let server: PreviewServer
let browser: Browser
let origin: string

beforeAll(async () => {
  runScript('apps/gallery', 'build')
  server = await preview({
    root: dist,
    configFile: false,
    logLevel: 'error',
    build: { outDir: dist },
    preview: { port: 0, host: '127.0.0.1' },
  })
  origin = server.resolvedUrls!.local[0]!.replace(/\/$/, '')
  browser = await launchBrowser()
})

afterAll(async () => {
  await leaveBrowser(browser)
  await server?.close()
})

/** Opens the gallery; every complaint of frame and story is a problem. */
async function open(address: string): Promise<{ page: Page; problems: string[] }> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
  const problems: string[] = []
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('request', (request) => {
    if (/^https?:/.test(request.url()) && !request.url().startsWith(origin)) problems.push(request.url())
  })
  await page.goto(`${origin}/${address}`)
  return { page, problems }
}

const story = (page: Page) => page.frameLocator('#storybook-preview-iframe')

/** Until Storybook is done with the story that it shows: another one that is chosen before makes it complain. */
async function rendered(page: Page): Promise<void> {
  const phase = (): Promise<string | undefined> =>
    story(page)
      .locator('body')
      .evaluate(() => {
        type Preview = { currentRender?: { phase?: string } }
        return (window as unknown as { __STORYBOOK_PREVIEW__?: Preview }).__STORYBOOK_PREVIEW__?.currentRender
          ?.phase
      })
  await expect.poll(phase).toBe('finished')
}

test('the gallery has every story, under the address that the tests know', () => {
  const { entries } = JSON.parse(readFileSync(join(dist, 'index.json'), 'utf8')) as {
    entries: Record<string, { type: string; importPath: string }>
  }
  const isState = ({ type, importPath }: (typeof entries)[string]): boolean =>
    type === 'story' && !importPath.includes('src/pages/')
  const served = Object.keys(entries).filter((id) => isState(entries[id]!))
  expect(served.sort()).toEqual(stories.map(({ id }) => id).sort())
})

test('a person finds a state in two clicks', async () => {
  const { page, problems } = await open('?path=/story/screens--checkout-latency')
  await story(page).getByText('Allow rollback_deploy').first().waitFor()
  await rendered(page)
  await page.getByRole('button', { name: 'Call', exact: true }).click()
  await page.getByRole('link', { name: 'Denied With Reason' }).click()
  await story(page).getByText('Not during the freeze').first().waitFor()
  expect(problems).toEqual([])
  await page.close()
})

test('it opens on a page that says what is where, in its own theme, without a checklist', async () => {
  const { page, problems } = await open('')
  await story(page).getByRole('heading', { name: 'Every state of every component' }).waitFor()
  await rendered(page)
  const frame = await page.evaluate(() => ({
    font: getComputedStyle(document.querySelector('nav, #root')!).fontFamily,
    loaded: document.fonts.check("14px 'Inter'"),
    words: document.body.innerText,
  }))
  expect(frame.font).toContain('Inter')
  expect(frame.loaded).toBe(true)
  expect(frame.words).not.toMatch(/Get started|checklist|onboarding/i)
  if (process.env['ANTIPHON_SHOTS'])
    await page.screenshot({ path: `${process.env['ANTIPHON_SHOTS']}/gallery-start.png` })
  // Every picture is there, and no panel is below them until a state is chosen.
  const pictures = story(page).locator('.gallery-shelf img')
  expect(await pictures.count()).toBe(12)
  await expect
    .poll(() =>
      pictures.evaluateAll((all) => all.filter((one) => (one as HTMLImageElement).naturalWidth > 0).length),
    )
    .toBe(12)
  const cut = await pictures.evaluateAll((all) =>
    (all as HTMLImageElement[])
      .filter(({ width, height, naturalWidth, naturalHeight, parentElement }) => {
        const isWhole = Math.abs(width / height - naturalWidth / naturalHeight) < 0.05
        return !isWhole || width !== parentElement!.clientWidth
      })
      .map(({ src }) => src),
  )
  expect(cut, 'pictures that are cut at a side').toEqual([])
  expect(await page.getByRole('tabpanel').count()).toBe(0)
  await story(page).getByRole('link', { name: 'Tools', exact: true }).click()
  await page.waitForURL(/path=\/story\/tools-/)
  await page.getByRole('tabpanel').waitFor()
  expect(problems).toEqual([])
  await page.close()
})

test('all states of a component stand on one page, in light and dark side by side, each with its source', async () => {
  const { page, problems } = await open('?path=/story/controls-usage--reported&globals=view:all;theme:both')
  const own = stories.filter(({ title }) => title === 'Controls/Usage')
  const frames = story(page).locator('iframe')
  await expect.poll(() => frames.count()).toBe(2 * own.length)
  const state = (theme: string) =>
    story(page).frameLocator(`iframe[title="Controls/Usage / Reported, ${theme}"]`)
  for (const theme of ['light', 'dark']) {
    // Frames are loaded when they come near the view.
    await story(page).locator(`iframe[title="Controls/Usage / Reported, ${theme}"]`).scrollIntoViewIfNeeded()
    await state(theme).getByText('1,204 in').first().waitFor()
    expect(await state(theme).locator('html').getAttribute('data-theme')).toBe(theme)
  }
  // The top of the sheet has the switches; the others are loaded three at a time.
  await story(page).getByRole('button', { name: 'Compact' }).click()
  await page.waitForURL(/density:compact/)
  const compact = story(page)
    .frameLocator('iframe[data-theme="light"]')
    .first()
    .locator('html[data-density="compact"]')
  await compact.waitFor()
  const source = story(page).getByRole('link', { name: 'Source' }).first()
  expect(await source.getAttribute('href')).toMatch(
    /blob\/main\/packages\/ui\/src\/components\/usage-meter\/usage-meter\.stories\.tsx$/,
  )
  if (process.env['ANTIPHON_SHOTS'])
    await page.screenshot({ path: `${process.env['ANTIPHON_SHOTS']}/gallery-sheet.png` })
  expect(problems).toEqual([])
  await page.close()
})

test('the playground has props of a component as controls', async () => {
  const { page, problems } = await open('?path=/story/playground--button')
  const button = story(page).locator('[data-slot="button"]')
  await button.waitFor()
  await rendered(page)
  expect(await button.getAttribute('data-variant')).toBe('primary')
  await page.getByRole('combobox', { name: /variant/i }).selectOption('danger')
  await expect.poll(() => button.getAttribute('data-variant')).toBe('danger')
  if (process.env['ANTIPHON_SHOTS'])
    await page.screenshot({ path: `${process.env['ANTIPHON_SHOTS']}/gallery-play.png` })
  expect(problems).toEqual([])
  await page.close()
})
