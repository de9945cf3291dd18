import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { all, button, dialog, isGone, openDemo, textOf, viewport } from './support/demo-page.js'
import { frames } from './support/paced-answer.js'

const WORDS = [
  'The jump lines up with deploy',
  '504 upstream timeout',
  // Cut off, and joined by Continue.
  '1,312 failed',
  'Cut off while writing a tool call',
  "Withheld by the provider's content filter",
  'The model declined',
  'Connection ended before the answer did',
  'The provider is busy',
]

/**
 * The tour and its tools wait for the eyes of a person, for some 20 s in all: a second or less each, and 4 s for the wire. Longer
 * times are deadlines of the kit, which a busy machine needs.
 */
function waitLess(): void {
  const later = globalThis.setTimeout
  const isForEyes = (ms: number): boolean => (ms >= 300 && ms <= 1_500) || ms === 4_000
  const soon = (run: () => void, ms = 0) => later(run, isForEyes(ms) ? ms / 20 : ms)
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(soon)
}

test('a first run shows every state without a key: calls, a failure, cuts, a filter, a refusal, a lost connection, an error, a question to a person', async () => {
  await openDemo()
  waitLess()
  await button('Start the tour').click()
  const card = page.getByRole('group', { name: /^Allow rollback_deploy/ })
  await expect.element(card).toBeVisible()
  // One story in one conversation, named after it; the line says where it is.
  await expect.element(page.getByRole('heading', { level: 1, name: 'Tour: checkout latency' })).toBeVisible()
  await expect.element(page.getByRole('progressbar', { name: 'Tour' })).toBeVisible()
  const line = page.getByRole('group', { name: 'Tour', exact: true })
  await expect.poll(() => textOf(line)).toMatch(/8 of 8\s+A question to you/)
  // Only what is near is built: one looks from one end to the other.
  let read = ''
  const states = new Set<string | undefined>()
  const look = async (): Promise<void> => {
    for (const place of [1, 0.75, 0.5, 0.25, 0]) {
      viewport().scrollTop = viewport().scrollHeight * place
      await frames(2)
      read += document.querySelector('main')!.innerText
      for (const { dataset } of all('main [data-slot="tool-call"]')) states.add(dataset['state'])
    }
  }
  const expected = { words: WORDS, states: ['awaiting', 'cut-off', 'done', 'error'] }
  await expect
    .poll(async () => {
      await look()
      return {
        words: WORDS.filter((words) => read.includes(words)),
        states: expected.states.filter((state) => states.has(state)),
      }
    })
    .toEqual(expected)
  // In the first half second a press is ignored, and a quick machine gets here before its end.
  await expect.element(card).not.toHaveAttribute('data-settling')
  // It ends with the next steps: the code of the demo, and a server of your own.
  await card.getByRole('button', { name: 'Allow once' }).click()
  await line.getByRole('button', { name: 'See the code' }).click()
  await expect.element(dialog('Code').getByText('rollback_deploy').first()).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await isGone(dialog('Code'))
  await line.getByRole('button', { name: 'Connect your model' }).click()
  await expect.element(dialog('Connect a model')).toBeVisible()
})
