import { mkdirSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { build, preview, type PreviewServer } from 'vite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
// @ts-expect-error plain JavaScript, which the script for pictures uses too
import { comparePictures, TOLERANCE } from '../visual/compare.mjs'
import { launchBrowser, leaveBrowser } from './support/browser.js'

const configFile = resolve(import.meta.dirname, '../hosts/vite.config.ts')
const differences = resolve(import.meta.dirname, '../../node_modules/.cache/antiphon-pictures/hosts')

let outDir: string
let server: PreviewServer
let browser: Browser

beforeAll(async () => {
  outDir = await mkdtemp(join(tmpdir(), 'antiphon-hosts-'))
  await build({ configFile, logLevel: 'error', build: { outDir, emptyOutDir: true } })
  server = await preview({
    configFile,
    logLevel: 'error',
    build: { outDir },
    preview: { port: 0, host: '127.0.0.1' },
  })
  browser = await launchBrowser()
})

afterAll(async () => {
  await leaveBrowser(browser)
  await server?.close()
  await rm(outDir, { recursive: true, force: true })
})

async function visit(host: string, colorScheme: 'light' | 'dark' = 'light'): Promise<Page> {
  const page = await browser.newPage({
    viewport: { width: 800, height: 1_950 },
    colorScheme,
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'UTC',
  })
  const problems: string[] = []
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  page.on('pageerror', (error) => problems.push(error.message))
  await page.goto(`${server.resolvedUrls!.local[0]}${host}/index.html`)
  const frame = host === 'iframe' ? page.frameLocator('iframe') : page
  if (host !== 'preset') await frame.getByText('The end.').waitFor()
  await page.evaluate(() => document.fonts.ready)
  expect(problems).toEqual([])
  return page
}

async function photograph(host: string, colorScheme?: 'light' | 'dark'): Promise<Buffer> {
  const page = await visit(host, colorScheme)
  // The host may have put it a little to the side; in a frame it begins at the edge.
  const { x, y } = (host === 'iframe' ? null : await page.locator('#conversation').boundingBox()) ?? {
    x: 0,
    y: 0,
  }
  const picture = await page.screenshot({
    clip: { x, y, width: 760, height: 1_900 },
    animations: 'disabled',
    caret: 'hide',
  })
  await page.close()
  return picture
}

describe('the kit looks the same in every host, built from the packages as they are published', () => {
  let plain: Buffer
  beforeAll(async () => void (plain = await photograph('plain')))

  test.each([
    ['with Tailwind 4 and its preflight', 'tailwind'],
    ['with Tailwind 4 and the sheet without layers', 'tailwind-default'],
    ['with Tailwind 3, whose preflight is in no layer', 'tailwind-3'],
    ['in a page that `npm create vite` made', 'vite-template'],
    [
      'in the same page on a device that prefers dark, which the kit does not follow unasked',
      'vite-template',
      'dark',
    ],
    ['with the whole of Bootstrap', 'bootstrap'],
    ['in a dark page with loud buttons and a size of text of its own', 'dark'],
    ['without Tailwind, with Bootstrap’s reboot and a hostile sheet for every element', 'hostile'],
    ['with a sheet that takes everything back', 'revert'],
    ['in a shadow tree of a hostile page', 'shadow'],
    ['in an iframe of a hostile page', 'iframe'],
  ] as const)('%s', async (_, host, scheme?: 'dark') => {
    const page = await browser.newPage()
    const found = await comparePictures(page, plain, await photograph(host, scheme))
    await page.close()
    const out = join(differences, `${host}${scheme ? '-dark' : ''}.png`)
    mkdirSync(differences, { recursive: true })
    writeFileSync(out, found.picture)
    expect(found.different / found.total, `see ${out}`).toBeLessThanOrEqual(TOLERANCE)
  })
})

test.each(['plain', 'tailwind', 'tailwind-3', 'vite-template', 'bootstrap', 'hostile', 'revert'])(
  'closed folds stay out of sight and within reach of find-in-page, and what is hidden is hidden: %s',
  async (host) => {
    const page = await visit(host)
    await page.getByRole('button', { name: 'Thought' }).click()
    const fold = page.locator('[data-slot="reasoning"] [data-slot="fold-inner"]')
    await page.waitForFunction((element) => element.hasAttribute('hidden'), await fold.elementHandle())
    const styles = await page.evaluate(() =>
      [...document.querySelectorAll('[data-antiphon-root] [hidden]')].map((element) => {
        const { display, contentVisibility } = getComputedStyle(element)
        return [element.getAttribute('hidden'), display === 'none', contentVisibility]
      }),
    )
    await page.close()
    expect(styles.filter(([how]) => how === 'until-found')).toEqual([['until-found', false, 'hidden']])
    const others = styles.filter(([how]) => how === '')
    expect(others.length).toBeGreaterThan(0)
    expect(others.filter(([, isGone]) => !isGone)).toEqual([])
  },
)

test.each(['hostile', 'revert'])('every shape of every icon is drawn: %s', async (host) => {
  const shapesOf = async (name: string): Promise<unknown[]> => {
    const page = await visit(name)
    const shapes = await page.locator('[data-antiphon-root] svg :is(path, rect, circle)').evaluateAll((all) =>
      (all as SVGGraphicsElement[]).map((shape) => {
        const { x, y, width, height } = shape.getBBox()
        return [shape.parentElement!.dataset['icon'], shape.tagName, x, y, width, height].join(' ')
      }),
    )
    await page.close()
    return shapes
  }
  const shapes = await shapesOf('plain')
  expect(shapes.length).toBeGreaterThan(20)
  expect(await shapesOf(host)).toEqual(shapes)
})

test('the hosts keep their own look: the kit styles nothing outside its roots', async () => {
  const page = await visit('hostile')
  const styles = await page.evaluate(() => {
    const outside = document.body.appendChild(document.createElement('p'))
    outside.innerHTML = '<button>b</button><code>c</code>'
    const of = (element: Element) => {
      const { boxSizing, textTransform, color, marginTop } = getComputedStyle(element)
      return { boxSizing, textTransform, color, marginTop }
    }
    return { p: of(outside), code: of(outside.querySelector('code')!) }
  })
  expect(styles.p).toEqual({
    boxSizing: 'content-box',
    textTransform: 'uppercase',
    color: 'rgb(178, 34, 34)',
    marginTop: '60px',
  })
  expect(styles.code.color).toBe('rgb(0, 255, 0)')
  await page.close()
})

test('utilities of a host with Tailwind win over those of the kit', async () => {
  const page = await visit('tailwind')
  const padding = await page.evaluate(() => {
    const button = document.querySelector('[data-antiphon-root] button[class*="ap:"]')!
    button.classList.add('px-8')
    const style = document.head.appendChild(document.createElement('style'))
    style.textContent = '@layer utilities { .px-8 { padding-inline: 2rem } }'
    return getComputedStyle(button).paddingInlineStart
  })
  expect(padding).toBe('32px')
  await page.close()
})

test('a tailwind.config.js with the preset styles parts of the host on the tokens alone', async () => {
  const page = await visit('preset')
  const style = await page.locator('#own-text').evaluate((element) => {
    const probe = element.appendChild(document.createElement('i'))
    const colors = (token: string) => {
      probe.style.color = `var(--antiphon-${token})`
      return getComputedStyle(probe).color
    }
    const { backgroundColor, color, borderTopLeftRadius, paddingTop, fontSize } = getComputedStyle(element)
    return {
      same: backgroundColor === colors('surface') && color === colors('text-2'),
      sizes: [borderTopLeftRadius, paddingTop, fontSize],
    }
  })
  expect(style).toEqual({ same: true, sizes: ['10px', '32px', '12.5px'] })
  await page.close()
})

/** Of an element of the host: what Tailwind says of it with the preset, and its own names. */
async function hostsOwn(host: string): Promise<object> {
  const page = await visit(host)
  const style = await page.locator('#theirs').evaluate((element) => {
    const font = (one: Element): string => getComputedStyle(one).fontFamily
    const { borderRadius, color } = getComputedStyle(element)
    return {
      body: font(document.body),
      sans: font(element),
      mono: font(element.firstElementChild!),
      borderRadius,
      color,
    }
  })
  await page.close()
  return style
}

test.each(['preset', 'tailwind-3'])(
  'the preset changes no font, radius or dark mode of the host: %s',
  async (host) => {
    const style = await hostsOwn(host)
    const sans = expect.stringMatching(/\bsans-serif\b/)
    expect(style).toMatchObject({ body: sans, sans, mono: expect.stringMatching(/^ui-monospace, /) })
    expect(style).toMatchObject({ borderRadius: '4px', color: expect.not.stringContaining('239') })
  },
)
