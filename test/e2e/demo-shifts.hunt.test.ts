import type { BrowserContextOptions } from 'playwright-core'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { startDemo, type DemoApp } from './demo-app.js'
import { expectAtMost, untilNothingShifts, watchShifts } from './support/layout-shifts.js'

// At the pace of a model: what opens and closes by itself does so after times of its own. It sends a piece every 22 ms, so that a
// faster one would leave no frame of its own to each.
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

describe.each(sizes)('at %s', (_, options) => {
  it.concurrent.each(questions)('nothing jumps in the answer to "%s"', async (question) => {
    const demo = await app.open(options)
    const { page } = demo
    const read = await watchShifts(page)
    await demo.ask(question)
    await demo.answer.waitFor()
    const waits = page.locator('[data-slot="tool-approval"]')
    await page
      .locator('form[data-slot="composer"]:is([data-state="ready"], [data-state="error"])')
      .or(waits)
      .first()
      .waitFor()
    await untilNothingShifts(page)
    expectAtMost(await read(), LIMIT)
    await demo.close()
  })
  it('nothing jumps in the whole tour', { timeout: 120_000, concurrent: true }, async () => {
    const demo = await app.open(options)
    const { page } = demo
    const read = await watchShifts(page)
    const start = page.getByRole('button', { name: 'Start the tour' })
    await (options.hasTouch ? start.tap() : start.click())
    await page.locator('[data-slot="tool-approval"]').waitFor({ timeout: 110_000 })
    await untilNothingShifts(page)
    expectAtMost(await read(), LIMIT)
    await demo.close()
  })
})
