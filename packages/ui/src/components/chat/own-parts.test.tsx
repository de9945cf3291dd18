import { createChat, type ChatController, type Message } from '@antiphon/core'
import { scriptedTransport, textAnswer } from '@antiphon/core/testing'
import { ChatProvider, useComposer } from '@antiphon/react'
import { act, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import type {
  CodeBlockProps,
  MarkdownImageProps,
  MarkdownLinkProps,
  TableProps,
} from '../../markdown/index.js'
import { IconButton } from '../button/button.js'
import { Composer, type ComposerProps } from '../composer/composer.js'
import { MessageActions, type MessageActionsProps } from '../message-actions/message-actions.js'
import { Chat, type ChatProps } from './chat.js'

const answer = [
  '[docs](https://a.example/), [elsewhere](https://b.example/) and ![cat](https://a.example/cat.png)',
  '| a |\n| - |\n| 1 |',
  '```\nplain\n```',
  '```ts\nconst x = 1\n```',
].join('\n\n')

const messages: Message[] = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', id: 'q', content: 'Show me' },
  { role: 'assistant', id: 'a', content: answer, finishReason: 'stop' },
]

function show(
  props: ChatProps,
  chat: ChatController = createChat({ messages, transport: scriptedTransport([]) }),
) {
  return render(
    <ChatProvider chat={chat}>
      <Chat {...props} />
    </ChatProvider>,
  )
}

const CodeBlock = ({ code, language }: CodeBlockProps) => <b>{`code ${language ?? ''}: ${code}`}</b>
const Link = ({ url }: MarkdownLinkProps) => <b>link to {url.host}</b>
const Image = ({ url, autoLoad }: MarkdownImageProps) => <b>{`image ${url?.host} ${autoLoad}`}</b>
const Table = ({ node }: TableProps) => <b>a {node.type}</b>
const components = { CodeBlock, Link, Image, Table }
const imagePolicy = (url: URL) => (url.host === 'a.example' ? 'load' : 'never')
const linkPolicy = (url: URL) => url.host === 'a.example'

test('code, links, images and tables of the host stand in the answers of a chat, under its policies', () => {
  show({ transcript: { markdown: { components, imagePolicy, linkPolicy } } })
  expect(screen.getByText('code : plain')).toBeInTheDocument()
  expect(screen.getByText('code ts: const x = 1')).toBeInTheDocument()
  expect(screen.getByText('link to a.example')).toBeInTheDocument()
  expect(screen.queryByText('link to b.example')).toBeNull()
  expect(screen.getByText('image a.example true')).toBeInTheDocument()
  expect(screen.getByText('a table')).toBeInTheDocument()
})

test('a table of components that is written in place draws no answer again when the host does', async () => {
  const drawn = vi.fn()
  const Counted = (props: CodeBlockProps) => {
    drawn()
    return <CodeBlock {...props} />
  }
  const chat = createChat({ messages, transport: scriptedTransport([]) })
  function Host() {
    const [count, setCount] = useState(0)
    return (
      <ChatProvider chat={chat}>
        <button onClick={() => setCount(count + 1)}>Again {count}</button>
        <Chat transcript={{ markdown: { components: { CodeBlock: Counted }, imagePolicy } }} />
      </ChatProvider>
    )
  }
  render(<Host />)
  const before = drawn.mock.calls.length
  expect(before).toBeGreaterThan(0)
  await userEvent.click(screen.getByRole('button', { name: 'Again 0' }))
  expect(screen.getByRole('button', { name: 'Again 1' })).toBeInTheDocument()
  expect(drawn.mock.calls.length).toBe(before)
})

test('actions of the host have the message at hand, and look like the kit’s', async () => {
  const rate = vi.fn()
  const Rated = (props: MessageActionsProps) => (
    <MessageActions {...props}>
      {props.message?.role === 'assistant' && (
        <IconButton icon={<svg data-mine="" />} label="Good answer" onClick={() => rate(props.message)} />
      )}
    </MessageActions>
  )
  show({ transcript: { slots: { MessageActions: Rated } } })
  const button = screen.getByRole('button', { name: 'Good answer' })
  expect(button).toHaveAttribute('data-slot', 'icon-button')
  expect(button.querySelector('svg[data-mine]')).not.toBeNull()
  await userEvent.click(button)
  expect(rate).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ id: 'a', role: 'assistant' }))
})

function OwnBox({ queue = [], status }: ComposerProps) {
  const { fieldProps, submit } = useComposer({ status })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <output>{queue.length} waiting</output>
      <textarea aria-label="Mine" {...fieldProps} />
    </form>
  )
}

test('a box of the host takes the place of the composer: queue, grants and skip links stay', async () => {
  const chat = createChat({ transport: scriptedTransport([textAnswer('Hello there.')]) })
  show({ slots: { Composer: OwnBox } }, chat)
  expect(screen.getAllByRole('textbox')).toHaveLength(1)
  expect(screen.getByText('0 waiting')).toBeInTheDocument()
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  const box = screen.getByRole('textbox', { name: 'Mine' })
  expect(box).toHaveFocus()
  await userEvent.type(box, 'hello{Enter}')
  await screen.findByText('Hello there.')
  await act(async () => {})
})

test('it may draw the kit’s own', () => {
  const Framed = (props: ComposerProps) => (
    <fieldset aria-label="Frame">
      <Composer {...props} placeholder="Framed" />
    </fieldset>
  )
  show({ slots: { Composer: Framed }, composer: { defaultValue: 'draft' } })
  expect(within(screen.getByRole('group', { name: 'Frame' })).getByPlaceholderText('Framed')).toHaveValue(
    'draft',
  )
})
