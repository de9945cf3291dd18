import { execFileSync } from 'node:child_process'
import { createReadStream, existsSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AxeResults } from 'axe-core'
import { chromium, type Browser, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
// @ts-expect-error plain JavaScript, so that it also runs before anything is built
import { browserLaunchOptions } from '../../scripts/browser.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const dist = join(root, 'apps/gallery/dist')
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** These judge a whole page. A story is a part of one: its host has the landmarks and the first heading. */
const pageLevelRules = ['region', 'landmark-one-main', 'page-has-heading-one']

interface StoryEntry {
  id: string
  type: string
  tags?: string[]
}

let server: Server
let browser: Browser
let origin: string

beforeAll(async () => {
  execFileSync('pnpm', ['--filter', 'gallery', 'run', 'build'], { cwd: root, stdio: 'pipe' })
  server = await serve(dist)
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  browser = await chromium.launch(browserLaunchOptions())
}, 120_000)

afterAll(async () => {
  await browser?.close()
  server?.close()
})

test.each(['light', 'dark'])(
  'every story is free of axe findings and console errors in %s',
  async (theme) => {
    const stories = Object.values(
      (JSON.parse(readFileSync(join(dist, 'index.json'), 'utf8')) as { entries: Record<string, StoryEntry> })
        .entries,
    ).filter((entry) => entry.type === 'story')
    expect(stories.length).toBeGreaterThan(80)

    const findings: string[] = []
    const rest = [...stories]
    const worker = async (): Promise<void> => {
      const page = await browser.newPage({ viewport: { width: 1024, height: 768 }, reducedMotion: 'reduce' })
      for (let story = rest.shift(); story; story = rest.shift()) {
        const { id } = story
        findings.push(...(await visit(page, story, theme)).map((finding) => `${id}: ${finding}`))
      }
      await page.close()
    }
    await Promise.all([worker(), worker()])
    expect(findings).toEqual([])
  },
  180_000,
)

async function visit(page: Page, story: StoryEntry, theme: string): Promise<string[]> {
  const findings: string[] = []
  const onError = (text: string): void => {
    // React reports every error that a boundary caught; these stories show what the boundary makes of it.
    if (!story.id.includes('broken')) findings.push(text)
  }
  const onConsole = (message: { type(): string; text(): string }): void => {
    if (message.type() === 'error') onError(`console: ${message.text()}`)
  }
  const onPageError = (error: Error): void => onError(`uncaught: ${error.message}`)
  page.on('console', onConsole)
  page.on('pageerror', onPageError)
  try {
    // The gallery's own check would run at the same time, and axe runs once per page.
    await page.goto(
      `${origin}/iframe.html?id=${story.id}&viewMode=story&globals=theme:${theme};a11y.manual:!true`,
    )
    await page.waitForSelector('#storybook-root [data-antiphon-root]')
    await page.addScriptTag({ content: axeSource })
    findings.push(...(await runAxe(page)))
  } catch (error) {
    findings.push(String(error))
  } finally {
    page.off('console', onConsole)
    page.off('pageerror', onPageError)
  }
  return findings
}

async function runAxe(page: Page): Promise<string[]> {
  const { violations } = await page.evaluate(
    async ({ tags, off }) => {
      const { axe } = globalThis as unknown as {
        axe: { run(context: string, options: object): Promise<AxeResults> }
      }
      return axe.run('#storybook-root', {
        runOnly: { type: 'tag', values: tags },
        rules: Object.fromEntries(off.map((rule) => [rule, { enabled: false }])),
        resultTypes: ['violations'],
      })
    },
    { tags, off: pageLevelRules },
  )
  return violations.flatMap((violation) =>
    violation.nodes.map(
      (node) => `${violation.id} at ${node.target.join(' ')}: ${node.failureSummary ?? violation.help}`,
    ),
  )
}

const contentTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

function serve(folder: string): Promise<Server> {
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url ?? '/', 'http://gallery').pathname))
    const file = join(folder, path === '/' ? 'index.html' : path)
    if (!file.startsWith(folder) || !existsSync(file)) {
      response.writeHead(404).end()
      return
    }
    response.setHeader('content-type', contentTypes[extname(file)] ?? 'application/octet-stream')
    createReadStream(file)
      .on('error', () => response.destroy())
      .pipe(response)
  })
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)))
}
