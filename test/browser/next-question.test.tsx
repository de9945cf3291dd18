import { createChat, type AssistantMessage, type Message } from '@antiphon/core'
import { immediateScheduler, scriptedTransport, textAnswer } from '@antiphon/core/testing'
import { ChatProvider } from '@antiphon/react'
import { FollowUps, QuoteSelection, type FollowUpsProps } from '@antiphon/shell'
import { AntiphonRoot, Chat, MessageActions, type TranscriptSlots } from '@antiphon/ui'
import { cleanup, render, screen } from '@testing-library/react'
import axe from 'axe-core'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import '../../packages/ui/css/source.css'
import './support/chat-layout.css'

afterEach(cleanup)

const thread: Message[] = [
  { id: 'q', role: 'user', content: 'Why was checkout slow?' },
  {
    id: 'a',
    role: 'assistant',
    content: 'The pool had **eight** connections.\n\nIt had forty before.',
    finishReason: 'stop',
  },
]
const box = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Write a message' })
const ask = page.getByRole('button', { name: 'Ask about this' })

function open(suggestions: FollowUpsProps['suggestions'] = [], messages = thread) {
  const chat = createChat({
    messages,
    model: 'm',
    scheduler: immediateScheduler,
    transport: scriptedTransport([textAnswer('Forty.'), textAnswer('Since ten.')]),
  })
  const slots: TranscriptSlots = {
    MessageActions: (props) => (
      <>
        <MessageActions {...props} />
        <FollowUps message={props.message} suggestions={suggestions} />
      </>
    ),
  }
  render(
    <AntiphonRoot style={{ height: 600 }}>
      <ChatProvider chat={chat}>
        <Chat transcript={{ slots }} composer={{ toolsSlot: <QuoteSelection /> }} />
      </ChatProvider>
    </AntiphonRoot>,
  )
  return chat
}

const answer = () => document.querySelector('[data-slot="turn"][data-role="assistant"]')!
/** The paragraphs of the answer, from the first word of one to the last of another. */
function select(from: Node, to: Node): void {
  getSelection()!.setBaseAndExtent(from, 0, to, to.childNodes.length)
}

test('a selection within an answer is quoted into the message box, after what is there; one that goes beyond is not offered', async () => {
  open()
  await userEvent.fill(box(), 'Look:')
  const paragraphs = () => [...answer().querySelectorAll('p')]
  select(paragraphs()[1]!, paragraphs()[1]!)
  await expect.element(ask).toBeVisible()
  select(document.querySelector('[data-role="user"]')!, paragraphs()[0]!)
  await expect.poll(() => ask.elements()).toEqual([])
  select(paragraphs()[0]!, paragraphs()[1]!)
  await expect.element(ask).toBeVisible()
  const { top, bottom } = ask.element().getBoundingClientRect()
  const { bottom: end, top: start } = getSelection()!.getRangeAt(0).getBoundingClientRect()
  expect(top >= end || bottom <= start).toBe(true)
  expect((await axe.run(document.body, { rules: { region: { enabled: false } } })).violations).toEqual([])
  await ask.click()
  expect(box().value).toBe('Look:\n\n> The pool had eight connections.\n>\n> It had forty before.\n\n')
  expect(document.activeElement).toBe(box())
  expect(ask.elements()).toEqual([])
})

test('by keys: Tab goes from a selection to its button, Enter quotes, Escape puts it away', async () => {
  open()
  ;(document.activeElement as HTMLElement).blur()
  const bold = answer().querySelector('strong')!
  select(bold, bold)
  await expect.element(ask).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => ask.elements()).toEqual([])
  getSelection()!.removeAllRanges()
  select(bold, bold)
  await expect.element(ask).toBeVisible()
  await userEvent.keyboard('{Tab}')
  expect(document.activeElement).toBe(ask.element())
  await userEvent.keyboard('{Enter}')
  expect(box().value).toBe('> eight\n\n')
})

test('follow-ups stand below the last answer, fill the box, send with Shift, and go with the next question', async () => {
  const chat = open(['Since when?', { label: 'Table', prompt: 'Put it in a table.' }, 'Who?', 'A fourth'])
  const list = page.getByRole('list', { name: 'Next questions' })
  await expect.element(list).toBeVisible()
  const labels = () =>
    list
      .getByRole('button')
      .elements()
      .map(({ textContent }) => textContent)
  expect(labels()).toEqual(['Since when?', 'Table', 'Who?'])
  await list.getByRole('button', { name: 'Table' }).click()
  expect(box().value).toBe('Put it in a table.')
  expect(document.activeElement).toBe(box())
  await userEvent.keyboard('{Shift>}')
  await list.getByRole('button', { name: 'Since when?' }).click()
  await userEvent.keyboard('{/Shift}')
  await expect
    .poll(() =>
      chat.store
        .getMessages()
        .map(({ content }) => content)
        .slice(2),
    )
    .toEqual(['Since when?', 'Forty.'])
  // Once, below the new answer.
  await expect.element(list).toBeVisible()
  expect(document.querySelectorAll('[data-slot="follow-ups"]')).toHaveLength(1)
  expect(answer().querySelector('[data-slot="follow-ups"]')).toBeNull()
})

test('a function is asked once for each answer that has ended well, and what fails shows nothing and is reported', async () => {
  const reported = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => reported.mockRestore())
  const find = vi.fn(async ({ content }: AssistantMessage) => {
    if (content === 'Forty.') throw new Error('no model')
    return [`More about: ${content.slice(0, 8)}`]
  })
  const chat = open(find)
  await expect.element(page.getByRole('button', { name: 'More about: The pool' })).toBeVisible()
  await chat.send('How many?')
  await expect
    .poll(() => find.mock.calls.map(([{ content }]) => content))
    .toEqual([thread[1]!.content, 'Forty.'])
  expect(document.querySelector('[data-slot="follow-ups"]')).toBeNull()
  await expect.poll(() => reported.mock.calls).toEqual([[new Error('no model')]])
  await chat.send('Since when?')
  await expect.element(page.getByRole('button', { name: 'More about: Since te' })).toBeVisible()
  expect(find).toHaveBeenCalledTimes(3)
})
