// @module-tag hunt
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { beyondOldest, oldestBrowsers, type Use } from '../support/browser-support/compat.js'
import { cssFeatures } from '../support/browser-support/css-features.js'
import { jsFeatures } from '../support/browser-support/js-features.js'
import { libraries } from '../support/packages.js'
import { readSupport, writeSince } from '../support/browser-support/support-page.js'
import { leaveBrowser, launchBrowser } from './support/browser.js'
import { buildDemo } from './demo-app.js'
import { serveBuiltDemo } from './support/serve-built-demo.js'

const root = join(import.meta.dirname, '../..')
const page = join(root, 'docs/browsers.md')
const oldest = oldestBrowsers()

/** Packages that run in a page; `cli` and `server` run in Node, as do some folders of the others. */
const packages = libraries.filter((name) => name !== 'server')
const inNode = /^packages\/(?:endpoint\/dist\/(?:node|player)|threads\/dist\/storage\/thread-file)/

/** Fields of our own data that are called as something of the browser's is. */
const OURS = new Set(['api.Blob.bytes', 'api.HTMLButtonElement.command', 'api.Window.external'])

const files = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name))

function* usesIn(folder: string, withMembers: boolean, base = root): Generator<Use> {
  for (const file of files(folder)) {
    const where = relative(base, file)
    if (inNode.test(where)) continue
    if (file.endsWith('.css')) yield* cssFeatures(readFileSync(file, 'utf8'), where)
    if (file.endsWith('.js')) yield* jsFeatures(readFileSync(file, 'utf8'), where, withMembers)
  }
}

/** The features beyond the oldest browsers that no row of the page has. */
function unlisted(uses: Iterable<Use>): string[] {
  const listed = readSupport(page).rows.flatMap(({ paths }) => paths)
  return [...beyondOldest(uses, oldest)]
    .filter(([path]) => !OURS.has(path) && !listed.some((one) => path === one || path.startsWith(`${one}.`)))
    .map(([path, { missing, where }]) => `${path} is not in ${missing.join(', ')}: ${[...where].join(', ')}`)
}

async function allUses(): Promise<Use[]> {
  const demo = await buildDemo('server')
  return [
    ...packages.flatMap((name) => [...usesIn(join(root, 'packages', name, 'dist'), true)]),
    ...usesIn(demo, false, demo),
  ]
}

let uses: Promise<Use[]> | undefined
const built = () => (uses ??= allUses())

describe('the published modules and sheets, and the demo', () => {
  it('use nothing that the oldest browsers lack and docs/browsers.md does not tell', async () => {
    expect(unlisted(await built())).toEqual([])
  })

  it('use all that docs/browsers.md says they use', async () => {
    const beyond = [...beyondOldest(await built(), oldest).keys()]
    const idle = readSupport(page)
      .rows.flatMap(({ paths }) => paths)
      .filter((one) => !beyond.some((path) => path === one || path.startsWith(`${one}.`)))
    expect(idle).toEqual([])
  })
})

describe('docs/browsers.md', () => {
  it('says since when browsers have a feature (UPDATE_DOCS=1 writes it)', () => {
    const text = writeSince(readFileSync(page, 'utf8'))
    if (process.env['UPDATE_DOCS']) writeFileSync(page, text)
    expect(readFileSync(page, 'utf8')).toBe(text)
  })

  it('has the table that the README has', () => {
    const table = (file: string) =>
      /\| \| oldest \|[^]*?\n\n/.exec(readFileSync(join(root, file), 'utf8'))?.[0]
    expect(table('README.md')).toBe(table('docs/browsers.md'))
  })

  it('says the oldest versions of the browserslist, and those that have all that one may notice', () => {
    const { support, rows } = readSupport(page)
    const version = (name: string) => oldest.find((one) => one.name === name)!.version
    expect(support.map((line) => line.oldest)).toEqual([
      version('chrome'),
      version('firefox'),
      version('safari'),
    ])
    for (const [phone, desk] of [
      ['edge', 'chrome'],
      ['and_chr', 'chrome'],
      ['and_ff', 'firefox'],
      ['ios_saf', 'safari'],
    ])
      expect(version(phone!)).toBe(version(desk!))
    const newest = (browser: number) =>
      Math.max(...rows.filter(({ noticed }) => noticed).map(({ since }) => since[browser]!))
    expect(support.map((line) => Number(line.designed))).toEqual([newest(0), newest(1), newest(2)])
  })
})

