import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import * as fc from 'fast-check'
import { expect, onTestFinished, TestRunner } from 'vitest'

const folder = join(import.meta.dirname, '../fixtures/found')

/** A case that failed once. Every run tries it first. */
interface Found {
  /** Full name of the test, and which of its properties, from 1. */
  test: string
  seed: number
  path: string
  /** The counterexample as fast-check prints it, so that people can read it. */
  words: string
}

const fileOf = (testPath: string): string => join(folder, `${basename(testPath)}.jsonl`)

/** Lines of a file of test/fixtures/found; empty without the file. */
export function readFound<Line>(testPath: string): Line[] {
  const file = fileOf(testPath)
  if (!existsSync(file)) return []
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean)
  return lines.map((line) => JSON.parse(line) as Line)
}

/** Keeps a failure as a fixture. Does nothing with the usual seed, which fails in each run anyway. */
export function keepFound(testPath: string, line: object): void {
  if (!process.env['ANTIPHON_KEEP']) return
  mkdirSync(folder, { recursive: true })
  appendFileSync(fileOf(testPath), `${JSON.stringify(line)}\n`)
}

/** How many properties the running test has checked so far, by its name. */
const checked = new Map<string, number>()

/**
 * `fc.assert` for the tests of this repository: first tries the cases of this property in test/fixtures/found, then draws. A hunt
 * with a fresh seed (`npm run test:hunt -- --fresh`) adds what fails to them.
 */
export function assertProperty<Case>(
  property: fc.IAsyncProperty<Case>,
  parameters?: fc.Parameters<Case>,
): Promise<void>
export function assertProperty<Case>(property: fc.IProperty<Case>, parameters?: fc.Parameters<Case>): void
export function assertProperty<Case>(
  property: fc.IRawProperty<Case>,
  parameters: fc.Parameters<Case> = {},
): Promise<void> | void {
  const { currentTestName = '', testPath = '' } = expect.getState()
  const count = (checked.get(currentTestName) ?? 0) + 1
  // A mutation run calls the function of a test again by itself (test/mutation/try-changes.ts), when no test is running that could finish.
  if (TestRunner.getCurrentTest()) {
    if (count === 1) onTestFinished(() => void checked.delete(currentTestName))
    checked.set(currentTestName, count)
  }
  const test = `${currentTestName} ${count}`
  const runs = [
    ...readFound<Found>(testPath)
      .filter((found) => found.test === test)
      .map(({ seed, path }) => ({ ...parameters, seed, path, endOnFailure: true })),
    parameters,
  ]
  const judge = (result: fc.RunDetails<Case>): void => {
    if (!result.failed) return
    const { seed, counterexamplePath, counterexample } = result
    if (counterexamplePath)
      keepFound(testPath, { test, seed, path: counterexamplePath, words: fc.stringify(counterexample) })
    throw new Error(fc.defaultReportMessage(result), { cause: result.errorInstance })
  }
  if (!property.isAsync()) {
    for (const run of runs) judge(fc.check(property as fc.IProperty<Case>, run))
    return
  }
  return (async () => {
    for (const run of runs) judge(await fc.check(property as fc.IAsyncProperty<Case>, run))
  })()
}
