import { renderToString } from 'react-dom/server'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { renderStory } from '../../apps/gallery/src/stage/render-story.js'
import { stories, type GalleryStory } from '../../apps/gallery/src/stories.js'
import { startStories, storyTime, type StoryPage, type StoryStage } from './support/story-page.js'

let stage: StoryStage
beforeAll(async () => void (stage = await startStories()))
afterAll(() => stage?.close())

type Check = (page: StoryPage, story: GalleryStory) => Promise<string[]>

/** Runs a check over every story on two pages and returns what it found, under the story's id. */
async function everyStory(check: Check): Promise<string[]> {
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

/** As a server has it: without a window, at the moment that the page of the test is at. */
function renderOnServer(story: GalleryStory): { html: string; words: string[] } {
  vi.useFakeTimers({ now: storyTime, toFake: ['Date'] })
  const words: string[] = []
  const listen = (...parts: unknown[]): void => void words.push(`on the server: ${parts.join(' ')}`)
  const spies = [
    vi.spyOn(console, 'error').mockImplementation(listen),
    vi.spyOn(console, 'warn').mockImplementation(listen),
  ]
  try {
    return { html: renderToString(renderStory(story)), words }
  } finally {
    for (const spy of spies) spy.mockRestore()
    vi.useRealTimers()
  }
}

test('every story has an id of its own', () => {
  expect(stories.length).toBeGreaterThan(100)
  const ids = stories.map(({ id }) => id)
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
})

test('X30 X31 X37 X40 every story renders on a server, hydrates without a warning, and is free of axe findings in light, dark, and right to left at 390 px without sideways scroll', async () => {
  const found = await everyStory(async (page, story) => {
    const findings: string[] = []
    const note = (place: string, all: string[]): void =>
      void findings.push(...all.map((one) => `${place}: ${inShort(one)}`))
    const { html, words } = renderOnServer(story)
    // React tells of every error that a boundary caught; these stories show what the boundary makes of it.
    const expected = Boolean(story.parameters['expectsError'])
    if (!expected) note('server', words)
    // A server has not loaded what an error is explained with; neither must the page, for another story, or they differ.
    if (story.folder === 'inspector') await page.reload()
    await page.show(story.id, html)
    const problems = await page.takeProblems()
    if (!expected) note('hydration', problems)
    if (story.parameters['heavy']) return [...findings, ...(await sideways(page))]
    note('light', await page.axe())
    await page.set({ theme: 'dark' })
    note('dark', await page.axe('of colours'))
    await page.page.setViewportSize({ width: story.parameters['zoomed'] ? 1024 : 390, height: 768 })
    await page.set({ direction: 'rtl' })
    note('390 px, right to left', [...(await sideways(page)), ...(await page.axe())])
    await page.page.setViewportSize({ width: 1024, height: 768 })
    await page.set({})
    return findings
  })
  expect(found).toEqual([])
}, 400_000)

/** Of the pages that React writes about a mismatch, what differs. */
function inShort(text: string): string {
  const [first, ...lines] = text.split('\n')
  return [
    first!.slice(0, 400),
    ...lines.filter((line) => /^[+-] {2,}/.test(line)).map((line) => line.trim()),
  ].join('\n')
}

/** What would make the page, or a transcript in it, scroll sideways. Code and tables scroll inside themselves. */
function sideways({ page }: StoryPage): Promise<string[]> {
  return page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('[data-slot="viewport"], [data-antiphon-root]')]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
      .map((element) => {
        const name = element.getAttribute('data-slot') ?? element.localName
        return `${name} is ${element.scrollWidth} px wide in ${element.clientWidth}`
      }),
  )
}
