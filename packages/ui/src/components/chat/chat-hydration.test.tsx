import { createChat, type ChatOptions, type Message } from '@antiphon/core'
import { scriptedTransport, textAnswer } from '@antiphon/core/testing'
import { ChatProvider, useChat } from '@antiphon/react'
import { act, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { StrictMode, type ReactNode } from 'react'
import { hydrateRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { checkoutLatency } from '../../fixtures/checkout-latency.js'
import { Composer } from '../composer/composer.js'
import { lazyLive } from '../live-parts/use-live-parts.js'
import { Transcript } from '../transcript/transcript.js'
import { Chat } from './chat.js'

const complaints = vi.fn()
let root: Root | undefined
let place: HTMLElement

// A server has them before it draws its first page.
beforeAll(() => lazyLive.load())
beforeEach(() => {
  complaints.mockReset()
  vi.spyOn(console, 'error').mockImplementation(complaints)
  vi.spyOn(console, 'warn').mockImplementation(complaints)
  vi.spyOn(globalThis, 'fetch')
  place = document.body.appendChild(document.createElement('div'))
})
afterEach(async () => {
  await act(async () => root?.unmount())
  place.remove()
  vi.restoreAllMocks()
})

/** As a server without a window renders it, then in the browser: two trees that share nothing but the code. */
async function serve(makePage: () => ReactNode): Promise<string> {
  vi.stubGlobal('window', undefined)
  vi.stubGlobal('document', undefined)
  const html = renderToString(<StrictMode>{makePage()}</StrictMode>)
  vi.unstubAllGlobals()
  place.innerHTML = html
  const served = place.querySelector('[data-antiphon-root]')
  await act(async () => {
    root = hydrateRoot(place, <StrictMode>{makePage()}</StrictMode>, { onRecoverableError: complaints })
  })
  await act(() => new Promise((resolve) => setTimeout(resolve, 20)))
  // The nodes of the server were taken over, not thrown away.
  expect(place.querySelector('[data-antiphon-root]')).toBe(served)
  return html
}

describe('R25 server render and hydration', () => {
  test('<Transcript messages> gives no warning and makes no request', async () => {
    const html = await serve(() => <Transcript messages={checkoutLatency} />)
    expect(html).toContain('article')
    expect(complaints.mock.calls).toEqual([])
    expect(fetch).not.toHaveBeenCalled()
  })

  const messages: Message[] = checkoutLatency.map((message) => ({ ...message, id: undefined }))
  const options = (): ChatOptions => ({
    endpoint: { baseUrl: 'http://served.test/v1' },
    model: 'm',
    system: 'Be brief.',
    messages,
  })
  const pages: Record<string, () => ReactNode> = {
    'with a chat made by useChat, from messages without ids': () => <OwnChat />,
    'with a chat made by createChat, from messages with ids': () => (
      <ChatProvider
        chat={createChat({
          ...options(),
          messages: [{ role: 'user', id: 'q', content: 'hi' }],
          system: undefined,
        })}
      >
        <Chat />
      </ChatProvider>
    ),
  }
  function OwnChat() {
    return (
      <ChatProvider chat={useChat(options()).chat}>
        <Chat />
      </ChatProvider>
    )
  }
  test.each(Object.keys(pages))('<Chat> %s gives no warning and makes no request', async (name) => {
    const html = await serve(pages[name]!)
    expect(html).toContain('textarea')
    expect(complaints.mock.calls).toEqual([])
    expect(fetch).not.toHaveBeenCalled()
  })

  test('the keys that send are those of the keyboard, once the page knows it', async () => {
    const keyboard = vi.spyOn(navigator, 'platform', 'get').mockReturnValue('MacIntel')
    const page = () => <Composer onSend={() => {}} enterKey="line" />
    // The server may run on a Mac while the reader of the page does not.
    expect(await serve(page)).toContain('>Ctrl + Enter to send<')
    expect(screen.getByText('⌘ + Enter to send')).toBeInTheDocument()
    expect(complaints.mock.calls).toEqual([])
    await act(async () => root?.unmount())
    keyboard.mockReturnValue('Win32')
    await serve(page)
    expect(screen.getByText('Ctrl + Enter to send')).toBeInTheDocument()
  })

  test('a page that was served sends and shows the answer', async () => {
    const transport = scriptedTransport([textAnswer('Hello there.')])
    function Page() {
      return (
        <ChatProvider chat={useChat({ transport, messages }).chat}>
          <Chat />
        </ChatProvider>
      )
    }
    await serve(() => <Page />)
    await userEvent.type(screen.getByRole('textbox'), 'hello{Enter}')
    await act(() => vi.waitFor(() => expect(transport.requests).toHaveLength(1)))
    await screen.findByText('Hello there.')
    expect(transport.requests).toHaveLength(1)
    expect(complaints.mock.calls).toEqual([])
  })
})
