import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startDemo, type DemoApp } from './demo-app.js'

let app: DemoApp
beforeAll(async () => {
  app = await startDemo(1)
})
afterAll(() => app?.close())

/** How often a page counts the time that it lived, ms. A machine with other work keeps it from living, its flushes too. */
const TICK_MS = 50
/** One flush interval, and what writing takes, in ms of the page's life. */
const LOST_MS = 1000 + 700
const QUESTION = 'Show me an answer with a table'

interface Sample {
  /** Ms that the page had lived. */
  at: number
  text: string
}

/** Asks, watches the answer grow for a while, and lets the page crash, as it does when a phone runs out of memory. */
async function askAndCrash(context: BrowserContext, ms: number): Promise<{ url: string; samples: Sample[] }> {
  const page = await context.newPage()
  await page.goto(app.url)
  const box = page.getByRole('textbox', { name: 'Write a message' })
  await box.fill(QUESTION)
  await box.press('Enter')
  await page.locator('[data-slot="turn"][data-role="assistant"]').waitFor()
  await page.evaluate((tick) => {
    const life = { ms: 0 }
    Object.assign(window, { life })
    setInterval(() => (life.ms += tick), tick)
  }, TICK_MS)
  const samples: Sample[] = []
  while ((samples.at(-1)?.at ?? 0) < ms) samples.push({ at: await livedOf(page), text: await proseOf(page) })
  const url = page.url()
  const session = await context.newCDPSession(page)
  const crashed = page.waitForEvent('crash')
  session.send('Page.crash').catch(() => {})
  await crashed
  await page.close()
  return { url, samples }
}

const livedOf = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as { life: { ms: number } }).life.ms)

const proseOf = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const blocks = document.querySelectorAll('[data-slot="turn"][data-role="assistant"] p')
    return (blocks[0]?.textContent ?? '') + (blocks[1]?.textContent ?? '')
  })

describe('a page that is killed', () => {
  it('R32: at random moments loses at most what arrived in one interval, and its thread can be read and gone on with', async () => {
    const { page, close } = await app.open()
    const context = page.context()
    const moments = Array.from({ length: 30 }, (_, i) => 100 + ((i * 7919) % 3000))
    for (const ms of moments) {
      const { url, samples } = await askAndCrash(context, ms)
      expect(url).toContain('#/t/')
      const again = await context.newPage()
      await again.goto(url)
      await again.locator('[data-slot="turn"][data-role="user"]').waitFor()
      await expect
        .poll(() => again.locator('[data-slot="turn"][data-role="user"]').innerText())
        .toContain(QUESTION)
      await again.getByText('Connection ended before the answer did').waitFor()
      expect(await again.getByRole('button', { name: 'Continue', exact: true }).count()).toBe(1)
      const due = samples.findLast(({ at }) => at <= samples.at(-1)!.at - LOST_MS)?.text ?? ''
      expect((await proseOf(again)).slice(0, due.length)).toBe(due)
      await again.close()
    }
    await close()
  })
})
