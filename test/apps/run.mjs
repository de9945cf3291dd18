// `pnpm test:hosts [NAME…] [--react=18.3]`: packs the packages (which must be built), installs them with npm into copies of the apps
// in a folder outside of the workspace, builds and type-checks them there, opens each in the browser, and does so with React 18 and
// 19. It writes the rows of these apps to docs/hosts.md, and fails when a step does. It needs the npm registry; `--keep` leaves the
// folders.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { browserLaunchOptions } from '../../scripts/browser.mjs'
import { packAll } from '../../scripts/pack.mjs'
import { root } from '../../scripts/pnpm.mjs'
import { apps } from './apps.mjs'
import { buildApp, checkTypes, installWithNpm, makeApp, runScript } from './make-app.mjs'
import { serveApp, serveModel } from './serve-app.mjs'
import { LAN_RULE, otherLooks, visitApp } from './visit-app.mjs'

/** The oldest React that the kit works with, and the newest. */
const REACTS = [
  ['19', {}],
  [
    '18.3',
    { react: '~18.3.1', 'react-dom': '~18.3.1', '@types/react': '^18.3.0', '@types/react-dom': '^18.3.0' },
  ],
]
const STEPS = ['installs', 'builds', 'types', 'renders', 'styles']
const page = join(root, 'docs/hosts.md')

const words = process.argv.slice(2)
const keep = words.includes('--keep')
const only = words.find((word) => word.startsWith('--react='))?.slice(8)
const names = words.filter((word) => !word.startsWith('--'))
const unknown = names.filter((name) => !apps.some((app) => app.name === name))
if (unknown.length > 0)
  throw new Error(`There is no app ${unknown[0]}. Known: ${apps.map(({ name }) => name).join(', ')}.`)

const reacts = REACTS.filter(([react]) => !only || react === only)
if (reacts.length === 0) throw new Error(`React is tried in ${REACTS.map(([react]) => react).join(' and ')}.`)

const work = mkdtempSync(join(tmpdir(), 'antiphon-hosts-'))
const packed = packAll(join(work, 'tarballs'))
const launch = browserLaunchOptions()
const browser = await chromium.launch({ ...launch, args: [...launch.args, LAN_RULE] })
const model = await serveModel()
/** How the kit looks in a page without any CSS of its own, by window size and React. */
const plain = new Map()

/** Serves and opens an app. */
async function open(app, folder, viewport) {
  const { url, close } = await serveApp(app, folder)
  try {
    return await visitApp(browser, app, url, model.url, viewport)
  } finally {
    await close()
  }
}

/** Returns the look of each element in the plain app, in a window of that size. */
async function plainLooks(folder, viewport) {
  const app = apps.find(({ name }) => name === 'vite')
  return (await open(app, folder, viewport)).looks
}

/** Runs the steps of one app until one fails. Gives for each: true, words that say what is wrong, or undefined where it has none. */
async function tryApp(app, react, versions) {
  const folder = makeApp(app, join(work, `react-${react}`, app.name))
  const row = {}
  let seen
  const steps = {
    installs: () => installWithNpm(folder, packed, versions),
    builds: () => (app.folder || app.start ? buildApp(folder) : undefined),
    types: () => checkTypes(app, folder),
    async renders() {
      if (!app.folder && !app.start) return void runScript(folder, 'test')
      seen = await open(app, folder)
      if (seen.problems.length > 0) throw new Error(seen.problems.join('\n'))
    },
    async styles() {
      const size = app.like
      const key = `${react} ${size?.width}`
      const base = join(work, `react-${react}`, 'vite')
      if (!plain.has(key))
        plain.set(key, size || app.name !== 'vite' ? await plainLooks(base, size) : seen.looks)
      const other = otherLooks(plain.get(key), seen.looks)
      if (other.length > 0) throw new Error(other.join('\n'))
    },
  }
  for (const step of STEPS) {
    const has =
      step === 'builds' || step === 'styles'
        ? Boolean(app.folder ?? app.start)
        : !(app.drives && step === 'renders')
    if (!has || (step === 'styles' && !seen)) continue
    try {
      await steps[step]()
      row[step] = true
    } catch (error) {
      row[step] = error.message
      process.stdout.write(`${app.name}, React ${react}: ${step}: ${error.message}\n`)
      // An app that looks or types differently can still be opened; one that did not install or build cannot.
      if (step === 'installs' || step === 'builds') break
    }
  }
  return row
}

const cell = (found) => (found === true ? '✓' : found ? 'fails' : '–')
const rowOf = ({ app, react, row }) => {
  const link = app.name === 'readme' ? 'README.md' : `examples/${app.name}`
  return `| [${app.name}](../${link}) | ${react} | ${STEPS.map((step) => cell(row[step])).join(' | ')} |`
}

/** Writes what is known so far. The rows of apps that were not tried stay as they are. */
function writeTable() {
  const text = readFileSync(page, 'utf8')
  const rows = REACTS.flatMap(([react]) =>
    apps.flatMap((app) => {
      const tried = table.find((one) => one.app === app && one.react === react)
      const begin = `| [${app.name}](`
      const known = text.split('\n').find((line) => line.startsWith(begin) && line.includes(`) | ${react} |`))
      return tried ? [rowOf(tried)] : known ? [known] : []
    }),
  )
  const head = [`| host | React | ${STEPS.join(' | ')} |`, `|---|---|${STEPS.map(() => ':-:|').join('')}`]
  writeFileSync(
    page,
    text.replace(
      /(<!-- hosts -->\n)[\s\S]*(<!-- end hosts -->)/,
      (_, start, end) => `${start}${[...head, ...rows].join('\n')}\n${end}`,
    ),
  )
}

const chosen = names.length > 0 ? apps.filter(({ name }) => name === 'vite' || names.includes(name)) : apps
const table = []
try {
  for (const [react, versions] of reacts) {
    for (const app of chosen) {
      const begun = Date.now()
      const row = await tryApp(app, react, versions)
      table.push({ app, react, row })
      writeTable()
      const marks = STEPS.map((step) => `${step} ${row[step] === true ? 'ok' : row[step] ? 'FAILS' : '-'}`)
      process.stdout.write(
        `${app.name}, React ${react}: ${marks.join(', ')} (${Math.round((Date.now() - begun) / 1000)} s)\n`,
      )
    }
  }
} finally {
  await browser.close()
  await model.close()
  if (keep) process.stdout.write(`in ${work}\n`)
  else rmSync(work, { recursive: true, force: true })
}
if (table.some(({ row }) => Object.values(row).some((found) => found !== true))) process.exitCode = 1
