import type { Reporter, TestCase } from 'vitest/node'

/** Names what passed only when it was run again, with the reason of the first run: a race to be mended, though nothing is broken. */
export function secondRunReporter(print: (line: string) => void = console.log): Reporter {
  const found: string[] = []
  return {
    onTestCaseResult(test: TestCase) {
      if (!test.diagnostic()?.flaky) return
      const why = test.result().errors?.[0]?.message.split('\n')[0] ?? 'no reason'
      found.push(`  ${test.module.relativeModuleId} > ${test.fullName}: ${why}`)
    },
    onTestRunEnd() {
      if (found.length) print([`Passed only when run again: ${found.length}`, ...found].join('\n'))
    },
  }
}
