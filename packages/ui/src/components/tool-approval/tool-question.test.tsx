import { createChat, type PersonAnswer, type PersonQuestion, type Tool } from '@antiphon/core'
import {
  immediateScheduler,
  callsAnswer,
  countingIds,
  scriptedTransport,
  textAnswer,
} from '@antiphon/core/testing'
import { ChatProvider } from '@antiphon/react'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { StrictMode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { german } from '../../strings/german.js'
import { Chat, type ChatProps } from '../chat/chat.js'
import '../../testing/late-parts.js'

const now = performance.now.bind(performance)
let ahead = 0
beforeEach(() => {
  ahead = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now() + ahead)
})
afterEach(() => vi.restoreAllMocks())

/** A press within half a second of a question was meant for something else. It counts from when it is drawn. */
const passHalfSecond = () =>
  act(async () => {
    await new Promise((resolve) => setTimeout(resolve))
    ahead += 500
  })

const form: PersonQuestion = {
  type: 'form',
  from: 'depot',
  message: 'Who comes?',
  schema: {
    type: 'object',
    properties: {
      name: { type: 'string', title: 'Name', description: 'As on the card' },
      seats: { type: 'integer', title: 'Seats', minimum: 1 },
      room: { type: 'string', title: 'Room', enum: ['in', 'out'], enumNames: ['Inside', 'Terrace'] },
      diets: {
        type: 'array',
        title: 'Diets',
        items: { type: 'string', enum: ['vegan', 'nuts'] },
        maxItems: 1,
      },
      window: { type: 'boolean', title: 'At the window', default: true },
    },
    required: ['name', 'seats'],
  },
}
const page: PersonQuestion = {
  type: 'page',
  from: 'depot',
  message: 'Pay the deposit.',
  url: 'https://pay.example/a?b=c',
}

/** A chat whose model books, and whose tool asks `question` for that. */
async function open(question: PersonQuestion, strings?: typeof german, audience?: ChatProps['audience']) {
  const given: PersonAnswer[] = []
  const book: Tool = {
    name: 'book',
    description: 'Books.',
    parameters: { type: 'object' },
    execute: async (_args: never, { ask }: Parameters<NonNullable<Tool['execute']>>[1]) => {
      given.push(await ask(question))
      return 'booked'
    },
  }
  const chat = createChat({
    transport: scriptedTransport([callsAnswer([{ id: 'c', name: 'book', args: {} }]), textAnswer('Done.')]),
    model: 'm',
    tools: [book],
    scheduler: immediateScheduler,
    generateId: countingIds(),
  })
  const { unmount } = render(
    <StrictMode>
      <ChatProvider chat={chat}>
        <Chat strings={strings} audience={audience} />
      </ChatProvider>
    </StrictMode>,
  )
  let sent: Promise<void> | undefined
  act(() => void (sent = chat.send('Book a table')))
  const card = await screen.findByRole('group', {
    name: question.from ? /depot/ : /ask|question|want|open|fragt|Frage|möchte|öffnen/,
  })
  return { chat, card, given, sent: sent!, unmount }
}
const press = (card: HTMLElement, name: string | RegExp) =>
  userEvent.click(within(card).getByRole('button', { name }))

