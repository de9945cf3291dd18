/** Guides whose code is a piece of an app: it runs here unchanged, with a server of the test in place of theirs. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createServer, type RequestListener } from 'node:http'
import { createChat, type Message, type Tool } from '@antiphon/core'
import { callsAnswer, scriptedTransport, textAnswer } from '@antiphon/core/testing'
import { createEndpoint, type Scenario } from '@antiphon/endpoint'
import { ChatProvider, type AttachmentTray } from '@antiphon/react'
import type { ChatServer } from '@antiphon/server'
import { createServerChat } from '@antiphon/server-client'
import { Chat, ToolApproval, type ChatProps } from '@antiphon/ui'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ComponentType } from 'react'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { snippetsOf } from './pages.js'

const folder = join(import.meta.dirname, `guides-${process.pid}`)
mkdirSync(folder)
afterAll(() => rmSync(folder, { recursive: true, force: true }))
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** The module that a piece of code is. */
function load<Module>(page: string, has: string): Promise<Module> {
  const { code, language } = snippetsOf(`docs/${page}`).find((snippet) => snippet.code.includes(has))!
  const file = join(folder, `${page}-${has.replaceAll(/\W+/g, '-')}.${language}`)
  writeFileSync(file, code)
  return import(/* @vite-ignore */ file) as Promise<Module>
}

const model: Scenario = {
  id: 'm',
  description: 'Takes a deploy back, asks for a date, and says what came of both.',
  *play({ outcomes }) {
    if (outcomes.length > 0)
      return yield { type: 'text', text: outcomes.map(({ content }) => content).join(' and ') }
    const calls = [
      { name: 'rollback_deploy', arguments: '{"service":"checkout","sha":"9f31c2e"}' },
      { name: 'pick_date', arguments: '{"question":"When?"}' },
    ]
    yield { type: 'calls', calls }
  },
}

test('tools.md: a person allows the call twice and picks a date, and the model reads both results', async () => {
  const deploys: string[] = []
  const { fetch: answer } = createEndpoint({ models: [model], speed: Infinity })
  vi.stubGlobal('fetch', async (url: string, { method, headers, body }: RequestInit = {}) => {
    if (!url.startsWith('https://models.example/v1')) {
      deploys.push(`${method} ${url}`)
      return new Response()
    }
    // Without the signal, which is one of jsdom.
    return answer(new Request(url.replace('/v1', ''), { method, headers, body }))
  })
  const { Operations } = await load<{ Operations: ComponentType }>('tools.md', 'function Operations')
  render(<Operations />)
  await userEvent.type(screen.getByRole('textbox'), 'Take it back.{Enter}')

  const question = await screen.findByRole('group', { name: /Allow rollback_deploy/ })
  // A press within half a second of the question counts for nothing.
  let time = performance.now()
  vi.spyOn(performance, 'now').mockImplementation(() => (time += 1_000))
  await userEvent.click(within(question).getByRole('button', { name: /Allow once/ }))
  expect(deploys).toEqual([])
  await userEvent.click(within(question).getByRole('button', { name: /Allow|Press/ }))
  await waitFor(() => expect(deploys).toEqual(['POST /deploys/checkout/9f31c2e']))

  // The row stays in sight when the other call has ended.
  const rollback = document.querySelector('[data-tool=rollback_deploy]')!
  await waitFor(() => expect(rollback).toHaveAttribute('data-state', 'done'))
  expect(screen.getByLabelText('Day')).toBeVisible()
  fireEvent.change(screen.getByLabelText('Day'), { target: { value: '2026-12-24' } })
  fireEvent.change(screen.getByLabelText('Hour'), { target: { value: '09:30' } })
  await userEvent.click(screen.getByRole('button', { name: 'Choose' }))
  expect(await screen.findByText(/"sha":"9f31c2e".* and 2026-12-24, 09:30/)).toBeInTheDocument()
})

test('tools.md: a question without Edit', async () => {
  const { WithoutEdit } = await load<{ WithoutEdit: typeof ToolApproval }>('tools.md', 'WithoutEdit')
  const question = {
    name: 'refund_order',
    arguments: '{"id":"A-17"}',
    onAllow() {},
    onDeny() {},
    onEdit: async () => undefined,
  }
  const { rerender } = render(<ToolApproval {...question} />)
  expect(await screen.findByRole('button', { name: /^Edit/ })).toBeInTheDocument()
  rerender(<WithoutEdit {...question} />)
  expect(await screen.findByRole('button', { name: /^Allow once/ })).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: /^Edit/ })).toBeNull()
})

