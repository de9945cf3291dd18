import { defineTool, type ChatOptions, type Message } from '@antiphon/core'
import { scriptedTransport, textAnswer } from '@antiphon/core/testing'
import { act, render } from '@testing-library/react'
import { createEndpointMemory } from '@antiphon/core/provider'
import { afterAll, afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import * as z from 'zod'
import { useChat, type UseChat } from '../index.js'

afterEach(() => void vi.unstubAllGlobals())

/** A component that owns a chat, and how often it rendered. */
function setUp(first: ChatOptions) {
  let chat!: UseChat
  let renders = 0
  function Page({ options }: { options: ChatOptions }) {
    chat = useChat(options)
    renders++
    return <output>{chat.chat.getState().model}</output>
  }
  const view = render(<Page options={first} />, { reactStrictMode: false })
  return {
    chat: () => chat,
    renders: () => renders,
    rerender: (options: ChatOptions) => view.rerender(<Page options={options} />),
  }
}

describe('useChat on a page without TLS', () => {
  it('sends, although `crypto.randomUUID` is missing there', async () => {
    vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
    const transport = scriptedTransport([textAnswer('Hello.')])
    const { chat } = setUp({ transport })
    await act(() => chat().send('hi'))
    expect(chat().messages.map(({ content }) => content)).toEqual(['hi', 'Hello.'])
  })
})

describe('settings of useChat', () => {
  const question: Message[] = [{ role: 'user', id: 'q', content: 'hi' }]
  const cut: Message[] = [
    ...question,
    { role: 'assistant', id: 'a', content: 'One, two', finishReason: 'length' },
  ]

  it('the next request goes through the transport of the last render', async () => {
    const first = scriptedTransport([])
    const second = scriptedTransport([textAnswer('second')])
    const { chat, rerender } = setUp({ transport: first })
    rerender({ transport: second })
    await act(() => chat().send('hi'))
    expect([first.requests.length, second.requests.length]).toEqual([0, 1])
  })

  it('the next request waits for the `beforeRequest` of the last render', async () => {
    const calls: string[] = []
    const transport = scriptedTransport([textAnswer('ok')])
    const options = (name: string): ChatOptions => ({
      transport,
      beforeRequest: async () => void calls.push(name),
    })
    const { chat, rerender } = setUp(options('first'))
    rerender(options('second'))
    await act(() => chat().send('hi'))
    expect(calls).toEqual(['second'])
  })

  it('an answer is gone on with in the words of the last `continuePrompt`', async () => {
    const transport = scriptedTransport([textAnswer(', three')])
    const options = (word: string): ChatOptions => ({
      transport,
      messages: cut,
      continuePrompt: () => word,
    })
    const { chat, rerender } = setUp(options('Continue.'))
    rerender(options('Weiter.'))
    await act(() => chat().continue('a'))
    expect(transport.requests[0]!.messages.at(-1)).toMatchObject({ role: 'user', content: 'Weiter.' })
  })

  it('a setting that goes away is cleared', () => {
    const transport = scriptedTransport([])
    const stopWhen = () => true
    const { chat, rerender } = setUp({ transport, model: 'm', maxSteps: 3, stopWhen })
    rerender({ transport })
    const { model, maxSteps, stopWhen: stop } = chat().chat.getConfig()
    expect([model, maxSteps, stop, chat().chat.getState().model]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })

  it('options written in place on each render configure nothing anew and end in no loop', () => {
    const { chat, renders, rerender } = setUp(inPlace())
    const before = chat().chat.getConfig()
    const configured = vi.fn()
    chat().chat.subscribe(configured)
    for (let i = 0; i < 5; i++) rerender(inPlace())
    expect(renders()).toBe(6)
    expect(configured).not.toHaveBeenCalled()
    expect(chat().chat.getConfig()).toBe(before)
  })

  it('tools that are made anew on each render reach the chat, and end in no loop', () => {
    const parameters = z.object({})
    const make = (description: string): ChatOptions => ({
      transport: scriptedTransport([]),
      tools: [defineTool({ name: 'look', description, parameters, execute: () => '' })],
    })
    const { chat, renders, rerender } = setUp(make('one'))
    rerender(make('two'))
    expect(chat().chat.getConfig().tools![0]!.description).toBe('two')
    expect(renders()).toBe(2)
  })

  it('a setting that did not change is left as somebody else has set it', () => {
    const { chat, rerender } = setUp({ ...inPlace(), parameters: { maxTokens: 10 } })
    chat().chat.configure({ parameters: { maxTokens: 4096 } })
    rerender({ ...inPlace(), parameters: { maxTokens: 10 }, model: 'other' })
    expect(chat().chat.getConfig()).toMatchObject({ parameters: { maxTokens: 4096 }, model: 'other' })
  })

  function inPlace(): ChatOptions {
    return {
      endpoint: { baseUrl: 'http://models.test/v1', extraHeaders: { a: 'b' } },
      model: 'm',
      tools: [],
      parameters: { temperature: 0, stop: ['x'] },
      gateToolCalls: async () => ({ type: 'execute' }) as never,
      beforeRequest: async () => {},
      continuePrompt: () => '',
      stopWhen: () => false,
      fetch: async () => new Response(),
      onFinish: () => {},
      onError: () => {},
      onToolCall: () => {},
    }
  }

  it('the next request goes through the `fetch` of the last render, with its system prompt', async () => {
    const bodies: string[] = []
    const options = (name: string): ChatOptions => ({
      endpoint: { baseUrl: 'http://models.test/v1' },
      system: `Be ${name}.`,
      fetch: async (_, init) => {
        bodies.push(`${name}: ${String(init?.body)}`)
        return new Response(textAnswer('ok'))
      },
    })
    const { chat, rerender } = setUp(options('first'))
    rerender(options('second'))
    await act(() => chat().send('hi'))
    expect(bodies).toHaveLength(1)
    expect(bodies[0]).toMatch(/^second: .*"Be second\."/)
  })

  it('the callbacks of the last render are called', async () => {
    const calls: string[] = []
    const transport = scriptedTransport([
      textAnswer('ok'),
      () => {
        throw new TypeError('Failed to fetch')
      },
    ])
    const options = (name: string): ChatOptions => ({
      transport,
      onFinish: ({ outcome }) => calls.push(`${name} ${outcome}`),
      onError: ({ kind }) => calls.push(`${name} ${kind}`),
    })
    const { chat, rerender } = setUp(options('first'))
    rerender(options('second'))
    await act(() => chat().send('hi'))
    rerender(options('third'))
    await act(() => chat().send('more'))
    expect(calls).toEqual(['second done', 'third network_or_cors', 'third failed'])
  })

  describe('that are read once', () => {
    const warn = vi.spyOn(console, 'warn')
    beforeEach(() => void warn.mockReset())
    afterAll(() => warn.mockRestore())
    const transport = scriptedTransport([])
    const first: ChatOptions = { transport, messages: [], threadId: 'a' }

    it.each([
      ['messages', { messages: question }, /reads `messages` once.*`setMessages\(messages\)`/],
      ['threadId', { threadId: 'b' }, /reads `threadId` once.*`key`/],
      ['memory', { memory: createEndpointMemory() }, /reads `memory` once.*`key`/],
    ])('a change of `%s` is warned of in development, once', (_, change, words) => {
      const { rerender } = setUp(first)
      for (let i = 0; i < 3; i++) rerender({ ...first, messages: [] })
      expect(warn).not.toHaveBeenCalled()
      for (let i = 0; i < 3; i++) rerender({ ...first, ...change })
      expect(warn.mock.calls).toEqual([[expect.stringMatching(words)]])
    })

    it('is not warned of in production', () => {
      vi.stubEnv('NODE_ENV', 'production')
      onTestFinished(() => void vi.unstubAllEnvs())
      const { rerender } = setUp(first)
      rerender({ ...first, threadId: 'b' })
      expect(warn).not.toHaveBeenCalled()
    })
  })
})

it('has 18 members at most: for all else there is the chat', () => {
  const { chat } = setUp({ transport: scriptedTransport([]) })
  expect(Object.keys(chat()).length).toBeLessThanOrEqual(18)
})

describe('messages and error of useChat', () => {
  it('the messages are the same array until one changes', async () => {
    const { chat, rerender } = setUp({ transport: scriptedTransport([textAnswer('ok')]) })
    const empty = chat().messages
    rerender({ transport: chat().chat.getConfig().transport })
    expect(chat().messages).toBe(empty)
    await act(() => chat().send('hi'))
    const sent = chat().messages
    expect(sent.map(({ role }) => role)).toEqual(['user', 'assistant'])
    act(() => void chat().chat.store.append({ role: 'user', content: 'more' }))
    expect(chat().messages).not.toBe(sent)
    expect(chat().messages).toHaveLength(3)
  })

  it('the error of the last answer is there until something new is asked for', async () => {
    const refuse = () => {
      throw new TypeError('Failed to fetch')
    }
    const page = setUp({ transport: scriptedTransport([refuse, textAnswer('ok')]) })
    expect(page.chat().error).toBeUndefined()
    await act(() => page.chat().send('hi'))
    expect(page.chat().error).toMatchObject({ message: expect.any(String), kind: expect.any(String) })
    const before = page.renders()
    await act(() => page.chat().retry())
    expect(page.renders()).toBeGreaterThan(before)
    expect(page.chat().error).toBeUndefined()
  })

  it('the error that was seen is cleared, for all who show it', async () => {
    const refuse = () => {
      throw new TypeError('Failed to fetch')
    }
    const page = setUp({ transport: scriptedTransport([refuse]) })
    await act(() => page.chat().send('hi'))
    expect([page.chat().status, page.chat().error?.kind]).toEqual(['error', 'network_or_cors'])
    act(() => page.chat().clearError())
    expect([page.chat().status, page.chat().error]).toEqual(['ready', undefined])
    expect(page.chat().messages.at(-1)).toMatchObject({ error: { kind: 'network_or_cors' } })
  })

  it('the messages are set, by a list or from those there are, and what is in flight stops', async () => {
    const transport = scriptedTransport([() => new Promise<never>(() => {}), textAnswer('ok')])
    const page = setUp({ transport })
    expect(page.chat().messages).toEqual([])
    const sent = page.chat().send('hi')
    await act(() => vi.waitFor(() => expect(transport.requests).toHaveLength(1)))
    act(() => page.chat().setMessages([{ role: 'user', id: 'q', content: 'hello' }]))
    await act(() => sent)
    expect(page.chat().messages.map(({ id }) => id)).toEqual(['q'])
    act(() => page.chat().setMessages((before) => [...before, { role: 'assistant', id: 'a', content: 'x' }]))
    expect(page.chat().messages.map(({ id }) => id)).toEqual(['q', 'a'])
    await act(() => page.chat().send('more', { metadata: { 'app.n': 1 } }))
    expect(page.chat().messages.at(-2)).toMatchObject({ content: 'more', metadata: { 'app.n': 1 } })
  })
})
