import { afterAll, beforeAll, expect, test } from 'vitest'
import { stories } from '../../apps/gallery/src/stories.js'
import { checkStories, hydrateStory, labelled } from './support/every-story.js'
import { startStories, type StoryPage, type StoryStage } from './support/story-page.js'

let stage: StoryStage
beforeAll(async () => void (stage = await startStories()))
afterAll(() => stage?.close())

test('X30 X31 X37 X40 every story renders on a server, hydrates without a warning, and is free of axe findings in light, dark, and right to left at 390 px without sideways scroll', async () => {
  const found = await checkStories(stage, stories, async (page, story) => {
    const findings = await hydrateStory(page, story)
    if (story.parameters['heavy']) return [...findings, ...(await sideways(page))]
    findings.push(...labelled('light', await page.axe()))
    await page.set({ theme: 'dark' })
    findings.push(...labelled('dark', await page.axe('of colours')))
    await page.page.setViewportSize({ width: story.parameters['zoomed'] ? 1024 : 390, height: 768 })
    await page.set({ direction: 'rtl' })
    findings.push(...labelled('390 px, right to left', [...(await sideways(page)), ...(await page.axe())]))
    await page.page.setViewportSize({ width: 1024, height: 768 })
    await page.set({})
    return findings
  })
  expect(found).toEqual([])
}, 400_000)

/** Elements that make the page, or a transcript in it, scroll sideways. Code and tables scroll inside themselves. */
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
