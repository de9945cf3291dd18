import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { coverRows, readFactRows, renderCoverage } from '../coverage/wire-coverage.js'
import { vectorRows } from '../coverage/vector-rows.js'
import { requestRows } from '../coverage/wire-rows-1.js'
import { answerRows } from '../coverage/wire-rows-2b.js'
import { streamRows } from '../coverage/wire-rows-2.js'
import { errorRows } from '../coverage/wire-rows-3.js'
import { bodyRows } from '../coverage/wire-rows-4.js'
import { sharedRoot } from './shared-data.js'
import { vectorFacts } from './vector-facts.js'

const sections = { ...requestRows, ...streamRows, ...answerRows, ...errorRows, ...bodyRows }
const { rows, faults } = coverRows({ ...sections, ...vectorRows })
const facts = join(sharedRoot, 'wire-facts.md')

describe('docs/wire-coverage.md', () => {
  test('every test and every stream that a row names is there', () => expect(faults).toEqual([]))

  test('the page is as the tests are', async () => {
    await expect(renderCoverage(rows)).toMatchFileSnapshot('../../docs/wire-coverage.md')
  })

  test('each of the 24 vectors has its stream or its test, and each numbered stream its vector', () => {
    const numbers = rows.filter(({ section }) => section === '7').map(({ row }) => parseInt(row, 10))
    expect(numbers).toEqual(Array.from({ length: 24 }, (_, at) => at + 1))
    const used = rows.filter(({ section }) => section === '7').flatMap(({ shown }) => shown)
    const streams = used.flatMap((one) => ('fixture' in one ? one.fixture : []))
    expect(streams.sort()).toEqual(Object.keys(vectorFacts).sort())
  })

  test.skipIf(!existsSync(facts))('has each row of each table of wire-facts 1 to 5, in its order', () => {
    const wanted = readFactRows(facts)
    const counts = (of: Iterable<[string, number]>) => Object.fromEntries(of)
    expect(counts(Object.entries(sections).map(([name, list]) => [name, Object.keys(list).length]))).toEqual(
      counts([...wanted].map(([name, list]) => [name, list.length])),
    )
    // A name of ours shares a word with the row that stands at its place.
    const strangers = Object.entries(sections).flatMap(([section, list]) =>
      Object.keys(list).filter((row, at) => {
        const line = wanted.get(section)?.[at]?.toLowerCase() ?? ''
        return !(row.toLowerCase().match(/[\w.>[\]]{2,}/g) ?? []).some((word) => line.includes(word))
      }),
    )
    expect(strangers).toEqual([])
  })
})
