import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { startDemo, type DemoApp, type DemoPage } from './demo-app.js'
import { HELD } from '../support/pace.js'

let app: DemoApp
let demo: DemoPage
const pace = { speed: 0 }
beforeAll(async () => {
  app = await startDemo(pace, { warnings: true })
})
afterAll(() => app?.close())
beforeEach(async () => void (demo = await app.open()))
afterEach(() => demo.close())

it(
  'a first run shows every state without a key: calls, a failure, cuts, a filter, a refusal, a lost connection, an error, a question to a person',
  { tags: 'hunt' },
  async () => {
    const { page } = demo
    await page.getByRole('button', { name: 'Start the tour' }).click()
    const card = page.getByRole('group', { name: /^Allow rollback_deploy/ })
    await card.waitFor()
    // One story in one conversation, named after it; the line says where it is.
    await page.getByRole('heading', { level: 1, name: 'Tour: checkout latency' }).waitFor()
    await page.getByRole('progressbar', { name: 'Tour' }).waitFor()
    await expect
      .poll(() => page.getByRole('group', { name: 'Tour', exact: true }).innerText())
      .toMatch(/8 of 8\s+A question to you/)
    // Only what is near is built: one looks from one end to the other.
    let read = ''
    const states = new Set<string | null>()
    const seen = async () => {
      for (const place of [1, 0.75, 0.5, 0.25, 0]) {
        await page.locator('[data-slot="viewport"]').evaluate((viewport, at) => {
          viewport.scrollTop = viewport.scrollHeight * at
          return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
        }, place)
        read += await page.getByRole('main').innerText()
        const calls = page.locator('main [data-slot="tool-call"]')
        for (const state of await calls.evaluateAll((all) =>
          all.map((call) => call.getAttribute('data-state')),
        ))
          states.add(state)
      }
      return read
    }
    for (const words of [
      'The jump lines up with deploy',
      '504 upstream timeout',
      // Cut off, and joined by Continue.
      '1,312 failed',
      'Cut off while writing a tool call',
      "Withheld by the provider's content filter",
      'The model declined',
      'Connection ended before the answer did',
      'The provider is busy',
    ])
      // One look finds most of them.
      await expect.poll(async () => (read.includes(words) ? read : seen())).toContain(words)
    const expected = ['done', 'error', 'cut-off', 'awaiting']
    await expect
      .poll(async () => {
        if (!expected.every((state) => states.has(state))) await seen()
        return [...states]
      })
      .toEqual(expect.arrayContaining(expected))
    // It ends with the next steps: the code of the demo, and a server of your own.
    // In the first half second a press is ignored.
    await page.locator('[data-slot="tool-approval"]:not([data-settling])').waitFor()
    await card.getByRole('button', { name: 'Allow once' }).click()
    const end = page.getByRole('group', { name: 'Tour', exact: true })
    await end.getByRole('button', { name: 'See the code' }).click()
    await page.getByRole('dialog', { name: 'Code' }).getByText('rollback_deploy').waitFor()
    await page.keyboard.press('Escape')
    await end.getByRole('button', { name: 'Connect your model' }).click()
    await page.getByRole('dialog', { name: 'Connect a model' }).waitFor()
  },
)

it(
  'the tour can be paused, skipped step by step and left, and ends when one writes',
  { tags: 'hunt' },
  async () => {
    // A step is still on its way when it is paused.
    pace.speed = HELD
    const { page } = demo
    const line = page.getByRole('group', { name: 'Tour', exact: true })
    await page.getByRole('button', { name: 'Start the tour' }).click()
    await line.getByText('1 of 8').waitFor()
    expect(await demo.box.getAttribute('placeholder')).toBe('The tour writes here. Type to take over.')
    await line.getByRole('button', { name: 'Pause the tour' }).click()
    pace.speed = 0
    await demo.settle()
    pace.speed = HELD
    await line.getByRole('button', { name: 'Go on with the tour' }).click()
    await line.getByText('2 of 8').waitFor()
    await line.getByRole('button', { name: 'Skip' }).click()
    await line.getByText('3 of 8').waitFor()
    await demo.box.pressSequentially('Wait')
    await line.waitFor({ state: 'detached' })
    expect(await demo.box.inputValue()).toBe('Wait')
    pace.speed = 0
    await demo.settle()
    // Nothing more is asked.
    expect(await page.locator('main [data-slot="turn"][data-role="user"]').count()).toBe(3)
  },
)
