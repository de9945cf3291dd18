import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './pages.js'

const rows = readFileSync(join(root, 'docs/faults.md'), 'utf8')
  .split('\n')
  .filter((line) => /^\| (?!kind \|)/.test(line))
  .map((line) => line.slice(2, -2).split(' | '))

test('every row of docs/faults.md has a kind, a cause, a rule and a test that is there', () => {
  const wrong = rows.flatMap(([kind, cause, rule, tests = '', ...rest]) => {
    const quoted = [...tests.matchAll(/`([^`]+)`/g)].map(([, code]) => code!)
    const files = quoted.filter((code) => /\.test\.tsx?$/.test(code))
    const names = quoted.filter((code) => !files.includes(code))
    const gone = files.filter((path) => !existsSync(join(root, path)))
    const sources = files
      .filter((path) => !gone.includes(path))
      .map((path) => readFileSync(join(root, path), 'utf8'))
    const unknown = names.filter((name) => !sources.some((source) => source.includes(name)))
    const isWhole = cause && rule && files.length > 0 && rest.length === 0
    return isWhole && gone.length + unknown.length === 0 ? [] : [{ kind, gone, unknown }]
  })
  expect(wrong).toEqual([])
  expect(rows.length).toBeGreaterThan(50)
})
