import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { REPOSITORY } from '../../apps/docs/src/site/repository.js'
// @ts-expect-error plain JavaScript, which installs as well
import { runScript } from '../../scripts/pnpm.mjs'
import { root } from '../projects/shared.js'
import questions from './site-questions.json' with { type: 'json' }
import { axeFindings } from './support/axe.js'
import { launchBrowser, leaveBrowser } from './support/browser.js'
import { serveFolder } from './support/serve-folder.js'

const dist = join(root, 'apps/docs/dist')
/** Bytes that a page without a live part may load. */
const MOST_SCRIPT = 100_000
/** `built`: the site was built just before. `some`: each eighth page in the browser, as in CI; otherwise each. */
const how = (process.env['ANTIPHON_SITE'] ?? '').split(',')
const EVERY = how.includes('some') ? 8 : 1

let site: Awaited<ReturnType<typeof serveFolder>>
let browser: Browser
/** The HTML of each page by its address. */
const pages = new Map<string, string>()

beforeAll(async () => {
  if (!how.includes('built')) runScript('apps/docs', 'build')
  for (const file of readdirSync(dist, { recursive: true, encoding: 'utf8' }))
    if (file.endsWith('index.html'))
      pages.set(
        `/${file.replaceAll('\\', '/').replace(/index\.html$/, '')}`,
        readFileSync(join(dist, file), 'utf8'),
      )
  site = await serveFolder(dist)
  browser = await launchBrowser()
}, 600_000)
afterAll(async () => {
  await leaveBrowser(browser)
  site?.close()
})

const unescaped = (text: string): string => text.replaceAll('&amp;', '&').replaceAll('&#38;', '&')
const linksOf = (html: string): string[] =>
  [...html.matchAll(/<a\s[^>]*?href="([^"]*)"/g)].map(([, href]) => unescaped(href!))
const idsOf = (html: string): Set<string> =>
  new Set([...html.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => unescaped(id!)))

