/**
 * `pnpm bench`: what showing and streaming cost in a browser, beside the floor of plain DOM; written to docs/performance.md.
 *   --cells a,b     only these workloads
 *   --rounds n      at most so many runs of each
 *   --no-write      only prints; also with --cells
 *   --profile CELL  where the time of Antiphon goes, by function, from a build with names
 *   --peers         the comparison with other kits instead
 *   --throttle n    on a processor so many times slower instead (test/perf/throttle.mjs)
 *   --engines       in Chromium, Firefox and WebKitGTK instead (test/perf/engines.mjs)
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildPages, pageWeight, subjects } from './build.mjs'
import { servePages, startBrowser } from './browser.mjs'
import { cells } from './cells.mjs'
import { profileCell } from './profile.mjs'
import { benchEngines } from './engines.mjs'
import { comparePeers } from './peers.mjs'
import { reportOf, writeSection } from './report.mjs'
import { runCell } from './run-cell.mjs'
import { summarise } from './summary.mjs'
import { isSlowCell, slowReport } from './throttle.mjs'

const LIMIT_MS = 120_000

export async function benchScreen(words) {
  if (words.includes('--peers')) return comparePeers(words)
  if (words.includes('--engines')) return benchEngines(words)
  const value = (name) => (words.includes(name) ? words[words.indexOf(name) + 1] : undefined)
  const profiled = value('--profile')
  const throttle = Number(value('--throttle') ?? 1)
  if (!(throttle >= 1)) {
    console.error(`--throttle takes a number of 1 or more, such as 6; this is ${value('--throttle')}.`)
    return 1
  }
  const usual = Object.keys(cells).filter((name) => throttle === 1 || isSlowCell(name))
  const wanted = profiled ? [profiled] : (value('--cells')?.split(',') ?? usual)
  const outDir = mkdtempSync(join(tmpdir(), 'antiphon-perf-'))
  let server
  let browser
  try {
    await buildPages(outDir, { readable: profiled !== undefined })
    server = await servePages(outDir)
    browser = await startBrowser()
    if (profiled) {
      await profileCell(browser, server.url, cells[profiled], { throttle })
      return 0
    }
    const began = Date.now()
    const results = await runAll(browser, server.url, wanted, Number(value('--rounds') ?? 99), {
      throttle,
    })
    const report = {
      results,
      weight: Object.fromEntries(subjects.map((name) => [name, pageWeight(outDir, name)])),
      chromium: browser.version(),
      seconds: Math.round((Date.now() - began) / 1000),
    }
    const text = throttle === 1 ? reportOf(report) : slowReport(report, throttle)
    console.log(text)
    if (!words.includes('--no-write') && !words.includes('--cells'))
      writeSection(throttle === 1 ? 'figures' : 'throttled', text)
    return 0
  } finally {
    await browser?.close()
    server?.close()
    rmSync(outDir, { recursive: true, force: true })
  }
}

/** Round by round, the subjects in turn, so that other work on the machine hits all of them. */
async function runAll(browser, url, wanted, most, options) {
  const runs = {}
  const rounds = (name) => Math.min(most, cells[name].rounds)
  for (let round = 0; round < Math.max(...wanted.map(rounds)); round++)
    for (const name of wanted) {
      if (round >= rounds(name)) continue
      for (const subject of round % 2 ? subjects.toReversed() : subjects) {
        if ((cells[name].only ?? subject) !== subject) continue
        const run = await within(runCell(browser, url, subject, cells[name], options))
        const list = ((runs[name] ??= {})[subject] ??= [])
        if (run.error) console.error(`${name}, ${subject}: ${run.error}`)
        else list.push(run)
        const busy = run.busy === undefined ? 'failed' : `${Math.round(run.busy)} ms`
        console.error(`${name.padEnd(15)} ${subject.padEnd(9)} ${busy} ${run.wrong?.join('; ') ?? ''}`)
      }
    }
  return Object.fromEntries(
    Object.entries(runs).map(([name, bySubject]) => [
      name,
      Object.fromEntries(Object.entries(bySubject).map(([subject, list]) => [subject, summarise(list)])),
    ]),
  )
}

async function within(run) {
  let timer
  const late = new Promise((resolve) => {
    timer = setTimeout(() => resolve({ error: `over ${LIMIT_MS / 1000} s` }), LIMIT_MS)
  })
  const result = await Promise.race([run.catch((error) => ({ error: String(error).slice(0, 300) })), late])
  clearTimeout(timer)
  return result
}