describe('the form that a running call asks a person to fill in', () => {
  it('is checked by its schema, sent once, and the focus goes to the message box', async () => {
    const { card, given } = await open(form)
    await passHalfSecond()
    expect(card).toHaveTextContent('depot asks')
    expect(card).toHaveTextContent('Your answer goes to depot.')
    await press(card, 'Send')
    const name = within(card).getByRole('textbox', { name: 'Name' })
    expect(name).toHaveFocus()
    expect(name).toBeInvalid()
    expect(name).toHaveAccessibleDescription('As on the card Fill this in.')
    await userEvent.type(name, 'Ann')
    expect(name).toBeValid()
    const seats = within(card).getByRole('textbox', { name: 'Seats' })
    await userEvent.type(seats, '0')
    expect(seats).toHaveAccessibleDescription('Enter 1 or more.')
    await userEvent.clear(seats)
    await userEvent.type(seats, '2')
    await userEvent.selectOptions(within(card).getByRole('combobox', { name: /Room/ }), 'Terrace')
    await userEvent.click(within(card).getByRole('checkbox', { name: 'vegan' }))
    expect(given).toEqual([])
    await userEvent.type(seats, '{Enter}')
    await screen.findByText('Done.')
    expect(given).toEqual([
      { type: 'accept', content: { name: 'Ann', seats: 2, room: 'out', diets: ['vegan'], window: true } },
    ])
    expect(screen.getByRole('textbox')).toHaveFocus()
  })

  it.each([
    ['Decline', { type: 'decline' }],
    ['Dismiss', { type: 'cancel' }],
  ])('"%s" tells the tool so', async (name, answer) => {
    const { card, given } = await open(form)
    await passHalfSecond()
    await press(card, name)
    await screen.findByText('Done.')
    expect(given).toEqual([answer])
  })

  it.each([
    ['English', undefined, 'developers', 'goes to this app, and the model may', ['No', 'Not now']],
    ['English', undefined, 'people', 'goes to this app, and the assistant may', ['No', 'Not now']],
    ['German', german, 'developers', 'an diese App, und das Modell', ['Nein', 'Jetzt nicht']],
    ['German', german, 'people', 'an diese App, und der Assistent', ['Nein', 'Jetzt nicht']],
  ] as const)(
    'of a tool of the app itself says in %s who gets the answer (%#), and no service is named',
    async (_, strings, audience, goesTo, buttons) => {
      for (const question of [form, page]) {
        const { card, unmount } = await open({ ...question, from: undefined }, strings, audience)
        if (question === form) expect(card).toHaveTextContent(goesTo)
        expect(within(card).queryByText(/service|Dienst|goes to the tool|an das Werkzeug/)).toBeNull()
        for (const name of buttons) expect(within(card).getByRole('button', { name })).toBeVisible()
        unmount()
      }
    },
  )

  it('does not take the focus, and a press at once and a held key do nothing', async () => {
    // A slow machine presses later than half a second.
    vi.mocked(performance.now).mockImplementation(() => ahead)
    const { card, given } = await open(form)
    expect(card.contains(document.activeElement)).toBe(false)
    expect(card).toHaveAttribute('data-settling')
    await press(card, 'Decline')
    expect(given).toEqual([])
    await passHalfSecond()
    const decline = within(card).getByRole('button', { name: 'Decline' })
    decline.focus()
    const held = new KeyboardEvent('keydown', { key: 'Enter', repeat: true, bubbles: true, cancelable: true })
    act(() => void decline.dispatchEvent(held))
    expect(held.defaultPrevented).toBe(true)
    expect(given).toEqual([])
  })

  it('has data-settling until a press counts', async () => {
    vi.mocked(performance.now).mockImplementation(() => ahead)
    const { card, given } = await open(form)
    await passHalfSecond()
    await waitFor(() => expect(card).not.toHaveAttribute('data-settling'))
    await press(card, 'Decline')
    expect(given).toEqual([{ type: 'decline' }])
  })

  it('goes with a stop, and nothing was answered', async () => {
    const { chat, given, sent } = await open(form)
    act(() => chat.stop())
    await act(() => sent)
    expect(screen.queryByRole('group', { name: /depot/ })).toBeNull()
    expect(given).toEqual([])
  })

  it('is announced, and the message box says that an answer is awaited', async () => {
    const { card } = await open(form)
    expect(card).toBeVisible()
    await screen.findByText('A question of book')
    expect(document.querySelector('[data-slot="composer"]')).toHaveAttribute('data-awaiting')
  })

  it('speaks German', async () => {
    const { card } = await open(form, german)
    await passHalfSecond()
    expect(card).toHaveTextContent('depot fragt')
    await press(card, 'Senden')
    expect(within(card).getByRole('textbox', { name: 'Name' })).toHaveAccessibleDescription(
      'As on the card Bitte ausfüllen.',
    )
  })
})

describe('the page that a running call asks a person to open', () => {
  it('is shown with its whole address, and opened by a press only', async () => {
    const opened = vi.spyOn(window, 'open').mockReturnValue(null)
    const { card, given } = await open(page)
    await passHalfSecond()
    expect(card).toHaveTextContent('https://pay.example/a?b=c')
    expect(within(card).queryByRole('link')).toBeNull()
    expect(opened).not.toHaveBeenCalled()
    await press(card, 'Open the page')
    await screen.findByText('Done.')
    expect(opened.mock.calls).toEqual([['https://pay.example/a?b=c', '_blank', 'noopener,noreferrer']])
    expect(given).toEqual([{ type: 'accept' }])
  })

  it('counts once the person says so, where something is to be done there', async () => {
    vi.spyOn(window, 'open').mockReturnValue(null)
    const { card, given } = await open({ ...page, isDoneThere: true })
    await passHalfSecond()
    expect(within(card).queryByRole('button', { name: 'I am done there' })).toBeNull()
    await press(card, 'Open the page')
    expect(given).toEqual([])
    await press(card, 'I am done there')
    await screen.findByText('Done.')
    expect(given).toEqual([{ type: 'accept' }])
  })
})
