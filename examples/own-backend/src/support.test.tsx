// @vitest-environment jsdom
import { createEndpoint, createEndpointFetch, type Scenario } from '@antiphon/endpoint'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { configure, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
// @ts-expect-error The server is plain JavaScript.
import { app } from '../server/app.js'
import { Support } from './support.js'

configure({ asyncUtilTimeout: 30_000 })

// jsdom has <dialog> without these two.
HTMLDialogElement.prototype.showModal = function () {
  this.open = true
}
HTMLDialogElement.prototype.close = function () {
  this.open = false
  this.dispatchEvent(new Event('close'))
}

/** Finds the order, then says what came of it. */
const model: Scenario = {
  id: 'support',
  description: 'The model of these tests.',
  *play({ outcomes: [order] }) {
    if (order) yield { type: 'text', text: `It is ${JSON.parse(order.content).state}.` }
    else yield { type: 'calls', calls: [{ name: 'find_order', arguments: '{"id":"A-17"}' }] }
  },
}

/** The server without a network. The cookie is kept as a browser does it. */
let cookie = ''
const server: typeof fetch = async (input, init) => {
  const request = new Request(new URL(String(input), location.href), init)
  request.headers.set('cookie', cookie)
  const response: Response = await app.fetch(request)
  cookie = response.headers.get('set-cookie')?.split(';')[0] ?? cookie
  return response
}
// The page asks the server, and the server asks the model at `LLM_URL`.
const endpoint = createEndpoint({ models: [model], speed: Infinity })
vi.stubGlobal('fetch', createEndpointFetch(endpoint, { baseUrl: 'http://localhost:11434/v1', fetch: server }))

const say = (text: string) => userEvent.type(screen.getByRole('textbox'), `${text}{Enter}`)

test('finds an order, keeps the conversation, and goes on after the session has ended', async () => {
  const login = JSON.stringify({ name: 'ada', password: 'lovelace' })
  await fetch('/auth/login', { method: 'POST', body: login })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Support user="ada" />
    </QueryClientProvider>,
  )
  await say('Where is my order?')
  await screen.findByText('Tea pot')
  await screen.findByText('It is paid.')
  await vi.waitFor(async () => {
    const { threads } = await (await fetch('/api/threads')).json()
    expect(threads).toMatchObject([{ title: 'Where is my order?' }])
  })

  await fetch('/auth/logout', { method: 'POST' })
  await say('And now?')
  await screen.findByText('You are signed out')
  await userEvent.type(screen.getByLabelText('Password'), 'lovelace{Enter}')
  await userEvent.click(await screen.findByRole('button', { name: 'Retry' }))
  await vi.waitFor(() => expect(screen.getAllByText('It is paid.')).toHaveLength(2))
}, 60_000)