/** The fault of a link of a page; undefined when it leads somewhere. */
function problemOf(from: string, href: string): string | undefined {
  const inRepository = /^(?:blob|tree|edit)\/main\/([^#]+)/.exec(href.replace(`${REPOSITORY}/`, ''))?.[1]
  if (inRepository) return existsSync(join(root, inRepository)) ? undefined : 'is not in the repository'
  if (/^(?:https?|mailto):/.test(href)) return undefined
  const { pathname, hash } = new URL(href, `http://host${from}`)
  const html = pages.get(pathname)
  if (!html) return existsSync(join(dist, pathname)) ? undefined : 'is no page'
  const place = decodeURIComponent(hash.slice(1))
  return place === '' || idsOf(html).has(place) ? undefined : `has no place ${hash}`
}

describe('the built site', () => {
  it('has no dead link and no page that none of the others links to', () => {
    const dead: string[] = []
    const reached = new Set(['/'])
    for (const [from, html] of pages)
      for (const href of linksOf(html)) {
        const problem = problemOf(from, href)
        if (problem) dead.push(`${from}: ${href} ${problem}`)
        const { pathname } = new URL(href, `http://host${from}`)
        if (pathname !== from) reached.add(pathname)
      }
    expect(dead).toEqual([])
    expect([...pages.keys()].filter((page) => !reached.has(page))).toEqual([])
    expect(pages.size).toBeGreaterThan(100)
  })

  it('has each page as Markdown too, whose links lead to Markdown, and lists them in llms.txt', () => {
    const index = readFileSync(join(dist, 'llms.txt'), 'utf8')
    for (const page of pages.keys()) {
      const twin = page === '/' ? '/index.md' : page.replace(/\/$/, '.md')
      const text = readFileSync(join(dist, twin), 'utf8')
      expect(text, `the twin of ${page}`).toMatch(/^# \S/)
      for (const [, path] of text.matchAll(/\]\((\/[\w./-]+\.md)/g))
        expect(existsSync(join(dist, path!)), `${path} in the twin of ${page}`).toBe(true)
      if (page !== '/') expect(index).toContain(`(${twin})`)
    }
  })

  it('finds the page of each question among the first three results, without a network', async () => {
    const page = await browser.newPage()
    await page.goto(`${site.origin}/start/install/`)
    const load = "import * as pagefind from '/pagefind/pagefind.js'; Object.assign(globalThis, { pagefind })"
    await page.addScriptTag({ type: 'module', content: load })
    await page.waitForFunction(() => 'pagefind' in globalThis)
    const found = await page.evaluate(async (all) => {
      const { pagefind } = globalThis as unknown as {
        pagefind: {
          search(words: string): Promise<{ results: { data(): Promise<{ url: string }> }[] }>
        }
      }
      const answers: string[][] = []
      for (const { question } of all) {
        const { results } = await pagefind.search(question)
        const first = await Promise.all(results.slice(0, 3).map((result) => result.data()))
        answers.push(first.map(({ url }) => url))
      }
      return answers
    }, questions)
    const missed = questions.flatMap(({ question, page: wanted }, i) =>
      found[i]!.includes(wanted) ? [] : [`${question}: ${found[i]!.join(' ')}, not ${wanted}`],
    )
    expect(missed).toEqual([])
    expect(questions.length).toBeGreaterThanOrEqual(40)
    await page.close()
  }, 120_000)

  it('has a search box on each page, which shows what it finds', async () => {
    const page = await browser.newPage()
    await page.goto(`${site.origin}/start/install/`)
    await page.getByRole('button', { name: 'Search' }).click()
    await page.getByRole('dialog', { name: 'Search' }).getByRole('textbox').fill('install')
    await page.getByRole('dialog', { name: 'Search' }).getByRole('link').first().waitFor()
    await page.close()
  }, 60_000)

  it('has pages that load little script, stay still, fit a phone and satisfy axe in both themes', async () => {
    const problems: string[] = []
    const chosen = [...pages.keys()].filter((_, i) => i % EVERY === 0)
    for (const path of chosen) problems.push(...(await lookAt(path)).map((problem) => `${path}: ${problem}`))
    expect(problems).toEqual([])
  }, 1_800_000)
})

/** Reads a page from top to end, in light, in dark and on a phone. Returns all that is wrong with it. */
async function lookAt(path: string): Promise<string[]> {
  const page = await browser.newPage({
    viewport: { width: 1280, height: 900 },
    colorScheme: 'light',
    reducedMotion: 'reduce',
  })
  const problems: string[] = []
  const scripts: string[] = []
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('request', (request) => {
    if (!request.url().startsWith(site.origin) && !/^(?:data|blob):/.test(request.url()))
      problems.push(`asks ${request.url()}`)
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname)
  })
  await page.goto(site.origin + path)
  const hasParts = await readToTheEnd(page)
  if (!hasParts && scriptBytes(pages.get(path)!, scripts) > MOST_SCRIPT)
    problems.push(`loads ${scriptBytes(pages.get(path)!, scripts)} bytes of script`)
  const { shifts, focused } = await page.evaluate(() => ({
    shifts: (globalThis as unknown as { shifts: string[] }).shifts,
    focused: document.activeElement?.tagName,
  }))
  problems.push(...shifts.map((shift) => `shifts: ${shift}`))
  problems.push(...(await page.evaluate(outOfSight)))
  if (focused !== 'BODY') problems.push(`gives the focus to ${focused} by itself`)
  // A live part is shown several times, in areas with names of their own, and the answers in it have headings of their own.
  const rules = { 'landmark-unique': { enabled: !hasParts }, 'heading-order': { enabled: !hasParts } }
  problems.push(...(await axeFindings(page, { rules })))
  await page.evaluate(() => (document.documentElement.dataset['theme'] = 'dark'))
  problems.push(...(await axeFindings(page, { coloursOnly: true })).map((finding) => `dark: ${finding}`))
  await page.setViewportSize({ width: 390, height: 844 })
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  if (width > 390) problems.push(`is ${width} px wide on a phone`)
  await page.close()
  return problems
}

/** Names in tables that are broken inside, and the page itself where the list of pages does not show it. */
function outOfSight(): string[] {
  const names = [...document.querySelectorAll('.table-box td:first-child > code:only-child')]
  const broken = names.filter((name) => name.getClientRects().length > 1)
  const here = document.querySelector('#starlight__sidebar a[aria-current="page"]')
  const { top, bottom } = here?.getBoundingClientRect() ?? { top: 0, bottom: 0 }
  return [
    ...broken.map(({ textContent }) => `breaks the name ${textContent}`),
    ...(top < 0 || bottom > innerHeight ? ['is out of view in the list of pages'] : []),
  ]
}

/** Scrolls down so that live parts come, and waits for them. Says whether there are any. */
function readToTheEnd(page: Page): Promise<boolean> {
  return page.evaluate(async () => {
    const shifts: string[] = []
    Object.assign(globalThis, { shifts })
    const nameOf = (node: Node | null): string => {
      const element = node instanceof Element ? node : node?.parentElement
      return element
        ? `${element.closest('.live-place') ? 'live ' : ''}${element.outerHTML.slice(0, 90)}`
        : 'gone'
    }
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        hadRecentInput: boolean
        sources: { node: Node | null }[]
      })[])
        // A layout shift is given to three digits.
        if (!entry.hadRecentInput && entry.value >= 0.0005)
          shifts.push(`${entry.value} of ${entry.sources.map(({ node }) => nameOf(node)).join(', ')}`)
    }).observe({ type: 'layout-shift', buffered: true })
    await document.fonts.ready
    const places = [...document.querySelectorAll<HTMLElement>('.live-place')]
    for (const place of places) {
      place.scrollIntoView({ block: 'center' })
      while (!place.querySelector('[data-antiphon-root]')) await new Promise(requestAnimationFrame)
    }
    for (let y = 0; y < document.body.scrollHeight && y < 30_000; y += 600) {
      scrollTo(0, y)
      await new Promise(requestAnimationFrame)
    }
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    return places.length > 0
  })
}

/** Bytes of script, compressed as a host sends it: that of the page itself, and the files that it asked for. */
function scriptBytes(html: string, files: readonly string[]): number {
  const own = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(([, code]) => code!)
  const asked = [...new Set(files)].map((path) => readFileSync(join(dist, path)))
  return [...own, ...asked].reduce((sum, code) => sum + gzipSync(code).length, 0)
}
