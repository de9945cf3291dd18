/**
 * `pnpm bench` measures what showing and streaming cost in a browser and writes docs/performance.md (see
 * test/perf/run.mjs); `pnpm bench core` runs a suite of the code without a screen; `pnpm bench --help` lists all. The
 * suites print tables and write nothing.
 */
import { execFile } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { printRows } from './table.mjs'

const here = import.meta.dirname
const run = promisify(execFile)

async function loadSuites() {
  const folders = readdirSync(here).filter((name) => existsSync(join(here, name, 'suite.mjs')))
  const loaded = folders.map(async (name) => {
    const { suite } = await import(pathToFileURL(join(here, name, 'suite.mjs')).href)
    return { name, ...suite }
  })
  return Promise.all(loaded)
}

/** Each part, and each of its cases, in a process of its own, so that none runs on code that another one made fast or slow. */
async function runPart(suite, { file, cases = [''] }, built) {
  const script = join(here, suite.name, file)
  const rows = []
  for (const one of cases) {
    const { stdout } = await run(process.execPath, [
      '--expose-gc',
      join(here, 'part.mjs'),
      script,
      built,
      one,
    ])
    rows.push(...JSON.parse(stdout))
  }
  return rows
}

async function runSuite(suite, only) {
  console.log(`${suite.name}: ${suite.about}`)
  console.log(
    `Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model.trim()}, ${suite.build.about}\n`,
  )
  const { file, remove } = await suite.build.make()
  let failed = 0
  try {
    for (const part of suite.parts) {
      if (only.length > 0 && !only.includes(part.name)) continue
      console.log(part.title)
      failed += printRows(await runPart(suite, part, file))
    }
  } finally {
    remove()
  }
  return failed
}

const suites = await loadSuites()
const wanted = process.argv.slice(2).filter((word) => word !== '--')
const suite = suites.find(({ name }) => name === wanted[0])
const isThreads = wanted[0] === 'threads'
const isSessions = wanted[0] === 'sessions'
const isServer = wanted[0] === 'server'
const isScreen = wanted.length === 0 || /^--(?!help$)/.test(wanted[0])
if (isScreen) {
  const { benchScreen } = await import('../perf/run.mjs')
  process.exitCode = await benchScreen(wanted)
} else if (isThreads) {
  const { benchThreads } = await import('../perf/threads.mjs')
  process.exitCode = await benchThreads(wanted)
} else if (isSessions) {
  const { benchSessions } = await import('../perf/sessions.mjs')
  process.exitCode = await benchSessions(wanted)
} else if (isServer) {
  const { benchServer } = await import('./server/bench.mjs')
  process.exitCode = await benchServer(wanted.slice(1))
} else if (suite) {
  const failed = await runSuite(suite, wanted.slice(1))
  console.log(`PASS: the goal is reached. NEAR: what must be is, the goal is not. FAIL: ${failed} times.`)
  process.exitCode = failed === 0 ? 0 : 1
} else {
  const isHelp = wanted[0] === '--help'
  if (!isHelp) console.error(`There is no suite "${wanted[0]}".`)
  console.log('pnpm bench: what showing and streaming cost in a browser. Writes docs/performance.md.')
  console.log(
    '  --peers       beside the kits of the comparison in the shared folder, which are installed for it',
  )
  console.log(
    '  --cells a,b   only these workloads; --rounds n: at most so many runs; --no-write: only prints',
  )
  console.log('  --throttle n  on a processor n times slower, in Chromium, such as 6 for a phone')
  console.log('  --engines     in Chromium, Firefox and WebKitGTK; writes docs/browsers.md')
  console.log('  --profile x   where the time of one workload goes, by function')
  console.log(
    'pnpm bench threads: the list, a thread and the search with 1,000 threads. Writes docs/performance.md.',
  )
  console.log(
    'pnpm bench sessions: a session of 500 MB, the list of 5,000 and a search in the viewer. Writes docs/performance.md.',
  )
  console.log(
    'pnpm bench server: streams that a chat server holds at once, beside a bare proxy, see docs/server-load.md.',
  )
  console.log('Suites (pnpm bench SUITE [PART …]):')
  for (const { name, about, parts } of suites) {
    console.log(`  ${name}: ${about}`)
    for (const part of parts) console.log(`    ${part.name}: ${part.title}`)
  }
  process.exitCode = isHelp ? 0 : 1
}
