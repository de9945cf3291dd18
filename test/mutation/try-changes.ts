/**
 * Runs in each test file of a mutation run (run.mjs): the tests run once as they are, which shows the changes that each of them
 * reaches. Then each test runs again for each of its changes that no test has noticed yet. No module is loaded a second time.
 */
import { setMaxListeners } from 'node:events'
import { appendFileSync, readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import {
  afterAll,
  afterEach,
  beforeEach,
  TestRunner,
  type RunnerTestCase,
  type RunnerTestSuite,
} from 'vitest'

/** State that Stryker's instrumenter shares with each file that it changes. */
interface Switch {
  activeMutant?: string
  currentTestId?: string
  hitCount?: number
  hitLimit?: number
  mutantCoverage?: { static: Record<string, number>; perTest: Record<string, Record<string, number>> }
}

const change = ((globalThis as { __stryker__?: Switch }).__stryker__ ??= {})
const log = process.env['ANTIPHON_CHANGES_LOG']!
const TOO_LONG = 'took too long'
/** Ms for a test as it is, on a busy machine. */
const PATIENCE = 60_000
/** Tests that were given up and may still go on. */
const MAX_WAITING = 25
let waiting = 0
const isQuick = process.env['ANTIPHON_PACE'] === 'quick'
const only = process.env['ANTIPHON_CHANGE']
const { setTimeout, clearTimeout } = globalThis

// A property that goes on for longer has tried enough; what it finds first is found first for each change too.
fc.configureGlobal({ ...fc.readConfigureGlobal(), interruptAfterTimeLimit: 2000 })

if (only) {
  change.activeMutant = only
  say('pid', String(process.pid))
  say('trying', only)
} else {
  // Load lazy modules now, so that no test seems to reach code that runs on loading.
  for (const file of process.env['ANTIPHON_CHANGED']!.split(',')) await import(file)
  let looping = false
  let onLoading: string[] | undefined
  beforeEach(({ task }) => {
    onLoading ??= Object.keys(change.mutantCoverage?.static ?? {})
    if (!looping) change.currentTestId = task.id
  })
  afterEach(() => {
    change.currentTestId = undefined
  })
  // oxlint-disable-next-line no-empty-pattern -- Vitest takes no other first parameter.
  afterAll(async ({}, suite) => {
    looping = true
    await tryAll(suite, onLoading ?? [])
  }, 0)
}

async function tryAll(suite: RunnerTestSuite, onLoading: string[]): Promise<void> {
  const file = suite.file.filepath
  const settled = new Set<string>()
  const tried = new Set<string>()
  for (const line of readFileSync(log, 'utf8').split('\n')) {
    const [verb, id] = line.split('\t')
    if (verb === 'noticed' || verb === 'endless') settled.add(id!)
    if (verb === 'tried') tried.add(id!)
  }
  const coverage = change.mutantCoverage ?? { static: {}, perTest: {} }
  say('pid', String(process.pid))
  for (const id of onLoading) say('onLoading', id)
  const tests = testsOf(suite)
    .filter((test) => test.result?.state === 'pass' && coverage.perTest[test.id])
    .toSorted((a, b) => a.result!.duration! - b.result!.duration!)
  for (const test of tests) {
    const name = `${file.split('/').at(-1)} > ${test.id} ${test.name.replaceAll(/\s/g, ' ')}`
    if (tried.has(name)) continue
    setMaxListeners(0, test.context.signal)
    const reached = Object.entries(coverage.perTest[test.id]!)
    say('reached', reached.map(([id]) => id).join(' '))
    const open = reached.filter(([id]) => !settled.has(id))
    if (open.length === 0) continue
    // The first run may have had to load what this one finds there.
    const started = performance.now()
    if ((await runOnce(test, PATIENCE)) !== undefined) {
      say('notTwice', name)
      continue
    }
    const duration = performance.now() - started
    if (duration > (isQuick ? 1000 : 5000)) continue
    const limit = 1500 + 10 * duration
    for (const [id, hits] of open) {
      say('trying', id, file)
      change.hitCount = 0
      change.hitLimit = hits * 100 + 1000
      change.activeMutant = id
      const fault = await runOnce(test, limit)
      change.activeMutant = undefined
      change.hitCount = undefined
      if (fault === undefined) continue
      settled.add(id)
      say('noticed', id, name, fault)
      // A test that still waits for something that never comes takes time from all that follow. And the leftovers of a change
      // must not make the next one look noticed.
      const isStale = fault === TOO_LONG && ++waiting > MAX_WAITING
      if (!isStale && (await runOnce(test, limit)) === undefined) continue
      say('spoilt', id, name)
      process.exit(1)
    }
    say('tried', name)
  }
  say('done', file)
}

function testsOf(suite: RunnerTestSuite): RunnerTestCase[] {
  return suite.tasks.flatMap((task) => (task.type === 'suite' ? testsOf(task) : [task]))
}

/** Why the test fails, or undefined. */
async function runOnce(test: RunnerTestCase, limit: number): Promise<string | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(TOO_LONG), limit)
  })
  const fault = await Promise.race([attempt(test), late])
  clearTimeout(timer)
  return fault
}

async function attempt(test: RunnerTestCase): Promise<string | undefined> {
  const suites: RunnerTestSuite[] = []
  for (
    let suite: RunnerTestSuite | undefined = test.suite ?? test.file;
    suite;
    suite = suite.suite ?? (suite === test.file ? undefined : test.file)
  )
    suites.unshift(suite)
  const cleanups: (() => unknown)[] = []
  try {
    for (const suite of suites)
      for (const hook of TestRunner.getSuiteHooks(suite).beforeEach) {
        const cleanup: unknown = await hook(test.context, suite)
        if (typeof cleanup === 'function') cleanups.push(cleanup as () => unknown)
      }
    await TestRunner.getTestFn(test)()
    return undefined
  } catch (fault) {
    return String(fault).split('\n')[0]!.slice(0, 200)
  } finally {
    for (const suite of suites.toReversed())
      for (const hook of TestRunner.getSuiteHooks(suite).afterEach) await hook(test.context, suite)
    for (const cleanup of cleanups) await cleanup()
    const finishing = test as { onFinished?: ((context: unknown) => unknown)[] }
    for (const hook of (finishing.onFinished ?? []).toReversed()) await hook(test.context)
    finishing.onFinished = undefined
  }
}

function say(...words: string[]): void {
  appendFileSync(log, `${words.join('\t')}\n`)
}
