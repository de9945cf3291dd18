/**
 * `pnpm bench threads`: the waiting times of the list of threads, a thread, and the result of each key typed into the search,
 * with 1,000 threads of 200 messages in a real IndexedDB. Written to docs/performance.md.
 *   --threads n     so many threads; nothing is written then
 *   --no-write      only prints
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { browserLaunchOptions } from '../../scripts/browser.mjs'
import { servePages } from './browser.mjs'
import { buildPages } from './build.mjs'
import { writeSection } from './report.mjs'

const MESSAGES = 200
const ROUNDS = 5
/** Words that are in most threads, in few and in none. */
const SOUGHT = ['thread 7', 'the har', 'zzyzx']

export async function benchThreads(words) {
  const at = words.indexOf('--threads')
  const count = at < 0 ? 1000 : Number(words[at + 1])
  const outDir = mkdtempSync(join(tmpdir(), 'antiphon-perf-'))
  let server
  let context
  try {
    await buildPages(outDir, { names: ['threads'] })
    server = await servePages(outDir)
    const { args = [], ...launch } = browserLaunchOptions()
    // A profile on disk: the storage of a private window lies in memory.
    context = await chromium.launchPersistentContext(join(outDir, 'profile'), {
      ...launch,
      args: [...args, '--disable-gpu'],
      viewport: { width: 1280, height: 800 },
    })
    const open = async () => {
      const page = await context.newPage()
      await page.goto(`${server.url}/threads/threads.html`)
      await page.waitForFunction(() => window.threads)
      return page
    }
    const began = Date.now()
    const first = await open()
    await first.evaluate(([count, messages]) => window.threads.seed(count, messages), [count, MESSAGES])
    await first.close()
    console.error(`${count} threads are written.`)
    const seeded = Math.round((Date.now() - began) / 1000)
    const runs = { list: [], open: [], search: [] }
    for (let round = 0; round < ROUNDS; round++) {
      const page = await open()
      runs.list.push(await page.evaluate((count) => window.threads.list(count), count))
      for (const place of [0, 0.4, 0.9])
        runs.open.push(await page.evaluate((at) => window.threads.open(at), Math.floor(place * count)))
      for (const text of SOUGHT)
        runs.search.push(...(await page.evaluate((text) => window.threads.search(text), text)))
      await page.close()
      console.error(`Round ${round + 1} of ${ROUNDS}: list ${Math.round(runs.list.at(-1))} ms`)
    }
    const text = report(runs, { count, seeded, chromium: context.browser()?.version() ?? '' })
    console.log(text)
    if (!words.includes('--no-write') && at < 0) writeSection('threads', text)
    return 0
  } finally {
    await context?.close()
    server?.close()
    rmSync(outDir, { recursive: true, force: true })
  }
}

function report(runs, { count, seeded, chromium }) {
  const lines = [
    ['the list, from an empty page to its last row', runs.list, 500],
    ['a thread, from the press on its row to its messages', runs.open, 300],
    ['a key typed into the search, to the list of what it finds', runs.search, 100],
  ].map(([what, times, goal]) => {
    const sorted = times.toSorted((a, b) => a - b)
    const median = sorted[sorted.length >> 1]
    const worst = sorted.at(-1)
    const verdict = median <= goal ? (worst <= goal ? 'reached' : 'reached in the median') : 'missed'
    return `| ${what} | ${goal} | ${Math.round(median)} | ${Math.round(worst)} | ${times.length} | ${verdict} |`
  })
  return [
    `${new Date().toISOString().slice(0, 10)}, Chromium ${chromium}, ${cpus().length} x ${cpus()[0]?.model.trim()}; ${count.toLocaleString('en')} threads of`,
    `${MESSAGES} messages (30 words each), which took ${seeded} s to write. ms of wall time, until it is painted; load of the machine meanwhile: ${loadavg()[1].toFixed(0)}.`,
    '',
    '| what | goal | median | worst | measured | |',
    '| --- | --: | --: | --: | --: | --- |',
    ...lines,
  ].join('\n')
}
