import { createEndpoint } from '@antiphon/endpoint'
import { serveEndpoint } from '@antiphon/endpoint/node'
import type { Request } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { configure, startDemo, untilPressCounts, type DemoApp, type DemoPage } from './demo-app.js'
import { boxOf } from './support/box-of.js'

let app: DemoApp
let demo: DemoPage

beforeAll(async () => {
  app = await startDemo(0)
  demo = await app.open()
})
afterAll(async () => {
  await demo?.close()
  await app?.close()
})
beforeEach(() => demo.startOver())

/** Collects what the transcript showed, and where the focus went, from now on. */
async function record({ page }: DemoPage): Promise<() => Promise<{ seen: string[]; focus: string[] }>> {
  await page.evaluate(() => {
    const log = { seen: [] as string[], focus: [] as string[] }
    Object.assign(window, { recorded: log })
    const look = (): void => {
      const parts = document.querySelectorAll<HTMLElement>('[data-slot="reasoning"], [data-slot="tool-call"]')
      const line = [...parts]
        .map((part) => {
          const { slot, state } = part.dataset
          const peek = part.querySelector('[data-slot="peek"]')?.textContent?.replace(/\s+/g, '') ?? ''
          return `${slot} ${state} ${peek}`.trim()
        })
        .join(' | ')
      if (log.seen.at(-1) !== line) log.seen.push(line)
    }
    new MutationObserver(look).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
    })
    document.addEventListener('focusin', (event) => log.focus.push((event.target as Element).tagName))
  })
  return () =>
    page.evaluate(() => (window as unknown as { recorded: { seen: string[]; focus: string[] } }).recorded)
}

/**
 * Points the page at an endpoint that waits for a frame of this page after each piece. So the page shows what comes between,
 * however slow the machine is.
 */
async function answerByFrames(demo: DemoPage): Promise<void> {
  const frame = () =>
    demo.page.evaluate(() => new Promise<void>((next) => requestAnimationFrame(() => next())))
  const endpoint = await serveEndpoint(createEndpoint({ sleep: frame }))
  onTestFinished(() => endpoint.close())
  await configure(demo, { baseUrl: endpoint.url, model: 'antiphon-tour' })
}

/** Waits until nothing is on its way to its place: a row that moves between press and release is not clicked. */
const still = ({ page }: DemoPage) =>
  page.evaluate(async () => {
    const moving = document
      .getAnimations()
      .filter((one) => Number.isFinite(one.effect?.getComputedTiming().endTime))
    await Promise.allSettled(moving.map((one) => one.finished))
  })

it('shows a failed call without a click, with its words, beside the one that worked', async () => {
  await demo.ask('Let one tool fail')
  await demo.settle()
  const failed = demo.answer.locator('[data-slot="tool-call"][data-state="error"]')
  await failed.getByText('Unknown time zone "Mars/Olympus_Mons"').first().waitFor()
  expect(await demo.answer.locator('[data-slot="tool-call"][data-state="done"]').count()).toBe(1)
  await demo.answer.getByText('1 done, 1 failed').waitFor()
})

describe('while an answer is on its way', () => {
  it('takes another message into the queue, stops on Escape, keeps what arrived, and sends the queued one when it is told to', async () => {
    const { page, box, answer } = demo
    await demo.ask('Stall in mid-answer')
    await answer.getByText('you can').waitFor()
    await demo.ask('Convert 26.2 miles to km')
    await expect
      .poll(() => page.getByRole('list', { name: 'Queued messages' }).innerText())
      .toContain('Convert 26.2 miles to km')
    expect(await page.getByRole('button', { name: 'Stop' }).isVisible()).toBe(true)
    await demo.stop()
    await demo.settle()
    await page.getByText('Stopped by you').first().waitFor()
    expect(await page.getByText('The lighthouse on the point was built in 1867').isVisible()).toBe(true)
    expect(await box.evaluate((field) => field === document.activeElement)).toBe(true)
    await page.getByRole('button', { name: 'Send the waiting messages' }).click()
    await answer.locator('[data-slot="prose"]').getByText('42.164813').waitFor()
    await demo.settle()
  })

  it('stops on the button that took the place of Send, and the focus goes to the message box', async () => {
    const { page, answer } = demo
    await demo.ask('Stall in mid-answer')
    await answer.getByText('you can').waitFor()
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
    // Past the other buttons below the box: it is the last of them.
    for (let stops = 0; stops < 8 && (await focused()) !== 'Stop'; stops++) await page.keyboard.press('Tab')
    expect(await focused()).toBe('Stop')
    await untilPressCounts(page)
    await page.keyboard.press('Enter')
    await demo.settle()
    await expect.poll(focused).toBe('Write a message')
  })
})

