import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stories } from '../../apps/gallery/src/stories.js'
import { findFocusStop, findings } from './support/page-checks.js'
import { startStories, type StoryPage, type StoryStage } from './support/story-page.js'

let stage: StoryStage
beforeAll(async () => void (stage = await startStories()))
afterAll(() => stage?.close())

type Check = keyof typeof findings
type Found = Partial<Record<Check, string[]>>

/** Takes every story to each state of page and device once, on two pages, and keeps what each check found. */
async function everyStory(
  found: Found,
  visit: (page: StoryPage, look: (check: Check) => Promise<void>) => Promise<void>,
  options: Parameters<StoryStage['open']>[0] = {},
): Promise<void> {
  // A result for a thread of twelve messages holds for one of 5,000 too; and some stories are such a state themselves.
  const rest = stories.filter(({ parameters: { heavy, zoomed, media } }) => !heavy && !zoomed && !media)
  const worker = async (): Promise<void> => {
    const page = await stage.open(options)
    for (let story = rest.shift(); story; story = rest.shift()) {
      const { id } = story
      await page.show(id)
      await visit(page, async (check) => {
        const lines = await page.page.evaluate(findings[check])
        ;(found[check] ??= []).push(...lines.map((line) => `${id}: ${line}`))
      })
    }
    await page.close()
  }
  await Promise.all([worker(), worker()])
}

/** WCAG 1.4.12, and text of twice the size. */
const spacing = `
  .spaced { font-size: 200% }
  .spaced #storybook-root * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
  .spaced #storybook-root p { margin-bottom: 2em !important }`

describe('stories', () => {
  const found: Found = {}
  beforeAll(async () => {
    await everyStory(found, async (page, look) => {
      const tab = page.page
      await look('motion')
      await look('messages')
      await look('names')
      await look('code')
      await look('tables')
      await look('disclosures')
      await page.set({ direction: 'rtl' })
      await look('direction')
      await page.set({})
      await tab.evaluate((css) => {
        const style = (document.getElementById('spacing') ??
          document.head.appendChild(document.createElement('style'))) as HTMLStyleElement
        Object.assign(style, { id: 'spacing', textContent: css })
        document.documentElement.classList.add('spaced')
      }, spacing)
      await look('cut')
      await tab.evaluate(() => document.documentElement.classList.remove('spaced'))
      await tab.setViewportSize({ width: 320, height: 256 })
      await look('reflow')
      await tab.setViewportSize({ width: 1024, height: 768 })
      await tab.emulateMedia({ forcedColors: 'active' })
      await look('forcedColors')
      await tab.emulateMedia({ forcedColors: 'none', reducedMotion: 'no-preference' })
      await look('restlessness')
      await tab.emulateMedia({ reducedMotion: 'reduce' })
    })
    await everyStory(found, (_, look) => look('targets'), {
      hasTouch: true,
      isMobile: true,
      viewport: { width: 390, height: 844 },
    })
  })

  const rows: [title: string, check: Check][] = [
    [
      'X6 each message is an article with a name, and headings in it begin below those of the page',
      'messages',
    ],
    [
      'X20 what opens is a button that says whether it is open and what it opens; closed content takes no focus',
      'disclosures',
    ],
    ['X22 every control has a name, and those that act on one message say whose', 'names'],
    ['X23 code scrolls in an area that takes focus and has a name, and can be copied', 'code'],
    ['X24 tables have header cells and scroll inside a named area that takes focus', 'tables'],
    [
      'X31 on a touch screen every target is 44 px high and wide, but for what stands in a line of text',
      'targets',
    ],
    [
      'X32 at 400 % zoom nothing scrolls two ways but code and tables, and the composer takes at most half the height',
      'reflow',
    ],
    ['X33 nothing is cut with the text spacing of WCAG 1.4.12 and text of 200 %', 'cut'],
    ['X35 with reduced motion nothing moves', 'motion'],
    ['X35 without it only marks and the caret of a running answer move for long, never text', 'restlessness'],
    [
      'X36 in forced colours every state keeps its shape, every icon and control a colour of the system',
      'forcedColors',
    ],
    [
      'X37 right to left, each message takes its direction from its own words, and code stays as it is',
      'direction',
    ],
  ]
  test.each(rows)('%s', (_, check) => expect(found[check]).toEqual([]))
})

test('X34 every stop of the Tab key shows a ring and is not covered, in a window of 480 px', async () => {
  const page = await stage.open({ viewport: { width: 1024, height: 480 } })
  const found: string[] = []
  for (const { id } of stories.filter(({ id }) => id.startsWith('screens--'))) {
    await page.show(id)
    const seen = new Set<number>()
    for (let stop = 0; stop < 120; stop++) {
      await page.page.keyboard.press('Tab')
      const { key, problem } = await page.page.evaluate(findFocusStop)
      if (key === undefined || seen.has(key)) break
      seen.add(key)
      if (problem) found.push(`${id}: ${problem}`)
    }
    if (seen.size < 3) found.push(`${id}: only ${seen.size} stops`)
  }
  expect(found.join('\n')).toBe('')
  await page.close()
})
