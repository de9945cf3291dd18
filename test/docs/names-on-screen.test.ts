import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { field } from '../../packages/base/src/index.js'
import { englishBox } from '../../packages/ui/src/strings/english-box.js'
import { englishApproval } from '../../packages/ui/src/strings/english-late.js'
import { english } from '../../packages/ui/src/strings/english.js'
import { german } from '../../packages/ui/src/strings/german.js'
import { germanThreads } from '../../packages/threads/src/ui/german.js'
import { englishThreads } from '../../packages/threads/src/ui/english.js'
import { root } from './pages.js'

const inEnglish = { ...english, composer: englishBox, approval: englishApproval, threads: englishThreads }
const inGerman = { ...german, threads: germanThreads }
/** A name with a title in it has `…` there. */
const wordAt = (table: unknown, key: string) => {
  const word = key.split('.').reduce(field, table)
  return typeof word === 'function' ? (word('…') as unknown) : word
}

test('testing.md has the names on screen as the tables of words have them, in both languages', () => {
  const page = readFileSync(join(root, 'docs/testing.md'), 'utf8')
  const rows = [...page.matchAll(/^\|[^|]+\| ([^|]+) \| ([^|]+) \| `(\w+\.\w+)` \|$/gm)]
  expect(rows.length).toBeGreaterThan(20)
  for (const [, first, second, key] of rows)
    expect([key, first, second]).toEqual([key, wordAt(inEnglish, key!), wordAt(inGerman, key!)])
})
