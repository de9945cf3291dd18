import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
// @ts-expect-error plain JavaScript, which is run by hand too
import { llmsText } from '../../scripts/llms.mjs'

test('llms.txt says what the guides say (UPDATE_DOCS=1 writes it)', () => {
  const file = join(import.meta.dirname, '../../llms.txt')
  const text = (llmsText as () => string)()
  if (process.env['UPDATE_DOCS']) writeFileSync(file, text)
  expect(readFileSync(file, 'utf8')).toBe(text)
  expect(text).not.toMatch(/: undefined$|\]\((?:undefined|\.\.)/m)
})
