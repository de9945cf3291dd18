import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { transformWithOxc } from 'vite'
import { expect, test } from 'vitest'
// @ts-expect-error plain JavaScript, so that a script can read it too
import { plantedBugs } from './whole/planted-bugs.mjs'

const root = join(import.meta.dirname, '../..')
const bugs = plantedBugs as { name: string; file: string; find: string; replace: string }[]

test.each(bugs)(
  'there is a place to plant, and what is planted can be read: $name',
  async ({ file, find, replace }) => {
    const source = readFileSync(join(root, file), 'utf8')
    expect(source.split(find)).toHaveLength(2)
    const planted = source.replace(find, () => replace)
    await expect(transformWithOxc(planted, file)).resolves.toBeDefined()
  },
)