describe('going back over what was said', () => {
  it('edits a question in its place, keeps both versions, and leaves the draft alone', async () => {
    const { page, box } = demo
    await demo.ask('Convert 26.2 miles to km')
    await demo.settle()
    await box.fill('a draft')
    const question = page.locator('[data-slot="turn"][data-role="user"]').first()
    await question.hover()
    const edit = question.getByRole('button', { name: 'Edit your message' })
    const editor = question.getByRole('textbox', { name: 'Your message' })
    await edit.click()
    expect(await editor.inputValue()).toBe('Convert 26.2 miles to km')
    await editor.press('Escape')
    await expect.poll(() => edit.evaluate((button) => button === document.activeElement)).toBe(true)

    await edit.click()
    await editor.fill('Convert 10 miles to km')
    await editor.press('Enter')
    const prose = demo.answer.locator('[data-slot="prose"]')
    await expect.poll(() => prose.allInnerTexts()).toEqual([expect.stringContaining('16.09344')])
    await demo.settle()
    expect(await box.inputValue()).toBe('a draft')
    await expect.poll(() => edit.evaluate((button) => button === document.activeElement)).toBe(true)
    await question
      .getByRole('group', { name: 'Version 2 of 2' })
      .getByRole('button', { name: 'Previous version' })
      .click()
    await expect.poll(() => prose.allInnerTexts()).toEqual([expect.stringContaining('42.164813')])
  })

  it('asks again as a new version and goes back to the old one', async () => {
    const { page, answer } = demo
    await demo.ask('Convert 26.2 miles to km')
    await demo.settle()
    await answer.getByRole('button', { name: 'Retry this answer' }).click()
    await demo.settle()
    const versions = answer.getByRole('group', { name: 'Version 2 of 2' })
    await versions.getByRole('button', { name: 'Previous version' }).click()
    await answer.getByRole('group', { name: 'Version 1 of 2' }).waitFor()
    expect(await page.locator('[data-slot="turn"]').count()).toBe(2)
  })
})

describe('the empty page', () => {
  it('fills the message box from a suggestion, and Shift sends it at once', async () => {
    const { page, box } = demo
    await page.getByRole('button', { name: 'Weigh twelve coins three times' }).click()
    await expect.poll(() => box.inputValue()).toBe('Weigh twelve coins three times')
    // With something in the box the ways to begin have done their work.
    await box.fill('')
    await page.getByRole('button', { name: /more states/ }).click()
    await page.getByRole('button', { name: 'Math and a diagram' }).click({ modifiers: ['Shift'] })
    await demo.answer.locator('.katex').first().waitFor()
    await demo.settle()
    await expect.poll(() => box.evaluate((field) => field === document.activeElement)).toBe(true)
  })

  it('a state comes whatever is asked, once; that of a file brings the file', { tags: 'hunt' }, async () => {
    const { page, box } = demo
    await page.getByRole('button', { name: /more states/ }).click()
    await page.getByRole('button', { name: 'Table and code' }).click()
    await page.getByRole('button', { name: /^Next: Table and code/ }).waitFor()
    await box.fill('Good morning')
    await box.press('Enter')
    await demo.answer.locator('table').waitFor()
    await demo.settle()
    await demo.ask('Good morning')
    await demo.answer.getByText('This endpoint is a script').waitFor()
    await demo.settle()
    await page.getByRole('button', { name: 'New conversation' }).click()
    await page.getByRole('button', { name: /more states/ }).click()
    await page.getByRole('button', { name: 'Describe a file' }).click()
    await page.locator('form[data-slot="composer"]').getByText('pools.csv').waitFor()
    // Before the file is read nothing is sent.
    await page.locator('[data-slot="send"]:not([aria-disabled])').waitFor()
    await box.press('Enter')
    await demo.answer.getByText('One attachment came with your message').waitFor()
    await demo.settle()
  })
})

