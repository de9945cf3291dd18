import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { vi } from 'vitest'
import { renderStory } from '../../../apps/gallery/src/stage/render-story.js'
import type { GalleryStory } from '../../../apps/gallery/src/stories.js'
import { Rooted } from '../../../packages/ui/src/lib/own-root.js'
import { storyTime, type StoryPage, type StoryStage } from './story-page.js'

type Check = (page: StoryPage, story: GalleryStory) => Promise<string[]>

/** Runs a check over stories on two pages and returns what it found, under the story's id. */
export async function checkStories(
  stage: StoryStage,
  stories: readonly GalleryStory[],
  check: Check,
): Promise<string[]> {
  // The dear ones first: whatever of them starts last is waited for alone.
  const rest = stories.toSorted(
    (a, b) => Number(b.parameters['heavy'] ?? 0) - Number(a.parameters['heavy'] ?? 0),
  )
  const found: string[] = []
  const worker = async (): Promise<void> => {
    const page = await stage.open()
    for (let story = rest.shift(); story; story = rest.shift()) {
      const { id } = story
      found.push(...(await check(page, story).catch(caught)).map((finding) => `${id}: ${finding}`))
    }
    await page.close()
  }
  await Promise.all([worker(), worker()])
  return found
}

const caught = (error: unknown): string[] => [String(error)]

/** Renders a story as a server does and hydrates it; returns what React had to complain about. */
export async function hydrateStory(page: StoryPage, story: GalleryStory): Promise<string[]> {
  const { html, words } = renderOnServer(story)
  // A server has not loaded the words that explain an error. Nor may the page have them from another story, or the two differ.
  if (story.folder === 'inspector') await page.reload()
  await page.show(story.id, html)
  const problems = await page.takeProblems()
  // React reports every error that a boundary caught; these stories show what the boundary makes of it.
  if (story.parameters['expectsError']) return []
  return [...labelled('server', words), ...labelled('hydration', problems)]
}

/** Findings with the place where they were made, each cut to what tells it from others. */
export const labelled = (place: string, findings: readonly string[]): string[] =>
  findings.map((one) => `${place}: ${inShort(one)}`)

/** As a server has it: without a window, at the moment that the page of the test is at. */
export function renderOnServer(story: GalleryStory): { html: string; words: string[] } {
  vi.useFakeTimers({ now: storyTime, toFake: ['Date'] })
  const words: string[] = []
  const listen = (...parts: unknown[]): void => void words.push(`on the server: ${parts.join(' ')}`)
  const spies = [
    vi.spyOn(console, 'error').mockImplementation(listen),
    vi.spyOn(console, 'warn').mockImplementation(listen),
  ]
  try {
    // Here the frame is of the built package and the story of the sources, so the frame's root has to be told to it.
    const shown = renderStory(story)
    const isFramed = !story.parameters['screen']
    return { html: renderToString(isFramed ? createElement(Rooted, null, shown) : shown), words }
  } finally {
    for (const spy of spies) spy.mockRestore()
    vi.useRealTimers()
  }
}

/** Shortens the pages that React writes about a mismatch to the lines that differ. */
function inShort(text: string): string {
  const [first, ...lines] = text.split('\n')
  return [
    first!.slice(0, 400),
    ...lines.filter((line) => /^[+-] {2,}/.test(line)).map((line) => line.trim()),
  ].join('\n')
}
