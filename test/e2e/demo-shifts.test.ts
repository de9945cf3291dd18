import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { startDemo, type DemoApp } from './demo-app.js'

// At the pace of a model: what opens and closes by itself does so after times of its own.
let app: DemoApp
beforeAll(async () => {
  app = await startDemo(1)
})
afterAll(() => app?.close())

/** How much of the window may move, in all, while one answer arrives. Chrome calls up to 0.1 good. */
const LIMIT = 0.02

const questions = [
  'Think about a puzzle first',
  'What time is it in Oslo and Tokyo?',
  'Convert 26.2 miles to km',
  'Show me an answer with a table',
  'Let one tool fail',
  'Ask me before it runs code',
  'Use a tool with bad arguments',
  'Get cut off at the token limit',
  'Get cut off while you write a tool call',
  'Cut off while thinking',
  'Decline this one',
  'Run into the content filter',
  'Lose the connection in mid-answer',
  'Break with an error in mid-answer',
  'What can you do?',
]

const sizes: [string, BrowserContextOptions][] = [
  ['1440 px', { viewport: { width: 1440, height: 900 } }],
  ['390 px', { viewport: { width: 390, height: 844 }, hasTouch: true }],
]

interface Shift {
  value: number
  moved: string[]
}

/** Collects what moves that nobody has moved: half a second after a press it is taken for its work. */
async function watchShifts(page: Page): Promise<() => Promise<Shift[]>> {
  await page.evaluate(() => {
    const shifts: Shift[] = []
    // What a driver types and taps is no press to Chrome; its own rule for these holds here.
    let pressedAt = -Infinity
    for (const type of ['input', 'click'])
      addEventListener(type, () => (pressedAt = performance.now()), { capture: true })
    Object.assign(globalThis, { shifts })
    const name = (node: Node | null): string =>
      (node instanceof Element ? node : node?.parentElement)?.closest<HTMLElement>('[data-slot]')?.dataset[
        'slot'
      ] ?? 'nothing'
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        hadRecentInput: boolean
        sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
      })[])
        if (!entry.hadRecentInput && entry.startTime - pressedAt > 500)
          shifts.push({
            value: entry.value,
            moved: entry.sources.map(
              ({ node, previousRect, currentRect }) =>
                `${name(node)} ${Math.round(previousRect.y)} to ${Math.round(currentRect.y)}`,
            ),
          })
    }).observe({ type: 'layout-shift' })
  })
  return () => page.evaluate(() => (globalThis as unknown as { shifts: Shift[] }).shifts)
}

describe.each(sizes)('at %s', (_, options) => {
  it.concurrent.each(questions)('nothing jumps in the answer to "%s"', async (question) => {
    const demo = await app.open(options)
    const { page } = demo
    const read = await watchShifts(page)
    await demo.ask(question)
    await demo.answer.waitFor()
    const waits = page.locator('[data-slot="tool-approval"]')
    await page.locator('form[data-slot="composer"][data-state="idle"]').or(waits).first().waitFor()
    // What the end of the answer sets off has happened once nothing has moved for a second.
    await page.evaluate(async () => {
      const { shifts } = globalThis as unknown as { shifts: Shift[] }
      for (let seen = -1; seen < shifts.length;) {
        seen = shifts.length
        await new Promise((resolve) => setTimeout(resolve, 1_000))
      }
    })
    const shifts = await read()
    const sum = shifts.reduce((all, { value }) => all + value, 0)
    const told = shifts.map(({ value, moved }) => `${value.toFixed(4)} ${moved.join(', ')}`).join('\n')
    if (sum > LIMIT) throw new Error(`${sum.toFixed(4)} of the window moved:\n${told}`)
    await demo.close()
  })
})