describe('what is planted', () => {
  it.each([
    [':root::scroll-button(inline-end) { color: red }', 'css.selectors.scroll-button'],
    ['.a:has(:open) { color: red }', 'css.selectors.open'],
    ['.a { anchor-scope: all }', 'css.properties.anchor-scope'],
    ['.a { width: calc-size(auto, size) }', 'css.types.calc-size'],
    ['@scope (.a) { b { color: red } }', 'css.at-rules.scope'],
    ['@starting-style { b { color: red } }', 'css.at-rules.starting-style'],
    ['@supports (anchor-scope: all) { b { text-box: trim-both cap alphabetic } }', 'css.properties.text-box'],
  ])('in a sheet is found: %s', (text, path) => {
    expect(unlisted(cssFeatures(text, 'planted.css')).join('\n')).toContain(`${path} is not in`)
  })

  it.each([
    ['using file = open()', 'javascript.statements.using'],
    ['export const p = /(?i:a)b/', 'javascript.regular_expressions.modifier'],
    ['export const a = Promise.try(f)', 'javascript.builtins.Promise.try'],
    ['export const a = new Set(list).isSupersetOf(a)', 'javascript.builtins.Set.isSupersetOf'],
    ['document.startViewTransition(f)', 'api.Document.startViewTransition'],
    ['new CloseWatcher()', 'api.CloseWatcher'],
    ['export const m = element.moveBefore(a, b)', 'api.Document.moveBefore'],
    ['export const a = _jsx("button", { commandFor: id })', 'html.elements.button.commandfor'],
    ['export const a = _jsx("dialog", { closedby: "any" })', 'html.elements.dialog.closedby'],
  ])('in a module is found: %s', (text, path) => {
    expect(unlisted(jsFeatures(text, 'planted.js')).join('\n')).toContain(`${path} is not in`)
  })

  it('is not found where the word is a name of our own, or a question', () => {
    const text = `import { Highlight2 as CloseWatcher } from './a.js'; new CloseWatcher(); const { scheduler } = parts; scheduler.go()`
    expect(unlisted(jsFeatures(text, 'planted.js'))).toEqual([])
    expect(unlisted(cssFeatures('@supports not (anchor-scope: all) { a { color: red } }', 'a.css'))).toEqual(
      [],
    )
  })
})

describe('a browser without the functions that docs/browsers.md lists', () => {
  afterAll(async () => leaveBrowser(await launchBrowser()))

  it('shows an answer with coloured code, and the wire', async () => {
    const functions = readSupport(page)
      .rows.flatMap(({ paths }) => paths)
      .filter((path) => path.startsWith('api.'))
      .map((path) => path.slice(4).replace('_static', ''))
    const demo = await serveBuiltDemo()
    try {
      const { page: shown, ...opened } = await demo.open(undefined, (frame) =>
        frame.addInitScript((names: string[]) => {
          for (const name of names) {
            const [holder, member] = name.split('.') as [keyof typeof window, string | undefined]
            const owner =
              member && holder !== 'Window' && holder !== 'CSS' ? window[holder]?.prototype : undefined
            for (const one of [owner, holder === 'CSS' ? CSS : undefined, member ? window : undefined])
              if (one) delete one[member!]
            if (!member) delete window[holder]
          }
        }, functions),
      )
      expect(
        await shown.evaluate(() => [
          'Highlight' in window,
          'highlights' in CSS,
          'requestIdleCallback' in window,
          'caretPositionFromPoint' in document,
        ]),
      ).toEqual([false, false, false, false])
      await opened.ask('Show me a table and some code')
      await opened.settle()
      await expect
        .poll(() => opened.answer.locator('[data-slot="code-block"] [data-token]').count())
        .toBeGreaterThan(0)
      await shown.getByRole('button', { name: 'Wire', exact: true }).click()
      await shown.locator('[data-slot="wire-bar"]').first().waitFor()
      await opened.close()
    } finally {
      await demo.close()
    }
  })
})
