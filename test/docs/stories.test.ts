import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { stories } from '../../apps/gallery/src/stories.js'
import { sharedRoot } from '../replay/shared-data.js'

const page = readFileSync(join(import.meta.dirname, '../../docs/stories.md'), 'utf8')
const rows = [...page.matchAll(/^\| (\d+) \| [^|]+ \| (.+) \|$/gm)].map(([, number, names]) => ({
  number: Number(number),
  names: [...names!.matchAll(/`([^`]+)`/g)].map(([, name]) => name!),
}))
const design = join(sharedRoot, 'design.md')

test('every state in docs/stories.md has a story that is in the gallery', () => {
  const ids = new Set(stories.map(({ id }) => id))
  expect(rows.length).toBeGreaterThan(80)
  expect(rows.filter(({ names }) => names.length === 0 || names.some((name) => !ids.has(name)))).toEqual([])
})

test.skipIf(!existsSync(design))(
  'docs/stories.md has each of the states that the design lists, in its order',
  () => {
    const text = readFileSync(design, 'utf8')
    const list = text.slice(text.indexOf('## 9.'), text.indexOf('## 10.'))
    const wanted = [...list.matchAll(/[:,.] (\d+) /g)].map(([, number]) => Number(number))
    expect(rows.map(({ number }) => number)).toEqual(wanted)
  },
)