test('markdown.md: passages of your own server are the sources of the answer', async () => {
  const passages = [
    { title: 'House rules', url: 'https://desk.example/rules', text: 'Quiet hours begin at ten.' },
  ]
  type WithSources = (body: Iterable<Uint8Array>, found: typeof passages) => AsyncIterable<Uint8Array>
  const { withSources } = await load<{ withSources: WithSources }>('markdown.md', 'withSources')
  const answer = new TextEncoder().encode(textAnswer('At ten [1].'))
  let body = ''
  for await (const piece of withSources([answer], passages)) body += new TextDecoder().decode(piece)
  render(<Chat transport={scriptedTransport([body])} />)
  await userEvent.type(screen.getByRole('textbox'), 'When?{Enter}')
  const sources = await screen.findByRole('group', { name: 'Sources' })
  expect(within(sources).getByRole('link')).toHaveAttribute('href', 'https://desk.example/rules')
  expect(await screen.findAllByRole('link', { name: /1/ })).not.toHaveLength(0)
})

test('attachments.md: a picked file is part of the message, and an upload its address', async () => {
  const { ChatWithFiles } = await load<{ ChatWithFiles: ComponentType }>('attachments.md', 'ChatWithFiles')
  const chat = createChat({ transport: scriptedTransport([]) })
  const { container } = render(
    <ChatProvider chat={chat}>
      <ChatWithFiles />
    </ChatProvider>,
  )
  const orders = new File(['id\n1'], 'orders.csv', { type: 'text/csv' })
  await userEvent.upload(container.querySelector<HTMLInputElement>('input[type=file]')!, orders)
  await screen.findByText('orders.csv')
  await userEvent.type(screen.getByRole('textbox'), 'How many?{Enter}')
  await waitFor(() => expect(chat.store.getMessages().length).toBeGreaterThan(0))
  const [asked] = chat.store.getMessages() as readonly Message[]
  expect(asked).toMatchObject({
    content: [
      { type: 'text', text: 'How many?' },
      { type: 'file', file: { filename: 'orders.csv', file_data: `data:text/csv;base64,${btoa('id\n1')}` } },
    ],
  })

  vi.stubGlobal('putFile', async (path: string) => ({ url: `https://files.example${path}` }))
  const { tray } = await load<{ tray: AttachmentTray }>('attachments.md', 'putFile')
  tray.add([new File([Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)], 'a b.png')])
  await waitFor(() => expect(tray.getState().items).toMatchObject([{ state: 'ready' }]))
  expect(tray.content('Look')).toMatchObject([
    { type: 'text' },
    { type: 'image_url', image_url: { url: 'https://files.example/files/a%20b.png' } },
  ])
})

test('tools.md: a question says the amount that only the server knows, with the pause and the buttons of the kit', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ item: 'Tea pot', price: '19.90 €' }))
  const { Support } = await load<{ Support: ComponentType<ChatProps> }>('tools.md', 'function AskWithAmount')
  const transport = scriptedTransport([
    callsAnswer([{ name: 'refund_order', args: { id: 'A-17' } }]),
    textAnswer('Done.'),
  ])
  const refund = {
    name: 'refund_order',
    description: 'Pays an order back.',
    parameters: { type: 'object', properties: { id: { type: 'string' } } },
    approval: 'always' as const,
    execute: () => 'refunded',
  }
  render(<Support transport={transport} tools={[refund]} />)
  await userEvent.type(screen.getByRole('textbox'), 'My money, please{Enter}')
  const question = await screen.findByRole('group', { name: /Allow refund_order/ })
  expect(await within(question).findByText('Tea pot: 19.90 € are paid back.')).toBeVisible()
  expect(within(question).getByText('A-17')).toBeVisible()
  await waitFor(() => expect(question).not.toHaveAttribute('data-settling'))
  await userEvent.click(within(question).getByRole('button', { name: /Allow once/ }))
  expect(await screen.findByText('Done.')).toBeInTheDocument()
})