describe('on paper', () => {
  it(
    'there is the conversation, all of it open at once, and nothing of the app around it',
    { tags: 'hunt' },
    async () => {
      const { page, box } = demo
      await demo.ask('Convert 10 miles to km')
      await demo.settle()
      await page.getByRole('button', { name: 'Wire', exact: true }).click()
      await page.locator('[data-slot="wire-inspector"]').waitFor()
      await page.emulateMedia({ media: 'print' })
      const said = page.getByRole('main').locator('[data-slot="prose"]').last()
      const result = page.getByRole('main').locator('[data-slot="tool-result"]').last()
      await result.waitFor()
      // A printer takes one picture: nothing may still be opening in it.
      const [above, below] = await Promise.all([boxOf(result), boxOf(said)])
      expect(above.bottom).toBeLessThanOrEqual(below.y)
      expect(await page.getByRole('banner').isVisible()).toBe(false)
      expect(await page.locator('aside:visible, [data-slot="wire-inspector"]:visible').count()).toBe(0)
      expect(await box.isVisible()).toBe(false)
      await page.emulateMedia({ media: null })
      await page.getByRole('button', { name: 'Wire', exact: true }).click()
      await page.locator('[data-slot="wire-inspector"]').waitFor({ state: 'detached' })
    },
  )
})

// Last, because it points the page at an endpoint of its own.
describe('a question with two tools', () => {
  it('shows thinking, two calls filling in side by side, each result under its own call, the answer and its cost', async () => {
    const { page, answer } = demo
    await answerByFrames(demo)
    const ends: string[] = []
    // Parts of the page may come late too.
    const isAsked = (request: Request): boolean => request.method() === 'POST'
    page.on('requestfinished', (request) => void (isAsked(request) && ends.push('ended')))
    page.on('requestfailed', (request) => void (isAsked(request) && ends.push(request.failure()!.errorText)))
    await demo.box.focus()
    const recorded = await record(demo)
    const since = Date.now()
    await demo.ask('What time is it in Oslo and Tokyo?')
    await demo.settle()

    const { seen, focus } = await recorded()
    expect(seen).toContain('reasoning streaming')
    // Both calls are there, and the second grows while the first is not complete yet.
    expect(seen).toContainEqual(
      expect.stringMatching(/tool-call writing \{"timezone":"Eu[^}]* \| tool-call writing \{/),
    )
    expect(seen.filter((line) => line.includes('tool-call writing {')).length).toBeGreaterThan(3)
    expect(seen.at(-1)).toMatch(/^reasoning done \| tool-call done .*Oslo \| tool-call done .*Tokyo$/)

    // A body that is let go too early reads "(canceled)" in the network panel.
    await expect.poll(() => ends).toEqual(['ended', 'ended'])
    expect(await answer.getByText(/^Thought/).count()).toBe(1)
    await answer.getByRole('button', { name: /2 calls in parallel/ }).click()
    for (const [zone, offset] of [
      ['Europe/Oslo', /"\+0[12]:00"/],
      ['Asia/Tokyo', /"\+09:00"/],
    ] as const) {
      const call = answer.locator('[data-slot="tool-call"]').filter({ hasText: zone })
      await still(demo)
      await call.getByRole('button', { name: /get_time/ }).click()
      await call.getByText(offset).waitFor()
      expect(await call.locator('[data-slot="tool-result"]').count()).toBe(1)
      expect(await call.getByText(clockIn(zone, since)).count()).toBeGreaterThan(0)
    }
    await expect.poll(() => answer.locator('[data-slot="prose"]').innerText()).toMatch(/Oslo[^]*Tokyo/)
    await expect
      .poll(() => answer.locator('[data-slot="usage-meter"] button').innerText())
      .toMatch(/antiphon-tour · [\d,]+ in, [\d,]+ out · [\d.]+ s/)
    expect(focus, 'the focus never left the message box while the answer came').toEqual([])
    expect(await page.title()).toBe('What time is it in Oslo and Tokyo? · Antiphon')
  })
})

/** Every minute in a zone since a time. */
function clockIn(timeZone: string, since: number): RegExp {
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'short' })
  const minutes = Array.from({ length: Math.ceil((Date.now() - since) / 60_000) + 1 }, (_, at) => at * 60_000)
  return new RegExp(minutes.map((off) => clock.format(since + off)).join('|'))
}
