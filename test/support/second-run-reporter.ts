import { readFileSync } from 'node:fs'
import type { Reporter, TestCase } from 'vitest/node'

export interface SecondRunOptions {
  /** A file of titles that may need a second run, one a line; `#` begins a remark. */
  known: string
  /** How many others may need one before the run fails for them. Default 0. */
  limit?: number
}

/**
 * Names what passed only when it was run again, with the reason of the first run: a race to be mended, though nothing is
 * broken. The run fails when more than `limit` of them are not known.
 */
export function secondRunReporter({ known, limit = 0 }: SecondRunOptions): Reporter {
  const titles = new Set(
    readFileSync(known, 'utf8')
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line && !line.startsWith('#')),
  )
  const lines: string[] = []
  let news = 0
  return {
    onTestCaseResult(test: TestCase) {
      if (!test.diagnostic()?.flaky) return
      const title = `${test.module.relativeModuleId} > ${test.fullName}`
      const why = test.result().errors?.[0]?.message.split('\n')[0] ?? 'no reason'
      lines.push(`  ${titles.has(title) ? 'known' : 'NEW'}: ${title}`, `    ${why}`)
      if (!titles.has(title)) news++
    },
    onTestRunEnd() {
      if (lines.length === 0) return
      console.log(['Passed only when run again:', ...lines].join('\n'))
      if (news === 0) return
      const verdict = news > limit ? 'The run fails.' : `The run fails from ${limit + 1} on.`
      console.log(`${news} of them not in ${known}: a race, or a fault that shows now and then. ${verdict}`)
      if (news > limit) process.exitCode = 1
    },
  }
}
