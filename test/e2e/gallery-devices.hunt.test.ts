import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contrastOf, narrowFindings, printFindings, shapeFindings } from './support/device-checks.js'
import { startStories, type StoryPage, type StoryStage } from './support/story-page.js'
// @ts-expect-error plain JavaScript, which the script for pictures uses too
import { shots } from '../visual/shots.mjs'

let stage: StoryStage
/** For all tests without a finger: each sets its window and its media, which `opened` sets back. */
let mouse: StoryPage
beforeAll(async () => {
  stage = await startStories()
  mouse = await stage.open()
})
afterAll(() => stage?.close())

const CONVERSATION = 'screens--checkout-latency'

/** The conversation of the design, and stories whose pictures are kept. */
const telling = [...new Set([CONVERSATION, ...(shots as { id: string }[]).map(({ id }) => id)])]

const plain = {
  viewport: { width: 1024, height: 768 },
  contrast: 'no-preference',
  forcedColors: 'none',
} as const

async function opened<T>(
  look: (page: StoryPage) => Promise<T>,
  options: Parameters<StoryStage['open']>[0] = {},
): Promise<T> {
  if (options.hasTouch) {
    const page = await stage.open(options)
    const seen = await look(page)
    await page.close()
    return seen
  }
  const { viewport, contrast, forcedColors } = { ...plain, ...options }
  await mouse.page.setViewportSize(viewport!)
  await mouse.page.emulateMedia({ contrast, forcedColors, colorScheme: 'light', media: 'screen' })
  await mouse.set({})
  return look(mouse)
}

/** Measures a conversation: rows, text of an answer, the room between turns. */
const measure = (page: StoryPage) =>
  page.page.evaluate(() => {
    const one = (selector: string): Element => document.querySelector(selector)!
    const prose = getComputedStyle(one('[data-slot="prose"] p'))
    const rows = [...document.querySelectorAll('[data-slot="tool-call"] > [data-slot="row"]')]
    const turn = getComputedStyle(one('[data-slot="turn"]'))
    return {
      row: Math.min(...rows.map((row) => row.getBoundingClientRect().height)),
      prose: `${prose.fontSize} / ${prose.lineHeight}`,
      turns: turn.paddingBlockEnd,
    }
  })
const comfortable = { row: 32, prose: '16px / 26px', turns: '28px' }
const compact = { row: 28, prose: '15px / 24px', turns: '20px' }

describe('density', () => {
  test('compact has the measures of the design, from above as from the transcript itself, and nothing is cut', async () => {
    await opened(async (page) => {
      await page.show(CONVERSATION)
      expect(await measure(page)).toEqual(comfortable)
      await page.set({ density: 'compact' })
      expect(await measure(page)).toEqual(compact)
      expect(await page.axe()).toEqual([])
      await page.set({})
      await page.show(`${CONVERSATION}-compact`)
      expect(await measure(page)).toEqual(compact)
    })
  })

  test('X31 under a finger a compact row is as tall as any other', async () => {
    const touch = { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } }
    await opened(async (page) => {
      await page.set({ density: 'compact' })
      await page.show(CONVERSATION)
      expect(await measure(page)).toEqual({ ...compact, row: 44 })
      await page.set({})
      await page.show(`${CONVERSATION}-compact`)
      expect(await measure(page)).toEqual({ ...compact, row: 44 })
    }, touch)
  })
})

test('on a phone a message that waits for its turn has the room of its row; the words about it are still read out', async () => {
  await opened(
    async (page) => {
      await page.show('composer--streaming-with-queue')
      await page.page.locator('[data-slot="queue"] li').first().waitFor()
      const rows = await page.page.evaluate(() =>
        [...document.querySelectorAll('[data-slot="queue"] li')].map((row) => {
          const text = row.querySelector('[dir=auto]')!
          return { isCut: text.scrollWidth > text.clientWidth, words: row.textContent }
        }),
      )
      expect(rows).toEqual([
        { isCut: false, words: 'And what would the fix cost?Sent when this turn ends' },
        { isCut: false, words: 'Then write it up.Sent when this turn ends' },
      ])
      expect(await page.page.getByRole('listitem').first().ariaSnapshot()).toContain(
        'Sent when this turn ends',
      )
    },
    { viewport: { width: 390, height: 844 } },
  )
})

