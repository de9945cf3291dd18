import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** Runs the fixture, whose one test fails first and then passes, in a process of its own. */
function runFixture(known: string, limit = 0): { status: number | null; out: string } {
  const { status, stdout } = spawnSync(
    process.execPath,
    [
      join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      '--config',
      join(import.meta.dirname, 'second-run/vitest.config.ts'),
    ],
    { cwd: root, encoding: 'utf8', env: { ...process.env, KNOWN: known, LIMIT: String(limit) } },
  )
  return { status, out: stdout }
}

test('a run fails when a test needed its second run that is not on the list, and says which and why', () => {
  const { status, out } = runFixture('none.txt')
  expect(out).toContain('NEW: race.fixture.ts > passes the second time\n    too early')
  expect(out).toContain('1 of them not in')
  expect(status).toBe(1)
})

test('it passes while there are no more of them than the limit, and names them all the same', () => {
  const { status, out } = runFixture('none.txt', 1)
  expect(out).toContain('NEW: race.fixture.ts > passes the second time\n    too early')
  expect(out).toContain('The run fails from 2 on.')
  expect(status).toBe(0)
})

test('it passes when the list has it, and names it all the same', () => {
  const { status, out } = runFixture('one.txt')
  expect(out).toContain('known: race.fixture.ts > passes the second time\n    too early')
  expect(status).toBe(0)
})
