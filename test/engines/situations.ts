import type { JourneyPage } from './journey-page.js'
import type { ScreenReader } from './screen-reader.js'

/** Something that happens in a conversation, and what a person who listens gets to know of it. */
export interface Situation {
  name: string
  /** Steps before the situation, which are not listened to. */
  prepare?(page: JourneyPage, reader: ScreenReader): Promise<void>
  act(page: JourneyPage, reader: ScreenReader): Promise<void>
  /** Announcements, in this order, each once. */
  said: RegExp[]
  /** It can happen again, for when Orca left something out. */
  repeats?: boolean
  /** True where the reader also says where the focus went, in words of its own. Else it says nothing more. */
  moves?: boolean
}

const BOX = { css: 'form[data-slot="composer"] textarea' }
const BUSY = { css: 'form[data-slot="composer"]:is([data-state="submitted"], [data-state="streaming"])' }
const APPROVAL = { css: '[role=group]', name: /^Allow run_javascript/ }

const STARTED = /^Answer started$/
const FINISHED = /^Answer finished, \d+ words$/

const ask = (question: string): Pick<Situation, 'act' | 'repeats'> => ({
  async act(page) {
    await page.ask(question)
    await page.settle()
  },
  repeats: true,
})

/** In this order, in one conversation, with the focus in the message box. Questions are short, since Orca works for each key. */
export const situations: Situation[] = [
  {
    name: 'the focus comes to the message box',
    async prepare(page, reader) {
      // Browsers leave out a place where the focus was for a moment only.
      await page.focus({ css: 'button', name: 'Start the tour' })
      await page.until(
        () => reader.heard().some((text) => text.startsWith('Start the tour')),
        'Orca is at the button',
      )
      await reader.caughtUp()
    },
    act: (page) => page.focus(BOX),
    said: [/^Write a message entry/, /^Enter sends, Shift and Enter starts a new line\..*Escape stops it/],
    moves: true,
  },
  { name: 'an answer begins, arrives and ends', ...ask('Think'), said: [STARTED, FINISHED] },
  {
    name: 'tools run',
    ...ask('What time is it in Oslo and Tokyo?'),
    said: [STARTED, FINISHED],
  },
  {
    name: 'a call needs approval',
    async act(page) {
      await page.ask('Primes')
      await page.see(APPROVAL)
    },
    said: [STARTED, /^Approval needed: run_javascript$/],
  },
  {
    name: 'the focus goes to the question',
    async act(page) {
      await page.passGuard()
      await page.focus(APPROVAL)
    },
    said: [/^Allow run_javascript\W*\? panel/],
    moves: true,
  },
  {
    name: 'Y allows it, and the focus goes on',
    async act(page) {
      await page.press('y')
      await page.settle()
    },
    said: [/^Write a message entry/, FINISHED],
    moves: true,
  },
  {
    name: 'the token limit',
    ...ask('Token limit'),
    said: [STARTED, /^Answer ended\. Cut off at the token limit\.$/],
  },
  {
    name: 'the content filter',
    ...ask('Filter'),
    said: [/^Answer ended\. Withheld by the provider's content filter\.$/],
  },
  {
    name: 'a refusal',
    ...ask('Decline'),
    said: [STARTED, /^Answer ended\. The model declined\.$/],
  },
  {
    name: 'five seconds of silence',
    async act(page) {
      await page.ask('Stall')
      await page.see(BUSY)
      await page.see({ css: '[role=note]', name: /^No data for/ })
    },
    said: [STARTED, /^No data for 5 s\. The connection is still open\.$/],
  },
  {
    name: 'Escape stops it',
    async act(page) {
      await page.passGuard()
      await page.press('Escape')
      await page.settle()
    },
    said: [/^Answer ended\. Stopped by you\.$/],
  },
  {
    name: 'an error in mid-answer',
    ...ask('Error'),
    said: [STARTED, /^Answer failed\. The provider reported an error\..*The text above is kept\.$/],
  },
  {
    name: 'an error before an answer',
    ...ask('Wrong key'),
    said: [/^Answer failed\. The key was not accepted\. Check the key in the settings\.$/],
  },
  {
    name: 'a connection that is lost',
    ...ask('Lose the line'),
    said: [STARTED, /^Answer ended\. Connection ended before the answer did\.$/],
  },
]
