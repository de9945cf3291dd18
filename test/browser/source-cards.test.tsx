import { createChat, type Message } from '@antiphon/core'
import { scriptedTransport } from '@antiphon/core/testing'
import { ChatProvider } from '@antiphon/react'
import { SourceCards, Tooltips } from '@antiphon/shell'
import { AntiphonRoot, Chat } from '@antiphon/ui'
import { cleanup, render } from '@testing-library/react'
import axe from 'axe-core'
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import '../../packages/ui/css/source.css'
import './support/chat-layout.css'

afterEach(cleanup)

const content = 'The pool has 40 connections. It had 8 before.'
const thread: Message[] = [
  { id: 'q', role: 'user', content: 'How large is the pool?' },
  {
    id: 'a',
    role: 'assistant',
    content,
    finishReason: 'stop',
    annotations: [
      {
        type: 'url_citation',
        url_citation: {
          url: 'https://runbook.example/pool#size',
          title: 'Runbook of checkout',
          content: 'Since Friday the pool has 40 connections.',
          start_index: 0,
          end_index: 28,
        },
      },
      {
        type: 'url_citation',
        url_citation: {
          url: 'https://changes.example/9f31c2e',
          title: 'Change 9f31c2e',
          start_index: 29,
          end_index: content.length,
        },
      },
    ],
  },
]

async function open(): Promise<void> {
  await page.viewport(1000, 700)
  const chat = createChat({ messages: thread, model: 'm', transport: scriptedTransport([]) })
  render(
    <AntiphonRoot style={{ height: 600 }}>
      <Tooltips />
      <ChatProvider chat={chat}>
        <SourceCards />
        <Chat />
      </ChatProvider>
    </AntiphonRoot>,
  )
  await expect.element(mark(2)).toBeVisible()
}

const mark = (number: number) => page.getByRole('link', { name: new RegExp(`^Source ${number}:`) })
const cards = () => [...document.querySelectorAll<HTMLElement>('[role="tooltip"]')]
const text = () => cards().map(({ innerText }) => innerText.replaceAll(/\n+/g, ' | '))

test('a mark under the pointer has a card with title, host and excerpt, and no second tip; the pointer may go onto it', async () => {
  await open()
  await mark(1).hover()
  const first = ['Runbook of checkout | runbook.example | Since Friday the pool has 40 connections.']
  await expect.poll(text).toEqual(first)
  await userEvent.hover(cards()[0]!)
  expect(text()).toEqual(first)
  expect((await axe.run(document.body, { rules: { region: { enabled: false } } })).violations).toEqual([])
  await mark(2).hover()
  await expect.poll(text).toEqual(['Change 9f31c2e | changes.example'])
  await userEvent.hover(page.getByRole('textbox', { name: 'Write a message' }))
  await expect.poll(text).toEqual([])
  // Its own title is back for a page without the cards.
  expect(mark(2).element()).toHaveAttribute('title', 'Change 9f31c2e')
})

test('the focus of the keyboard shows it, as the description of the mark; Escape puts it away, and the focus stays', async () => {
  await open()
  await userEvent.click(page.getByText('The pool has 40'))
  for (let presses = 0; document.activeElement !== mark(1).element() && presses < 20; presses++)
    await userEvent.keyboard('{Tab}')
  await expect.poll(text).toHaveLength(1)
  await expect.element(mark(1)).toHaveAccessibleDescription(/runbook\.example.*Since Friday/)
  await userEvent.keyboard('{Tab}')
  await expect.poll(text).toEqual(['Change 9f31c2e | changes.example'])
  await userEvent.keyboard('{Escape}')
  await expect.poll(text).toEqual([])
  expect(document.activeElement).toBe(mark(2).element())
})