test('testing.md: a call is allowed when its question takes a press, and a destructive one with a second', async () => {
  const { allow } = await load<{ allow: (isDestructive?: boolean) => Promise<void> }>(
    'testing.md',
    'isDestructive',
  )
  const transport = scriptedTransport([
    callsAnswer([{ name: 'refund_order', args: { id: 'A-17' } }]),
    callsAnswer([{ name: 'delete_order', args: { id: 'A-17' } }]),
    textAnswer('Done.'),
  ])
  const tool = (name: string, destructive: boolean) => ({
    name,
    description: 'Changes an order.',
    parameters: { type: 'object', properties: { id: { type: 'string' } } },
    approval: 'always' as const,
    destructive,
    execute: () => `${name} ran`,
  })
  render(<Chat transport={transport} tools={[tool('refund_order', false), tool('delete_order', true)]} />)
  await userEvent.type(screen.getByRole('textbox'), 'My money, please{Enter}')
  await allow()
  await screen.findByRole('group', { name: /Allow delete_order/ })
  await allow(true)
  expect(await screen.findByText('Done.')).toBeInTheDocument()
  expect(transport.requests.at(-1)?.messages.at(-1)).toMatchObject({ content: 'delete_order ran' })
})

test('testing.md: a chat server in a test answers the page, and one stub is its model too', async () => {
  const { serveChat } = await load<{ serveChat: (model: Scenario) => ChatServer }>('testing.md', 'serveChat')
  const server = serveChat({
    id: 'support',
    description: 'Repeats the question.',
    *play({ prompt }) {
      yield { type: 'text', text: `You asked: ${prompt}` }
    },
  })
  const chat = createServerChat({ baseUrl: '/api', threadId: 't1' })
  render(
    <ChatProvider chat={chat}>
      <Chat />
    </ChatProvider>,
  )
  await userEvent.type(screen.getByRole('textbox'), 'Where is it?{Enter}')
  expect(await screen.findByText('You asked: Where is it?')).toBeInTheDocument()
  chat.close()
  await server.close(0)
})

test('tools.md: a tool asks for what it needs, a value that does not fit is not sent, and the rest is', async () => {
  const booked: unknown[] = []
  vi.stubGlobal('fetch', async (_: string, { body }: RequestInit) => {
    booked.push(JSON.parse(body as string))
    return new Response()
  })
  const { bookTable } = await load<{ bookTable: Tool }>('tools.md', 'bookTable')
  const transport = scriptedTransport([
    callsAnswer([{ name: 'book_table', args: { day: 'Friday' } }]),
    textAnswer('See you.'),
  ])
  render(<Chat transport={transport} tools={[bookTable]} />)
  await userEvent.type(screen.getByRole('textbox'), 'A table, please{Enter}')
  const card = await screen.findByRole('group', { name: /asks/ })
  expect(within(card).getByText('Who comes on Friday?')).toBeVisible()
  await waitFor(() => expect(card).not.toHaveAttribute('data-settling'))
  const name = within(card).getByLabelText('Name')
  const send = within(card).getByRole('button', { name: 'Send' })
  await userEvent.type(name, 'A')
  await userEvent.click(send)
  expect(within(card).getByText('Enter at least 2 characters.')).toBeVisible()
  await userEvent.type(name, 'da')
  await userEvent.selectOptions(within(card).getByLabelText(/^Place/), 'Terrace')
  await userEvent.click(send)
  expect(await screen.findByText('See you.')).toBeInTheDocument()
  expect(booked).toEqual([{ day: 'Friday', name: 'Ada', guests: 2, place: 'out' }])
})

test('testing.md: a file is attached by the name of the button, which has a second one for photos', async () => {
  const { attach } = await load<{ attach: (file: File, name?: string) => Promise<void> }>(
    'testing.md',
    'function attach',
  )
  const { ChatWithFiles } = await load<{ ChatWithFiles: ComponentType }>('attachments.md', 'ChatWithFiles')
  const chat = createChat({ transport: scriptedTransport([]) })
  render(
    <ChatProvider chat={chat}>
      <ChatWithFiles />
    </ChatProvider>,
  )
  await attach(new File(['id'], 'orders.csv', { type: 'text/csv' }))
  expect(await screen.findByText('orders.csv')).toBeInTheDocument()
  const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
  await attach(new File([png], 'tea.png', { type: 'image/png' }), 'Take a photo')
  expect(await screen.findByRole('button', { name: 'Remove tea.png' })).toBeInTheDocument()
})

