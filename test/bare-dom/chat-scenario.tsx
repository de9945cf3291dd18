import { createChat, defineTool, type Message } from '@antiphon/core'
import { callsAnswer, scriptedTransport, textAnswer } from '@antiphon/core/testing'
import { ChatProvider, useChat } from '@antiphon/react'
import { Chat, Transcript } from '@antiphon/ui'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

/** Only what hangs should meet it. */
const options = { timeout: 60_000 }

const find = (text: string | RegExp): Promise<HTMLElement> => screen.findByText(text, undefined, options)
const button = (name: string | RegExp): Promise<HTMLElement> => screen.findByRole('button', { name }, options)

const rain = defineTool({
  name: 'get_weather',
  description: 'The weather in a city.',
  parameters: { type: 'object' },
  approval: 'always',
  execute: () => 'rain',
})

/** Tests a chat as the test of an app would, in a bare substitute for a browser: no setup file of this repository, no stub. */
export function testChatInHost(): void {
  afterEach(() => {
    cleanup()
    vi.restoreAllMocks()
  })

  test('a chat sends, shows the answer, copies it, takes an edit and tries again', async () => {
    const errors = vi.spyOn(console, 'error')
    const transport = scriptedTransport([
      textAnswer('Hello **there**.\n\n```ts\nconst x = 1\n```'),
      textAnswer('A second answer.'),
      textAnswer('A third answer.'),
    ])
    function App() {
      const { chat } = useChat({ transport, model: 'm' })
      return (
        <ChatProvider chat={chat}>
          <Chat />
        </ChatProvider>
      )
    }
    render(<App />)
    const user = userEvent.setup()
    const box = screen.getByRole<HTMLTextAreaElement>('textbox')
    await user.type(box, 'Hi{Enter}')
    expect((await find('there')).tagName).toBe('STRONG')
    expect(box.value).toBe('')
    await user.click(await button(/^Copy: Code block/))
    await user.click(await button(/^Edit/))
    await user.type(screen.getAllByRole('textbox')[0]!, ', again{Enter}')
    await find('A second answer.')
    await user.click(screen.getAllByRole('button', { name: /^Retry/ }).at(-1)!)
    await find('A third answer.')
    await user.click((await screen.findAllByRole('button', { name: 'Previous version' }, options)).at(-1)!)
    await find('A second answer.')
    await user.click(await button('Skip to the latest message'))
    expect(errors.mock.calls).toEqual([])
  })

  test('a person allows a call, and the answer goes on', async () => {
    const errors = vi.spyOn(console, 'error')
    const transport = scriptedTransport([
      callsAnswer([{ name: 'get_weather', args: { city: 'Bergen' } }]),
      textAnswer('It rains.'),
    ])
    const chat = createChat({ transport, model: 'm', tools: [rain] })
    render(
      <ChatProvider chat={chat}>
        <Chat />
      </ChatProvider>,
    )
    const user = userEvent.setup()
    await user.type(screen.getByRole('textbox'), 'Weather?{Enter}')
    const allow = /^Allow once/
    await button(allow)
    // A press that comes right after the question counts for nothing.
    await waitFor(async () => {
      const here = screen.queryByRole('button', { name: allow })
      if (here) await user.click(here)
      expect(here).toBeNull()
    }, options)
    await find('It rains.')
    expect(errors.mock.calls).toEqual([])
  })

  test('a long thread opens, at its end and at a turn', async () => {
    const errors = vi.spyOn(console, 'error')
    const messages = Array.from({ length: 300 }, (_, i): Message => {
      const role = i % 2 ? 'assistant' : 'user'
      return { role, id: `m"${i}`, content: `Message ${i}.` }
    })
    const { rerender } = render(<Transcript messages={messages} />)
    await waitFor(() => expect(document.body.textContent).toContain('Message 299.'), options)
    rerender(<Transcript key="again" messages={messages} startAt={{ turn: 'm"100', top: 0 }} />)
    await waitFor(() => expect(document.body.textContent).toContain('Message 100.'), options)
    expect(errors.mock.calls).toEqual([])
  })
}
