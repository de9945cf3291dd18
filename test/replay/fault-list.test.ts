import { describe, expect, test } from 'vitest'
import { readTestTitles } from './test-titles.js'
import { notShown, shownElsewhere } from './fault-list.js'
import { sharedFolder, sharedJson } from './shared-data.js'

const corpus = sharedFolder('corpora/faults')
const titles = readTestTitles()

/** Cases by the tests whose title says `faults: <name>`. */
const named = new Set(
  [...titles.values()].flatMap((list) =>
    [...list].flatMap((title) => [...title.matchAll(/faults: ([a-z0-9-]+)/g)].map((match) => match[1]!)),
  ),
)

describe('where each case of corpora/faults is shown', () => {
  test('a test that is named for a case is there', () => {
    const missing = Object.values(shownElsewhere)
      .flat()
      .filter(([file, title]) => !titles.get(file)?.has(title))
    expect(missing).toEqual([])
  })

  test('no case is both shown and missing', () => {
    const shown = new Set([...named, ...Object.keys(shownElsewhere)])
    expect(Object.keys(notShown).filter((name) => shown.has(name))).toEqual([])
    for (const reason of Object.values(notShown)) expect(reason).toMatch(/^[A-Z].{20,}\.$/)
  })

  test.skipIf(!corpus)('every one of the 63 is shown by a test, or has its reason', () => {
    const { cases } = sharedJson(corpus ?? '', 'faults.json') as { cases: { name: string }[] }
    const known = new Set([...named, ...Object.keys(shownElsewhere), ...Object.keys(notShown)])
    expect(cases).toHaveLength(63)
    expect(cases.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([])
    expect([...known].filter((name) => !cases.some((one) => one.name === name))).toEqual([])
  })
})