test('product.md: requests of the page go to the served app with its cookie, and all others to the network', async () => {
  type ServerOf = (app: RequestListener) => typeof fetch
  const { serverOf } = await load<{ serverOf: ServerOf }>('product.md', 'serverOf')
  const elsewhere = createServer((_, res) => res.end('elsewhere')).listen(0)
  const { port } = elsewhere.address() as { port: number }
  const app: RequestListener = async (req, res) => {
    const body = await new Response(req as never).text()
    res.setHeader('set-cookie', 'session=ada; HttpOnly')
    res.end(`${req.method} ${req.url} ${body} ${req.headers.cookie ?? ''}`)
  }
  const page = serverOf(app)
  const { signal } = new AbortController()
  const login = await page('/auth/login?a=1', { method: 'POST', body: 'ada', signal })
  expect((await login.text()).trim()).toBe('POST /auth/login?a=1 ada')
  expect(await (await page('/api/me')).text()).toBe('GET /api/me  session=ada')
  expect(await (await page(`http://127.0.0.1:${port}/x`)).text()).toBe('elsewhere')
  elsewhere.close()
})

test('words.md: a switch changes every word, also of a question that waits, and the call runs after it', async () => {
  const refunds: string[] = []
  const refund: Scenario = {
    id: 'support',
    description: 'Pays an order back.',
    *play({ outcomes: [result] }) {
      if (result) yield { type: 'text', text: `Read: ${result.content}` }
      else yield { type: 'calls', calls: [{ name: 'refund_order', arguments: '{"id":"A-17"}' }] }
    },
  }
  const { fetch: answer } = createEndpoint({ models: [refund], speed: Infinity })
  vi.stubGlobal('fetch', async (input: string, { method, headers, body }: RequestInit = {}) => {
    const { pathname } = new URL(input, location.href)
    if (pathname.startsWith('/api/v1'))
      return answer(new Request(`http://model.test${pathname.slice(7)}`, { method, headers, body }))
    refunds.push(`${method} ${pathname}`)
    return Response.json({ id: 'A-17', state: 'refunded' })
  })
  const { Support } = await load<{ Support: ComponentType }>('words.md', 'setLanguage')
  render(<Support />)
  await screen.findByText('How can we help?')
  await userEvent.type(screen.getByRole('textbox'), 'My money, please{Enter}')
  const question = await screen.findByRole('group', { name: /^Allow Refund/ })
  expect(await within(question).findByText('Order number')).toBeVisible()

  await userEvent.click(screen.getByRole('button', { name: 'Deutsch' }))
  expect(await within(question).findByText('Bestellnummer')).toBeVisible()
  expect(question).toHaveAccessibleName(/^Erlauben: Erstattung/)
  expect(document.documentElement.lang).toBe('de')
  await waitFor(() => expect(question).not.toHaveAttribute('data-settling'))
  await userEvent.click(within(question).getByRole('button', { name: /^Einmal erlauben/ }))
  expect(await screen.findByText(/^Read: .*refunded/)).toBeInTheDocument()
  expect(refunds).toEqual(['POST /api/orders/A-17/refund'])
})

test('attachments.md: the files of a thread are there again when it is shown again', async () => {
  const { ChatOfThread } = await load<{ ChatOfThread: ComponentType<{ threadId: string }> }>(
    'attachments.md',
    'ChatOfThread',
  )
  const chat = createChat({ transport: scriptedTransport([]) })
  const shown = (threadId: string) => (
    <ChatProvider chat={chat}>
      <ChatOfThread key={threadId} threadId={threadId} />
    </ChatProvider>
  )
  const { container, rerender } = render(shown('a'))
  const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
  const inputOf = () => container.querySelector<HTMLInputElement>('input[type=file]')!
  await userEvent.upload(inputOf(), new File([png], 'tea.png', { type: 'image/png' }))
  await screen.findByRole('button', { name: 'Remove tea.png' })
  rerender(shown('b'))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove tea.png' })).toBeNull())
  rerender(shown('a'))
  await screen.findByRole('button', { name: 'Remove tea.png' })
  // The options of the hook are those of the tray.
  await userEvent.upload(inputOf(), new File(['id'], 'a.csv', { type: 'text/csv' }), { applyAccept: false })
  await screen.findByText(/a\.csv/)
  expect(screen.queryByRole('button', { name: 'Remove a.csv' })).toBeNull()
})
