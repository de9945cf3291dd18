import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { asked } from './support/demo-network.js'
import {
  answer,
  ask,
  askedAbout,
  box,
  goToTop,
  hasFocus,
  hear,
  openDemo,
  settled,
  stop,
  untilFocused,
} from './support/demo-page.js'

const QUESTION = 'Ask me before it runs code'
const card = () => screen.getByRole('group', { name: /^Allow run_javascript/ })
const press = (name: string | RegExp): Promise<void> =>
  userEvent.click(within(card()).getByRole('button', { name }))
const states = () =>
  [...answer().querySelectorAll('[data-slot="tool-call"]')].map((row) => row.getAttribute('data-state'))
/** The results of tools in the last request. */
const results = () =>
  asked.at(-1)!.body.messages.flatMap(({ role, content }) => (role === 'tool' ? [String(content)] : []))

/** A chat whose last answer waits for a person. */
async function openAsked(): Promise<void> {
  await openDemo()
  await ask(QUESTION)
  await askedAbout('run_javascript')
}
/** Waits for the request after the answer to the question, and for its end. */
async function untilSent(count: number): Promise<void> {
  await expect.poll(() => asked.length).toBe(count)
  await settled()
}

describe('a call that a person has to allow', () => {
  it('stands open beside the other calls, runs when Y is pressed, and its result goes on', async () => {
    await openAsked()
    expect(states()).toContain('awaiting')
    expect(card().innerText).toContain('primes.push(n)')
    expect(hasFocus(box())).toBe(true)
    // The tab says it too, for whoever looks at another one.
    await expect.poll(() => document.title).toMatch(/^● Allow run_javascript\?/)
    const before = asked.length
    card().focus()
    await userEvent.keyboard('y')
    await untilSent(before + 1)
    await expect.poll(() => answer().innerText).toContain('129')
    expect(states()).toEqual(['done', 'error', 'done'])
    expect(results()).toHaveLength(3)
    expect(results()[2]).toContain('The first ten primes: 2, 3, 5')
    // The focus went on to the message box, the letter did not.
    expect(box()).toHaveValue('')
  })

  it('denied with a reason is not run, and the next request has the reason', async () => {
    await openAsked()
    const before = asked.length
    await press('Deny with a reason')
    await untilFocused(await within(card()).findByRole('textbox'))
    await userEvent.keyboard('Use the calculator instead.{Enter}')
    await untilSent(before + 1)
    expect(results()[2]).toBe('Tool execution denied by the user. Reason: Use the calculator instead.')
    await expect.poll(() => answer().innerText).toContain('Use the calculator instead.')
    expect(states()).toEqual(['done', 'error', 'denied'])
    await untilFocused(box())
  })

  it(
    'changed code is shown as a change, it is the changed code that runs, and a double click runs it once',
    { tags: 'hunt' },
    async () => {
      await openAsked()
      const before = asked.length
      await press(/^Edit/)
      const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'code' })
      expect(field.value).toContain('const primes = []\n')
      await userEvent.fill(field, 'return 6 * 7')
      await press('Use these arguments')
      await within(card()).findByRole('group', { name: 'Changed by you' })
      await askedAbout('run_javascript')
      await userEvent.dblClick(within(card()).getByRole('button', { name: /Allow once/ }))
      await untilSent(before + 1)
      expect(results()).toHaveLength(3)
      expect(results()[2]).toContain('"returned":"42"')
      expect(asked).toHaveLength(before + 1)
    },
  )

  it('allowed for the chat it is not asked again until that is taken back', { tags: 'hunt' }, async () => {
    await openAsked()
    const before = asked.length
    await press(/Allow in this chat/)
    await untilSent(before + 1)
    await ask(QUESTION)
    await untilSent(before + 3)
    await userEvent.click(screen.getByRole('button', { name: 'Ask again before run_javascript runs' }))
    await ask(QUESTION)
    await askedAbout('run_javascript')
    await stop()
    await settled()
    await expect.poll(() => screen.queryByRole('group', { name: /^Allow run_javascript/ })).toBeNull()
  })

  it('is pointed at when it is out of sight, and only then', async () => {
    await openDemo()
    await hear('Show me an answer with a table')
    await ask(QUESTION)
    await askedAbout('run_javascript')
    const pill = () => screen.queryByRole('button', { name: 'Approval needed' })
    // Whether the question is in view is told some frames after it was drawn.
    await expect.poll(pill).toBeNull()
    // As a person does: the other calls run meanwhile, and only a reader who scrolls is left alone.
    goToTop()
    await userEvent.click(await screen.findByRole('button', { name: 'Approval needed' }))
    await expect.poll(pill).toBeNull()
    const { top, bottom } = card().getBoundingClientRect()
    expect(bottom).toBeGreaterThan(0)
    expect(top).toBeLessThan(innerHeight)
  })
})
