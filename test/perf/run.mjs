/**
 * `pnpm bench`: what showing and streaming cost in a browser, beside the floor of plain DOM; written to docs/performance.md.
 *   --cells a,b     only these workloads
 *   --rounds n      at most so many runs of each
 *   --no-write      only prints; also with --cells
 *   --profile CELL  where the time of Antiphon goes, by function, from a build with names
 *   --peers         the comparison with other kits instead
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildPages, pageWeight, subjects } from './build.mjs'
import { servePages, startBrowser } from './browser.mjs'
import { cells } from './cells.mjs'
import { profileCell } from './profile.mjs'
import { comparePeers } from './peers.mjs'
import { reportOf, writeSection } from './report.mjs'
import { runCell } from './run-cell.mjs'
import { summarise } from './summary.mjs'

const LIMIT_MS = 120_000

export async function benchScreen(words) {
  if (words.includes('--peers')) return comparePeers(words)
  const value = (name) => (words.includes(name) ? words[words.indexOf(name) + 1] : undefined)
  const profiled = value('--profile')
  const wanted = profiled ? [profiled] : (value('--cells')?.split(',') ?? Object.keys(cells))
  const outDir = mkdtempSync(join(tmpdir(), 'antiphon-perf-'))
  let server
  let browser
  try {
    await buildPages(outDir, { readable: profiled !== undefined })
    server = await servePages(outDir)
    browser = await startBrowser()
    if (profiled) {
      await profileCell(browser, server.url, cells[profiled])
      return 0
    }
    const began = Date.now()
    const results = await runAll(browser, server.url, wanted, Number(value('--rounds') ?? 99))
    const report = {
      results,
      weight: Object.fromEntries(subjects.map((name) => [name, pageWeight(outDir, name)])),
      chromium: browser.version(),
      seconds: Math.round((Date.now() - began) / 1000),
    }
    const text = reportOf(report)
    console.log(text)
    if (!words.includes('--no-write') && !words.includes('--cells')) writeSection('figures', text)
    return 0
  } finally {
    await browser?.close()
    server?.close()
    rmSync(outDir, { recursive: true, force: true })
  }
}

/** Round by round, the subjects in turn, so that other work on the machine hits all of them. */
async function runAll(browser, url, wanted, most) {
  const runs = {}
  const rounds = (name) => Math.min(most, cells[name].rounds)
  for (let round = 0; round < Math.max(...wanted.map(rounds)); round++)
    for (const name of wanted) {
      if (round >= rounds(name)) continue
      for (const subject of round % 2 ? subjects.toReversed() : subjects) {
        if ((cells[name].only ?? subject) !== subject) continue
        const run = await within(runCell(browser, url, subject, cells[name]))
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
