import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { stories } from '../../apps/gallery/src/stories.js'
import { renderStories, storyRows } from '../coverage/story-rows.js'
import { sharedRoot } from '../replay/shared-data.js'

const rows = Object.values(storyRows).flat()
const design = join(sharedRoot, 'design.md')

describe('docs/stories.md', () => {
  test('every story that a row names is in the gallery', () => {
    const ids = new Set(stories.map(({ id }) => id))
    expect(rows.flatMap(([, , ...named]) => named).filter((id) => !ids.has(id))).toEqual([])
  })

  test('the page is as the rows are', async () => {
    await expect(renderStories()).toMatchFileSnapshot('../../docs/stories.md')
  })

  test.skipIf(!existsSync(design))('has each of the states that the design lists, in its order', () => {
    const text = readFileSync(design, 'utf8')
    const list = text.slice(text.indexOf('## 9.'), text.indexOf('## 10.'))
    const wanted = [...list.matchAll(/[:,.] (\d+) /g)].map(([, number]) => Number(number))
    expect(rows.map(([number]) => number)).toEqual(wanted)
  })
})
