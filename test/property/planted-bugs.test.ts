import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
// @ts-expect-error plain JavaScript, so that a script can read it too
import { plantedBugs } from './whole/planted-bugs.mjs'

const root = join(import.meta.dirname, '../..')
const bugs = plantedBugs as { name: string; file: string; find: string }[]

test.each(bugs)('there is a place to plant: $name', ({ file, find }) => {
  expect(readFileSync(join(root, file), 'utf8').split(find)).toHaveLength(2)
})
