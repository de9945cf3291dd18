import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startStories, type StoryPage, type StoryStage } from './support/story-page.js'

const body = readFileSync(join(import.meta.dirname, '../fixtures/streams/parallel-tools.sse'), 'utf8')

let stage: StoryStage
let page: StoryPage
beforeAll(async () => {
  stage = await startStories()
  page = await stage.open()
})
afterAll(() => stage?.close())

/** The thread as a screen reader has it, once so many bytes have arrived. */
async function treeAt(byte: number): Promise<string> {
  await page.showStream(body, byte)
  return page.page.locator('#storybook-root').ariaSnapshot()
}

test('X43 the accessibility tree of a thread while it streams', async () => {
  await expect(await treeAt(1_200)).toMatchFileSnapshot('snapshots/thread-streaming.aria.yml')
})

test('X43 the accessibility tree of the same thread after it', async () => {
  await expect(await treeAt(Buffer.byteLength(body))).toMatchFileSnapshot('snapshots/thread-ended.aria.yml')
})
