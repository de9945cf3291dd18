import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { german } from '@antiphon/ui/german'
import { afterAll, beforeAll, expect, test } from 'vitest'

type Missing = (part: object) => string[]

/** A file in a folder from which packages are found, so that the code runs unchanged. */
const file = join(import.meta.dirname, `missing-words-${process.pid}.ts`)
let missing: Missing

beforeAll(async () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/words.md'), 'utf8')
  const code = [...page.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].find(([, one]) =>
    one!.includes('function missing'),
  )
  writeFileSync(file, code![1]!)
  ;({ missing } = (await import(/* @vite-ignore */ file)) as { missing: Missing })
})
afterAll(() => rmSync(file, { force: true }))

test('the list of missing words that docs/words.md makes knows every group and every entry', () => {
  expect(missing(german)).toEqual([])
  const groups = Object.keys(german)
  expect(missing({})).toEqual(groups)
  expect(groups).toEqual(expect.arrayContaining(['composer', 'editor']))
  const { placeholder: _, ...composer } = german.composer
  expect(missing({ ...german, composer })).toEqual(['composer.placeholder'])
})