test.each(['light', 'dark'] as const)(
  'X30 with more contrast quiet text and hairlines have full strength in %s, on every ground',
  async (theme) => {
    await opened(
      async (page) => {
        await page.set({ theme })
        await page.show(CONVERSATION)
        const { texts, lines } = await page.page.evaluate(contrastOf)
        expect(texts).toHaveLength(3 * 9)
        expect(texts.filter(({ ratio }) => ratio < 7)).toEqual([])
        expect(lines.filter(({ ratio }) => ratio < 3)).toEqual([])
        expect(await page.axe()).toEqual([])
      },
      { contrast: 'more' },
    )
  },
)

test('X36 in forced colours every mark of a state is drawn in a colour that shows, in light and in dark', async () => {
  const found: string[] = []
  await opened(
    async (page) => {
      for (const scheme of ['light', 'dark'] as const) {
        await page.page.emulateMedia({ colorScheme: scheme, forcedColors: 'active' })
        for (const id of telling) {
          await page.show(id)
          found.push(...(await page.page.evaluate(shapeFindings)).map((line) => `${id} ${scheme}: ${line}`))
        }
      }
    },
    { forcedColors: 'active' },
  )
  expect(found).toEqual([])
})

test('X32 in a panel of 320 px on a wide page the most telling stories fit: containers decide, not the window', async () => {
  const found: string[] = []
  await opened(
    async (page) => {
      const panel = await page.page.addStyleTag({ content: '#storybook-root { width: 320px }' })
      for (const id of telling) {
        await page.show(id)
        found.push(...(await page.page.evaluate(narrowFindings)).map((line) => `${id}: ${line}`))
      }
      await page.show(CONVERSATION)
      const margin = await page.page.evaluate(
        () => document.querySelector('[data-slot="row"] [data-slot="mark"]')!.getBoundingClientRect().width,
      )
      expect(margin).toBeLessThanOrEqual(24)
      await panel.evaluate((style) => (style as Element).remove())
    },
    { viewport: { width: 1280, height: 900 } },
  )
  expect(found).toEqual([])
})

test('an empty thread on a small screen begins at its first words, not at the end of its suggestions', async () => {
  const first = await opened(
    async (page) => {
      await page.show('screens--empty')
      return page.page.evaluate(() => {
        const viewport = document.querySelector('[data-slot="viewport"]')!
        const title = viewport.querySelector('[data-slot="empty-state"] [data-slot="title"]')!
        const below = title.getBoundingClientRect().top - viewport.getBoundingClientRect().top
        return { scrolls: viewport.scrollHeight > viewport.clientHeight, inView: below >= 0 }
      })
    },
    { viewport: { width: 320, height: 256 } },
  )
  expect(first).toEqual({ scrolls: true, inView: true })
})

test.each([390, 1024])(
  'a thread opens at its end at %d px, whatever heights its turns turn out to have, and stays with the reader from the first key on',
  async (width) => {
    await opened(
      async ({ page, show }) => {
        await show(CONVERSATION)
        const below = () =>
          page.evaluate(() => {
            const viewport = document.querySelector('[data-slot="viewport"]')!
            return Math.round(viewport.scrollHeight - viewport.scrollTop - viewport.clientHeight)
          })
        await expect.poll(below).toBe(0)
        const grow = (px: number) =>
          page.evaluate(async (px) => {
            const turn = [...document.querySelectorAll<HTMLElement>('[data-slot="turn"]')].at(-1)!
            turn.style.minHeight = `${turn.offsetHeight + px}px`
            // Laid out, observed, and seen.
            for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
          }, px)
        await grow(120)
        await expect.poll(below).toBe(0)
        await page.keyboard.press('Shift')
        await grow(120)
        expect(await below()).toBe(120)
      },
      { viewport: { width, height: 844 }, hasTouch: width < 500, isMobile: width < 500 },
    )
  },
)

test('on paper everything is open, states are words, links say where they lead, and nothing of the app is left', async () => {
  const found: string[] = []
  await opened(async (page) => {
    for (const id of [
      CONVERSATION,
      'tools-group--every-state',
      'content--citations',
      'reasoning--done-folded',
    ]) {
      await page.show(id)
      await page.page.emulateMedia({ media: 'print' })
      found.push(...(await page.page.evaluate(printFindings)).map((line) => `${id}: ${line}`))
      await page.page.emulateMedia({ media: 'screen' })
    }
  })
  expect(found).toEqual([])
})
