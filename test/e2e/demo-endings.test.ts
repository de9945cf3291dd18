import {
  allScenarios,
  createEndpoint,
  errorResponse,
  scenarioModel,
  type EndpointModel,
} from '@antiphon/endpoint'
import { serveEndpoint, type ServedEndpoint } from '@antiphon/endpoint/node'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { configure, startDemo, type DemoApp, type DemoPage } from './demo-app.js'

let app: DemoApp
let demo: DemoPage

const pace = { speed: 20 }
beforeAll(async () => void (app = await startDemo(pace)))
afterAll(() => app?.close())
beforeEach(async () => void (demo = await app.open()))
afterEach(() => demo.close())

/** The notice under the last answer: its title, its detail, its buttons. */
async function readNotice({ answer }: DemoPage) {
  const notice = answer.locator('[data-slot="notice"]')
  await notice.waitFor()
  return {
    title: await notice.locator('[data-slot="title"]').innerText(),
    detail: (await notice.locator('[data-slot="detail"]').allInnerTexts()).join(),
    buttons: await notice
      .locator('[data-slot="actions"] button, [data-slot="notice-aside"] button')
      .allInnerTexts(),
  }
}

it('lines that could not be read are told under an answer that looks whole, and lead to the wire', async () => {
  await demo.ask('Send me broken lines')
  await demo.settle()
  const note = demo.answer.locator('[data-slot="unread-note"]')
  expect(await note.innerText()).toContain(
    'One line of the stream could not be read. What it held is missing here.',
  )
  await note.getByRole('button', { name: 'Open in wire' }).click()
  await demo.page.getByRole('tree').waitFor()
})

describe('how an answer ended, in the words of the design', () => {
  it.each([
    [
      'Get cut off at the token limit',
      'Cut off at the token limit',
      /^\d+ output tokens used$/,
      ['Continue'],
      'Crossing the sound',
    ],
    [
      'Run into the content filter',
      "Withheld by the provider's content filter",
      /^No text was returned\./,
      ['Edit message'],
      '',
    ],
    [
      'Stop half way at the filter',
      "Stopped by the provider's content filter",
      /^The text above is all that arrived\.$/,
      ['Edit message', 'Retry'],
      'On the eleventh night',
    ],
    ['Decline this one', 'The model declined', /^$/, ['Edit message'], 'the recovery page of the service'],
    [
      'Lose the connection',
      'Connection ended before the answer did',
      /^What arrived is kept\.$/,
      ['Retry', 'Continue'],
      'The lighthouse',
    ],
    [
      'Break with an error in mid-answer',
      'The provider reported an error',
      /The server had an error while processing your request[^]*The text above is kept\.$/,
      ['Details', 'Retry', 'Continue'],
      'The lighthouse',
    ],
    [
      'Get cut off while writing a tool call',
      'Cut off while writing a tool call',
      /^\w+ was not run\.$/,
      ['Retry'],
      'I will look that up',
    ],
    [
      'The context window is too small',
      'Too long for this model: 9,310 of 8,192 tokens',
      /^Start from a later message, or shorten this one\.$/,
      ['Details', 'Start from here', 'Edit'],
      '',
    ],
  ] as const)('%s: "%s"', async (prompt, title, detail, buttons, kept) => {
    // A browser forgets what a busy page has not read when the line breaks.
    pace.speed = prompt === 'Lose the connection' ? 3 : 20
    await demo.ask(prompt)
    await demo.settle()
    pace.speed = 20
    const notice = await readNotice(demo)
    expect(notice).toEqual({ title, detail: expect.stringMatching(detail), buttons })
    expect(await demo.answer.innerText()).toContain(kept)
  })

  it('stopped by the reader: says so, keeps the text, offers to go on', async () => {
    await demo.ask('Stall in mid-answer')
    await demo.answer.getByText('you can').waitFor()
    await demo.stop()
    await demo.settle()
    expect(await readNotice(demo)).toEqual({
      title: 'Stopped by you',
      detail: '',
      buttons: ['Continue', 'Retry'],
    })
    expect(await demo.answer.innerText()).toContain('The lighthouse')
  })
})

describe('the way out', () => {
  it('Continue after a cut-off brings the rest, in the same answer', async () => {
    await demo.ask('Get cut off at the token limit')
    await demo.settle()
    await demo.answer.getByRole('button', { name: 'Continue' }).click()
    await demo.answer.getByText('Continued once.').waitFor()
    await demo.settle()
    expect(await demo.page.getByRole('article').count()).toBe(2)
    expect(await demo.answer.innerText()).toContain('six at a time, every quarter of an hour')
    expect(await demo.answer.locator('[data-slot="notice"]').count()).toBe(0)
  })

  it('a higher limit gets from thinking to an answer', async () => {
    await demo.ask('Run out of tokens while you think')
    await demo.settle()
    expect(await readNotice(demo)).toEqual({
      title: 'Ran out of tokens while thinking',
      detail: 'No answer was written. Raise the limit or lower the effort.',
      buttons: ['Raise limit and retry'],
    })
    await demo.answer.getByRole('button', { name: 'Raise limit and retry' }).click()
    await demo.settle()
    expect(await demo.answer.innerText()).toContain('34 ways')
  })

  it('Edit message opens the filtered question in its place', async () => {
    await demo.ask('Run into the content filter')
    await demo.settle()
    await demo.answer.getByRole('button', { name: 'Edit message' }).click()
    const editor = demo.page.getByRole('textbox', { name: 'Your message' })
    expect(await editor.inputValue()).toBe('Run into the content filter')
    expect(await editor.evaluate((field) => field === document.activeElement)).toBe(true)
  })

  describe('after a rate limit', () => {
    let endpoint: ServedEndpoint
    let requests = 0
    // As often as the chat asks by itself.
    const busyThrice: EndpointModel = {
      id: 'busy-thrice',
      answer: (request) =>
        ++requests <= 3
          ? errorResponse(
              429,
              { message: 'Limit 3, used 3.', code: 'rate_limit_exceeded' },
              { 'retry-after': '2' },
            )
          : scenarioModel(allScenarios.find(({ id }) => id === 'one-tool')!).answer(request),
    }
    beforeAll(
      async () => void (endpoint = await serveEndpoint(createEndpoint({ models: [busyThrice], speed: 0 }))),
    )
    afterAll(() => endpoint.close())

    it('waits as asked, twice; then Retry counts down, asks again, and the focus is not lost', async () => {
      await configure(demo, { baseUrl: endpoint.url, model: 'busy-thrice' })
      await demo.ask('Convert 26.2 miles to km')
      await demo.answer.locator('[data-slot="waiting"][data-state="retrying"]').waitFor()
      expect(await demo.answer.innerText()).toContain('Rate limited by the provider')
      await demo.settle()
      expect(requests).toBe(3)
      const notice = await readNotice(demo)
      expect(notice.title).toBe('Rate limited by the provider')
      expect(notice.detail).toMatch(/^429 · Limit 3, used 3\. You can retry in [\d.]+ s\.$/)
      const retry = demo.answer.getByRole('button', { name: 'Retry', exact: true })
      expect(await retry.getAttribute('aria-disabled')).toBe('true')
      await demo.answer.getByText('You can retry now.').waitFor()
      expect(await retry.getAttribute('aria-disabled')).toBeNull()
      await retry.press('Enter')
      await demo.settle()
      expect(await demo.answer.innerText()).toContain('42.164813')
      expect(await demo.page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')
    })
  })
})
