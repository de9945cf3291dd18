import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const readme = readFileSync(join(root, 'README.md'), 'utf8')

it('every link and picture of the README points at something', () => {
  const targets = [...readme.matchAll(/\]\((?!https?:)([^)#]+)/g)].map((match) => match[1]!)
  expect(targets.length).toBeGreaterThan(3)
  expect(targets.filter((target) => !existsSync(join(root, target)))).toEqual([])
})
