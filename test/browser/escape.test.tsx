import { createChat, type ChatController, type Message } from '@antiphon/core'
import { scriptedTransport } from '@antiphon/core/testing'
import { ChatProvider } from '@antiphon/react'
import { QuoteSelection, SourceCards } from '@antiphon/shell'
import { createMemoryStorage, createThreadSessions } from '@antiphon/threads'
import { ThreadsProvider } from '@antiphon/threads/react'
import { ThreadList } from '@antiphon/threads/ui'
import { AntiphonRoot, Chat, ToolApproval, UsageMeter } from '@antiphon/ui'
import { Modal } from '@antiphon/ui/parts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { useEffect, useState, type ReactNode } from 'react'
import { afterEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import '../../packages/ui/css/source.css'
import './support/chat-layout.css'

afterEach(cleanup)

const nothing = (): void => {}
const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const messages: Message[] = [
  { id: 'q', role: 'user', content: [{ type: 'image_url', image_url: { url: pixel } }] },
  {
    id: 'a',
    role: 'assistant',
    content: 'The pool has 40 connections.',
    finishReason: 'stop',
    annotations: [
      {
        type: 'url_citation',
        url_citation: { url: 'https://runbook.example/', title: 'Runbook', start_index: 0, end_index: 28 },
      },
    ],
  },
]

/** A panel as styling.md shows it: an Escape that the chat used does not close it. */
function Panel({ onClose, children }: { onClose: (by: string) => void; children: ReactNode }) {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && !event.defaultPrevented) onClose('document')
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [onClose])
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- as a host has it
    <div
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) onClose('element')
      }}
    >
      <AntiphonRoot style={{ blockSize: 500 }}>{children}</AntiphonRoot>
    </div>
  )
}

function List() {
  const [client] = useState(() => new QueryClient())
  const [threads] = useState(() => {
    const storage = createMemoryStorage()
    const message = { id: 'm', role: 'user' as const, content: 'Hello' }
    const node = { v: 1, threadId: 't', id: 'm', parent: null, order: 1, message } as const
    void storage.write({
      threadId: 't',
      known: false,
      nodes: [node],
      title: 'Tides',
      at: 1,
      durability: 'relaxed',
    })
    const newChat = (): ChatController => createChat({ transport: scriptedTransport([]) })
    return createThreadSessions({ storage, createChat: newChat })
  })
  return (
    <QueryClientProvider client={client}>
      <ThreadsProvider threads={threads}>
        <ThreadList currentId="t" onOpen={nothing} onNew={nothing} />
      </ThreadsProvider>
    </QueryClientProvider>
  )
}

function Talk() {
  const [chat] = useState(() => createChat({ messages, transport: scriptedTransport([]) }))
  return (
    <ChatProvider chat={chat}>
      <SourceCards />
      <Chat composer={{ toolsSlot: <QuoteSelection /> }} />
    </ChatProvider>
  )
}

const Dialog = () => {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {isOpen && <Modal onClose={() => setOpen(false)}>Words</Modal>}
    </>
  )
}
const ask = (
  <ToolApproval
    name="deploy"
    arguments='{"to":"here"}'
    onAllow={nothing}
    onDeny={nothing}
    onEdit={() => Promise.resolve(undefined)}
  />
)
const usage = { inputTokens: 3, outputTokens: 4, totalTokens: 7, origin: 'reported' as const }

const button = (name: RegExp): Promise<HTMLElement> => screen.findByRole('button', { name })
const cases: [what: string, element: ReactNode, open: () => Promise<unknown>, isOpen: () => unknown][] = [
  [
    'words in the search of the list',
    <List key="" />,
    async () => userEvent.type(screen.getByRole('searchbox'), 'ti'),
    () => screen.queryByDisplayValue('ti'),
  ],
  [
    'a title that is being written',
    <List key="" />,
    async () => {
      ;(await screen.findByRole('link', { name: /Tides/ })).focus()
      await userEvent.keyboard('{F2}')
    },
    () => screen.queryByRole('textbox'),
  ],
  [
    'arguments that are being edited',
    ask,
    async () => {
      const edit = await button(/Edit/)
      // A press right after the question came does not count.
      await expect.poll(() => (edit.click(), screen.queryByRole('textbox'))).not.toBeNull()
    },
    () => screen.queryByRole('textbox'),
  ],
  [
    'the figures of an answer',
    <UsageMeter key="" summary={{ usage, requests: 1 }} />,
    async () => {
      await expect.poll(() => document.querySelector('[popover]')).not.toBeNull()
      await userEvent.click(await button(/in/))
    },
    () => document.querySelector('[popover]:popover-open'),
  ],
  [
    'a dialog',
    <Dialog key="" />,
    async () => userEvent.click(await button(/Open/)),
    () => document.querySelector('[data-slot="modal"]'),
  ],
  [
    'a picture over the window',
    <Talk key="" />,
    async () => userEvent.click(document.querySelector('button:has(img)')!),
    () => document.querySelector('[data-slot="lightbox"]'),
  ],
  [
    'the card of a source',
    <Talk key="" />,
    async () => userEvent.hover(await screen.findByRole('link', { name: /^Source 1/ })),
    () => screen.queryByRole('tooltip'),
  ],
  [
    'the offer to quote',
    <Talk key="" />,
    async () => {
      const text = document.querySelector('[data-part] p')!
      await userEvent.tripleClick(text)
    },
    () => screen.queryByRole('button', { name: /Ask about/ }),
  ],
]

test.each(cases)(
  'Escape closes %s, and only the next one the panel around it',
  async (_, element, open, isOpen) => {
    const closed: string[] = []
    render(<Panel onClose={(by) => closed.push(by)}>{element}</Panel>)
    await open()
    await expect.poll(isOpen).not.toBeNull()
    await userEvent.keyboard('{Escape}')
    await expect.poll(isOpen).toBeNull()
    expect(closed).toEqual([])
    await userEvent.keyboard('{Escape}')
    expect(closed).toContain('document')
  },
)

test.each(cases)(
  'Escape closes %s in a dialog of the page, and not the dialog',
  async (_, element, open, isOpen) => {
    const closed: string[] = []
    render(
      <dialog ref={(dialog) => dialog?.showModal()} onClose={() => closed.push('dialog')} aria-label="Page">
        <AntiphonRoot style={{ blockSize: 500 }}>{element}</AntiphonRoot>
      </dialog>,
    )
    await open()
    await expect.poll(isOpen).not.toBeNull()
    await userEvent.keyboard('{Escape}')
    await expect.poll(isOpen).toBeNull()
    expect(closed).toEqual([])
  },
)
