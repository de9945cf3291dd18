import { afterAll, beforeAll, expect, test } from 'vitest'
import { stories } from '../../apps/gallery/src/stories.js'
import { checkStories, hydrateStory, labelled, renderOnServer } from './support/every-story.js'
import { startStories, type StoryStage } from './support/story-page.js'

let stage: StoryStage
beforeAll(async () => void (stage = await startStories()))
afterAll(() => stage?.close())

test('every story has an id of its own', () => {
  expect(stories.length).toBeGreaterThan(100)
  const ids = stories.map(({ id }) => id)
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
})

const light = stories.filter(({ parameters }) => !parameters['heavy'])
/** The first story of each component. */
const looked = new Map(light.toReversed().map((story) => [story.title, story]))

// All stories with axe, in light, dark, and right to left, and the long threads: gallery-stories.hunt.test.ts.
test('X40 every story renders on a server without a warning', () => {
  expect(light.flatMap((story) => labelled(story.id, renderOnServer(story).words))).toEqual([])
})

test(
  'X30 X40 the first story of each component hydrates without a warning and is free of axe findings',
  { tags: 'hunt' },
  async () => {
    // One for each file of stories.
    expect(looked.size).toBe(new Set(light.map(({ file }) => file)).size)
    const found = await checkStories(stage, [...looked.values()], async (page, story) => [
      ...(await hydrateStory(page, story)),
      ...labelled('light', await page.axe()),
    ])
    expect(found).toEqual([])
  },
)
