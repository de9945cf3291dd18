import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
// @ts-expect-error plain JavaScript, which runs without a build
import { filesWithTag, hunts as rows } from '../hunt/hunts.mjs'
import { root } from '../projects/shared.js'
import { filesBelow } from '../support/files-below.js'

interface Hunt {
  name: string
  project?: string
  tests?: string[]
  not?: string[]
}

const hunts = rows as Hunt[]

const files = ['apps', 'packages', 'test'].flatMap(filesBelow).filter((file) => /\.test\.tsx?$/.test(file))
/** Tests that try more in a hunt than in `npm test`. */
const searches = (file: string): boolean =>
  /\b(?:amount|someOf)\(/.test(readFileSync(join(root, file), 'utf8')) && !file.includes('boundaries')
const isIn = ({ tests = [], not = [] }: Hunt, file: string): boolean =>
  tests.some((part) => file.includes(part)) && !not.some((part) => file.includes(part))

/** Files that belong to no hunt, or to several, with their hunts. */
const misplaced = (some: string[]): string[] =>
  some.flatMap((file) => {
    const names = hunts.filter((hunt) => isIn(hunt, file)).map(({ name }) => name)
    return names.length === 1 ? [] : [`${file}: ${names.join(', ') || 'none'}`]
  })

describe('hunts', () => {
  it('every file that only a hunt runs belongs to exactly one', () => {
    const only = files.filter((file) => file.includes('.hunt.test.'))
    expect(only.length).toBeGreaterThan(5)
    expect(misplaced(only)).toEqual([])
  })

  it('every file that tries more in a hunt belongs to exactly one', () => {
    expect(misplaced(files.filter(searches))).toEqual([])
  })

  it('every test with the tag is in a folder whose tests the hunt of tagged tests runs', () => {
    const tagged = files.filter((file) =>
      /tags: 'hunt'|@module-tag hunt/.test(readFileSync(join(root, file), 'utf8')),
    )
    expect(tagged.filter((file) => !filesWithTag().includes(file))).toEqual(['test/boundaries/hunts.test.ts'])
  })

  it('every name in the table is that of a file', () => {
    const parts = hunts.flatMap(({ tests = [], not = [] }) => [...tests, ...not])
    expect(parts.filter((part) => !files.some((file) => file.includes(part)))).toEqual([])
  })
})
