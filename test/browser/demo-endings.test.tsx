import { allScenarios, errorResponse, scenarioModel, type EndpointModel } from '@antiphon/endpoint'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { pace, serveModels } from './support/demo-network.js'
import { answer, ask, hasFocus, hear, openDemo, settled, stop, untilFocused } from './support/demo-page.js'

const texts = (within: Element, selector: string) =>
  [...within.querySelectorAll<HTMLElement>(selector)].map((one) => one.innerText)

/** The notice under the last answer: its title, its detail, its buttons. */
async function readNotice() {
  await expect.poll(() => answer().querySelector('[data-slot="notice"]')).not.toBeNull()
  const notice = answer().querySelector('[data-slot="notice"]')!
  return {
    title: texts(notice, '[data-slot="title"]').join(),
    detail: texts(notice, '[data-slot="detail"]').join(),
    buttons: texts(notice, ':is([data-slot="actions"], [data-slot="notice-aside"]) button'),
  }
}

const press = (name: string) =>
  userEvent.click(within(answer()).getByRole('button', { name: new RegExp(`^${name}$`) }))

const endings = [
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
    ['Details', 'Summarise and continue', 'Start from here', 'Edit'],
    '',
  ],
] as const

describe('how an answer ended, in the words of the design', () => {
  it('one ending after another, each with what there is to do about it', { tags: 'hunt' }, async () => {
    await openDemo()
    for (const [prompt, title, detail, buttons, kept] of endings) {
      await hear(prompt)
      // The words are drawn a moment after they came.
      await expect.poll(() => answer().innerText).toContain(kept)
      const found = { prompt, ...(await readNotice()), text: answer().innerText }
      expect(found).toEqual({
        prompt,
        title,
        detail: expect.stringMatching(detail),
        buttons,
        text: expect.stringContaining(kept),
      })
    }
  })

  it('stopped by the reader: says so, keeps the text, offers to go on', async () => {
    pace.speed = 20
    await openDemo()
    await ask('Stall in mid-answer')
    await expect.poll(() => answer()?.innerText).toContain('you can')
    await stop()
    await settled()
    expect(await readNotice()).toEqual({
      title: 'Stopped by you',
      detail: '',
      buttons: ['Continue', 'Retry'],
    })
    await expect.poll(() => answer().innerText).toContain('The lighthouse')
  })

  it('lines that could not be read are told under an answer that looks whole, and lead to the wire', async () => {
    await openDemo()
    await hear('Send me broken lines')
    const note = answer().querySelector<HTMLElement>('[data-slot="unread-note"]')!
    expect(note.innerText).toContain('One line of the stream could not be read and is missing here.')
    await userEvent.click(within(note).getByRole('button', { name: 'Open in wire' }))
    await screen.findByRole('tree')
  })
})

describe('the way out', () => {
  it('Continue after a cut-off brings the rest, in the same answer; a higher limit gets from thinking to an answer', async () => {
    await openDemo()
    await hear('Get cut off at the token limit')
    await press('Continue')
    await expect.poll(() => answer().innerText).toContain('Continued once.')
    await settled()
    expect(screen.getAllByRole('article')).toHaveLength(2)
    await expect.poll(() => answer().innerText).toContain('six at a time, every quarter of an hour')
    expect(answer().querySelector('[data-slot="notice"]')).toBeNull()

    await hear('Run out of tokens while you think')
    expect(await readNotice()).toEqual({
      title: 'Ran out of tokens while thinking',
      detail: 'No answer was written. Raise the limit or lower the effort.',
      buttons: ['Raise limit and retry'],
    })
    await press('Raise limit and retry')
    await expect.poll(() => answer().innerText).toContain('34 ways')
    await settled()
  })

  it('a thread that is too long goes on from a summary, and all of it stays in the other version', async () => {
    await openDemo()
    await hear('Answer with a table and a code block')
    await hear('The context window is too small')
    await press('Summarise and continue')
    await expect.poll(() => answer().textContent).toContain('Now it fits.')
    await settled()
    const shown = () => screen.getAllByRole('article').map((article) => article.getAttribute('data-role'))
    expect(shown()).toEqual(['user', 'user', 'assistant'])
    const summary = screen.getAllByRole('article')[0]!
    await userEvent.click(within(summary).getByRole('button', { name: /^Summary/ }))
    await expect.poll(() => summary.textContent).toContain('- Answer with a table and a code block')
    await userEvent.click(within(summary).getByRole('button', { name: 'Previous version' }))
    await expect.poll(shown).toEqual(['user', 'assistant', 'user', 'assistant'])
  })

  it('Edit message opens the filtered question in its place', async () => {
    await openDemo()
    await hear('Run into the content filter')
    await press('Edit message')
    const editor = await screen.findByRole('textbox', { name: 'Your message' })
    expect(editor).toHaveValue('Run into the content filter')
    await untilFocused(editor)
  })

  it(
    'after a rate limit it waits as asked, twice; then Retry counts down, asks again, and the focus is not lost',
    { tags: 'hunt' },
    async () => {
      let requests = 0
      // As often as the chat asks by itself.
      const busyThrice: EndpointModel = {
        id: 'antiphon-tour',
        answer: (request) =>
          ++requests <= 3
            ? errorResponse(
                429,
                { message: 'Limit 3, used 3.', code: 'rate_limit_exceeded' },
                // The last one so long that the card is still counting when it is read.
                { 'retry-after': requests < 3 ? '1' : '40' },
              )
            : scenarioModel(allScenarios.find(({ id }) => id === 'one-tool')!).answer(request),
      }
      serveModels([busyThrice])
      await openDemo()
      // Looks at each change of the page: the wait takes a second.
      const waited = waitFor(() =>
        expect(document.querySelector('[data-slot="waiting"][data-state="retrying"]')).not.toBeNull(),
      )
      await ask('Convert 26.2 miles to km')
      await waited
      await expect.poll(() => answer().innerText).toContain('Rate limited by the provider')
      await settled()
      expect(requests).toBe(3)
      const notice = await readNotice()
      expect(notice.title).toBe('Rate limited by the provider')
      expect(notice.detail).toMatch(/^429 · Limit 3, used 3\. You can retry in [\d.]+ s\.$/)
      const retry = within(answer()).getByRole('button', { name: 'Retry' })
      expect(retry).toHaveAttribute('aria-disabled', 'true')
      const now = Date.now.bind(Date)
      vi.spyOn(Date, 'now').mockImplementation(() => now() + 40_000)
      await expect.poll(() => answer().innerText).toContain('You can retry now.')
      expect(retry).not.toHaveAttribute('aria-disabled')
      retry.focus()
      await userEvent.keyboard('{Enter}')
      await expect.poll(() => answer().innerText).toContain('42.164813')
      await settled()
      expect(hasFocus(document.body)).toBe(false)
    },
  )
})
