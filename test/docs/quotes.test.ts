import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { pages, quotesOf, root, withFiles } from './pages.js'

const quoting = pages.filter((page) => quotesOf(page).length > 0)

test.each(quoting)('%s quotes files of the examples as they are (UPDATE_DOCS=1 writes them)', (page) => {
  const file = join(root, page)
  const text = readFileSync(file, 'utf8')
  const wanted = withFiles(text)
  if (process.env['UPDATE_DOCS']) writeFileSync(file, wanted)
  expect(readFileSync(file, 'utf8')).toBe(wanted)
})
