/**
 * `pnpm bench --engines`: the floor and the kit in Chromium, Firefox and WebKitGTK, those of them that this machine has; written to
 * docs/browsers.md. Processor time comes from Linux, which counts it in steps of 10 ms.
 *   --cells a,b     only these workloads
 *   --rounds n      at most so many runs of each
 *   --no-write      only prints; also with --cells, and where an engine is not installed
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { median } from '../bench/measure.mjs'
import { servePages } from './browser.mjs'
import { buildPages, subjects } from './build.mjs'
import { cells } from './cells.mjs'
import { pageTime } from './page-time.mjs'
import { line, n, writeSection } from './report.mjs'

const root = join(import.meta.dirname, '../..')
const usual = ['mount-5000', 'stream-0', 'stream-1000', 'tools-20']
const ROUNDS = 3
/** How many times Chromium's ratio another engine's may be. */
const BORDER = 1.3

/** The drivers are TypeScript, which Node 20 does not read by itself. */
async function loadEngines() {
  const vite = pathToFileURL(createRequire(join(root, 'package.json')).resolve('vite')).href
  const { runnerImport } = await import(vite)
  const { module } = await runnerImport(join(root, 'test/engines/engines.ts'), { root, configFile: false })
  return module.findEngines()
}

export async function benchEngines(words) {
  const value = (name) => (words.includes(name) ? words[words.indexOf(name) + 1] : undefined)
  const wanted = value('--cells')?.split(',') ?? usual
  const rounds = Number(value('--rounds') ?? ROUNDS)
  const engines = await loadEngines()
  const found = engines.filter(({ missing }) => missing.length === 0)
  for (const { name, missing } of engines)
    if (missing.length > 0) console.error(`${name} is not measured: ${missing.join(', ')} is not installed.`)
  const outDir = mkdtempSync(join(tmpdir(), 'antiphon-perf-'))
  const began = Date.now()
  let server
  try {
    await buildPages(outDir)
    server = await servePages(outDir)
    const columns = []
    // One after another: a browser that waits takes time from the others.
    for (const { name, start } of found)
      columns.push(await measureEngine(name, start, server.url, wanted, rounds))
    const text = reportOf(columns, wanted, Math.round((Date.now() - began) / 1000))
    console.log(text)
    const isWhole = found.length === engines.length && !words.includes('--cells')
    if (isWhole && !words.includes('--no-write')) writeSection('engines', text, 'browsers.md')
    return columns.some(({ wrong }) => wrong.length > 0) ? 1 : 0
  } finally {
    server?.close()
    rmSync(outDir, { recursive: true, force: true })
  }
}

/** Processor time of each workload and subject in one engine, the subjects in turn. */
async function measureEngine(name, start, url, wanted, rounds) {
  const engine = await start()
  const runs = new Map()
  const wrong = []
  try {
    for (let round = 0; round < rounds; round++)
      for (const cell of wanted)
        for (const subject of round % 2 ? subjects.toReversed() : subjects) {
          const run = await measure(engine.driver, url, subject, cells[cell])
          const key = `${cell} ${subject}`
          runs.set(key, [...(runs.get(key) ?? []), run])
          wrong.push(...run.wrong)
          console.error(
            `${name.padEnd(10)} ${key.padEnd(22)} ${run.main} ms, ${run.all} of all threads ${run.wrong.join('; ')}`,
          )
        }
  } finally {
    await engine.close()
  }
  const of = (cell, subject, key) => {
    const list = runs.get(`${cell} ${subject}`)
    return list && median(list.map((run) => run[key]))
  }
  return { name, version: engine.version.split('.').slice(0, 2).join('.'), wrong, of }
}

async function measure(driver, url, subject, cell) {
  await driver.goto(`${url}/${subject}/${subject}.html`)
  const step = (name, ...args) =>
    driver.run(
      (name, args) => Promise.resolve(window.steps[name](...args)).then((value) => value ?? {}),
      name,
      args,
    )
  await driver.run(async () => {
    while (!window.subject) await new Promise((done) => setTimeout(done, 20))
    window.steps = await import('/steps/steps.mjs')
  })
  await step('prepare', cell)
  const isMount = cell.kind === 'mount'
  if (!isMount) {
    await step('mount')
    await step('rest')
    await step('open')
  }
  const before = pageTime()
  if (isMount) {
    await step('mount')
    await step('rest')
  } else await step('feed', 0, 1)
  const after = pageTime()
  const { wrong } = await step('check')
  return { main: after.main - before.main, all: after.all - before.all, wrong }
}

/** Figures as Markdown: processor time of kit and floor, and the ratio divided by Chromium's. */
function reportOf(columns, wanted, seconds) {
  const ratio = (column, cell) =>
    column.of(cell, 'antiphon', 'main') / Math.max(column.of(cell, 'floor', 'main'), 10)
  const reference = columns.find(({ name }) => name === 'Chromium')
  const rows = wanted.flatMap((cell) =>
    columns.map((column) => {
      const own = ratio(column, cell)
      const beside = reference && column !== reference ? own / ratio(reference, cell) : undefined
      return line([
        cell,
        `${column.name} ${column.version}`,
        n(column.of(cell, 'antiphon', 'main')),
        n(column.of(cell, 'floor', 'main')),
        n(own, 2),
        ['antiphon', 'floor'].map((subject) => n(column.of(cell, subject, 'all'))).join(' / '),
        beside === undefined ? '' : `${n(beside, 2)}${beside <= BORDER ? '' : ', above'}`,
      ])
    }),
  )
  return [
    `${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model.trim()}, load ${n(loadavg()[0], 1)}, ${seconds} s in all.`,
    '',
    line([
      'workload',
      'engine',
      'kit ms',
      'floor ms',
      'ratio',
      'all threads',
      `ratio / Chromium's (at most ${BORDER})`,
    ]),
    line(['---', '---', '--:', '--:', '--:', '--:', '--:']),
    ...rows,
  ].join('\n')
}
