import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
// @ts-expect-error plain JavaScript, which `pnpm test:hosts` runs without vitest
import { readmeSnippet } from '../apps/make-app.mjs'

const root = join(import.meta.dirname, '../..')
const readme = readFileSync(join(root, 'README.md'), 'utf8')

it('every link and picture of the README points at something', () => {
  const targets = [...readme.matchAll(/\]\((?!https?:)([^)#]+)/g)].map((match) => match[1]!)
  expect(targets.length).toBeGreaterThan(3)
  expect(targets.filter((target) => !existsSync(join(root, target)))).toEqual([])
})

it('from npm create vite to a chat it takes less than 15 lines', () => {
  const { commands, code } = readmeSnippet() as { commands: string; code: string }
  const lines = `${commands}${code}`.split('\n').filter((line) => line.trim())
  expect(lines.length).toBeLessThan(15)
})
