import { createJoin } from './join-answer.js'
import { describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import type { AssistantMessage, Message, StoredMessage } from '../../message/types.js'
import {
  callsAnswer,
  countingIds,
  manualClock,
  scriptedTransport,
  sseText,
  textAnswer,
  type ScriptedAnswer,
} from '../../testing/index.js'
import { defineTool } from '../../tools/define-tool.js'
import { immediateScheduler } from '../../tree/scheduler.js'
import { createChat } from '../create-chat.js'
import type { ChatOptions } from '../types.js'

function chatWith(answers: ScriptedAnswer[], options: Partial<ChatOptions> = {}) {
  const transport = scriptedTransport(answers)
  const clock = manualClock(1000)
  const chat = createChat({
    transport,
    scheduler: immediateScheduler,
    now: clock,
    generateId: countingIds(),
    ...options,
  })
  const thread = (): readonly StoredMessage[] => chat.store.getMessages()
  return {
    chat,
    clock,
    thread,
    requests: transport.requests,
    last: () => thread().at(-1) as StoredMessage & AssistantMessage,
    said: () => thread().map(({ role, content }) => `${role[0]}:${content as string}`),
  }
}

const chunk = (delta: object, finish_reason: string | null = null, more: object = {}) => ({
  choices: [{ index: 0, delta, finish_reason }],
  ...more,
})
const cut = (text: string, finishReason = 'length'): ScriptedAnswer => [textAnswer(text, finishReason)]
const open = (text: string): string => `data: ${JSON.stringify(chunk({ content: text }))}\n\n`
/** Some text, and then the connection is gone. */
const lost = (text: string): ScriptedAnswer =>
  async function* () {
    yield open(text)
    throw new TypeError('network error')
  }
const question: Message = { role: 'user', content: 'Why?', id: 'q' }
const begun = (over: Partial<AssistantMessage> = {}): Message => ({
  role: 'assistant',
  id: 'a',
  content: 'The pool was cut to',
  finishReason: 'length',
  ...over,
})

describe('Continue', () => {
  it.each([
    ['the token limit', cut('The pool was cut to')],
    ['a lost connection', lost('The pool was cut to')],
    ['an unknown end', cut('The pool was cut to', 'max_turns')],
    [
      'a failure after some text',
      [sseText([chunk({ content: 'The pool was cut to' }), { error: { message: 'busy' } }])],
    ],
  ] as [string, ScriptedAnswer][])('after %s the rest becomes part of the same message', async (_, first) => {
    const { chat, said, last, requests } = chatWith([first, cut('was cut to eight.', 'stop')])
    await chat.send('Why?')
    const { id } = last()
    await chat.continue()
    expect(said()).toEqual(['u:Why?', 'a:The pool was cut to eight.'])
    expect(last()).toMatchObject({ id, finishReason: 'stop' })
    expect(last()).not.toHaveProperty('error')
    expect(last()).not.toHaveProperty('isError')
    // One press, one request: what asks is the last message of it, and in no message of the thread.
    expect(requests).toHaveLength(2)
    const asked = requests[1]!.messages.at(-1)!
    expect(asked).toMatchObject({ role: 'user', content: expect.stringContaining('"The pool was cut to"') })
    expect(last().request?.continued).toMatchObject([
      { at: 'The pool was cut to'.length, way: 'follow_up', asked: asked.content },
    ])
  })

  it('after Stop goes on with the same message', async () => {
    const { chat, said, last } = chatWith([
      async function* (_: unknown, signal: AbortSignal) {
        yield open('The pool')
        await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
      },
      cut('The pool was cut.', 'stop'),
    ])
    const sent = chat.send('Why?')
    await vi.waitFor(() => expect(said()).toContain('a:The pool'))
    chat.stop()
    await sent
    expect(last().finishReason).toBe('cancelled')
    await chat.continue()
    expect(said()).toEqual(['u:Why?', 'a:The pool was cut.'])
  })

  it('as often as it takes: figures add up, and each time is told', async () => {
    const usage = (output: number) => ({
      prompt_tokens: 10,
      completion_tokens: output,
      total_tokens: 10 + output,
    })
    const part = (text: string, finish: string, output: number): ScriptedAnswer => [
      sseText([chunk({ content: text }), chunk({}, finish, { usage: usage(output) })]),
    ]
    const { chat, last } = chatWith([
      part('One', 'length', 1),
      part('two', 'length', 2),
      part('three', 'stop', 4),
    ])
    await chat.send('Count')
    await chat.continue()
    await chat.continue()
    expect(last()).toMatchObject({
      content: 'One two three',
      finishReason: 'stop',
      usage: { inputTokens: 30, outputTokens: 7, totalTokens: 37 },
      segments: [{ type: 'text', start: 0, end: 13 }],
      request: {
        continued: [
          { at: 3, after: 'length', usage: { outputTokens: 1 } },
          { at: 7, after: 'length', usage: { outputTokens: 3 } },
        ],
      },
    })
  })

  it('keeps what is there when the rest fails, and can be pressed again', async () => {
    const { chat, last } = chatWith(
      [[sseText([{ error: { message: 'no more credit', code: 402 } }])], cut('eight.', 'stop')],
      { messages: [question, begun()] },
    )
    await chat.continue()
    expect(last()).toMatchObject({
      id: 'a',
      content: 'The pool was cut to',
      finishReason: 'error',
      isError: true,
    })
    await chat.continue()
    expect(last()).toMatchObject({ id: 'a', content: 'The pool was cut to eight.', finishReason: 'stop' })
    expect(last().request?.continued).toHaveLength(2)
  })

  it('stopped before anything came leaves the answer as it was', async () => {
    const { chat, last } = chatWith([() => new Promise(() => {})], { messages: [question, begun()] })
    const before = chat.store.getMessage('a')
    const going = chat.continue()
    await vi.waitFor(() => expect(chat.getLiveStep('a')?.phase).toBe('waiting'))
    chat.stop()
    await going
    expect(last()).toEqual(before)
  })

  it('of an answer that others follow makes a version of it that goes on', async () => {
    const { chat, said } = chatWith([cut('eight.', 'stop')], {
      messages: [question, begun(), { role: 'user', content: 'Next' }, { role: 'assistant', content: 'Yes' }],
    })
    await chat.continue('a')
    expect(said()).toEqual(['u:Why?', 'a:The pool was cut to eight.'])
    const { ids } = chat.store.getVersions(chat.store.getIds()[1]!)
    expect(ids).toHaveLength(2)
    chat.store.activate('a')
    expect(said()).toEqual(['u:Why?', 'a:The pool was cut to', 'u:Next', 'a:Yes'])
  })

  it.each([
    ['without a word', begun({ content: '', reasoning: 'Hm' })],
    [
      'that was cut off inside a call',
      begun({ tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{"a' } }] }),
    ],
  ])('of an answer %s requests it again, as a new version', async (_, message) => {
    const { chat, said, requests } = chatWith([cut('Because.', 'stop')], { messages: [question, message] })
    await chat.continue()
    expect(said()).toEqual(['u:Why?', 'a:Because.'])
    expect(requests[0]!.messages).toHaveLength(1)
    expect(chat.store.getVersions('a').ids).toHaveLength(2)
  })

  it('of a broken answer behind a call whose result was taken out runs the call first', async () => {
    const ran = vi.fn(() => 'rain')
    const look = defineTool({ name: 'look', description: '', parameters: z.object({}), execute: ran })
    const calls = [{ id: 'c', type: 'function' as const, function: { name: 'look', arguments: '{}' } }]
    const { chat, said } = chatWith([cut('It rains.', 'stop')], {
      messages: [
        question,
        begun({ finishReason: 'tool_calls', tool_calls: calls, content: '' }),
        begun({ id: 'b', content: '' }),
      ],
      tools: [look],
    })
    await chat.continue('b')
    expect(ran).toHaveBeenCalledOnce()
    expect(said()).toEqual(['u:Why?', 'a:', 't:rain', 'a:It rains.'])
  })

  it('of an answer with an open call for the outside requests nothing, also where others follow it', async () => {
    const form = defineTool({ name: 'form', description: '', parameters: z.object({}) })
    const calls = [{ id: 'c', type: 'function' as const, function: { name: 'form', arguments: '{}' } }]
    const messages: Message[] = [
      question,
      begun({ finishReason: 'tool_calls', tool_calls: calls }),
      { role: 'user', content: 'Next' },
      { role: 'assistant', content: 'Yes' },
    ]
    for (const tools of [[form], []]) {
      const { chat, requests, said } = chatWith([], { messages, tools })
      const before = said()
      await chat.continue('a')
      expect(requests).toEqual([])
      expect(said()).toEqual(before)
    }
  })

  it('of an answer with an open call runs it, in its place before what follows', async () => {
    const tool = defineTool({ name: 'now', description: '', parameters: z.object({}), execute: () => 'noon' })
    const calls = [{ id: 'c', type: 'function' as const, function: { name: 'now', arguments: '{}' } }]
    const { chat, said, requests } = chatWith([cut('It is noon.', 'stop')], {
      messages: [
        question,
        begun({ finishReason: 'tool_calls', tool_calls: calls }),
        { id: 'n', role: 'user', content: 'Next' },
      ],
      tools: [tool],
    })
    await chat.continue('a')
    expect(requests[0]!.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool'])
    expect(said().slice(2)).toEqual(['t:noon', 'a:It is noon.'])
    chat.store.activate('n')
    expect(said().slice(2)).toEqual(['t:noon', 'u:Next'])
  })

  it('leads into the tool loop when the rest calls a tool', async () => {
    const tool = defineTool({ name: 'now', description: '', parameters: z.object({}), execute: () => 'noon' })
    const { chat, said, last } = chatWith([[callsAnswer([{ name: 'now' }])], cut('It is noon.', 'stop')], {
      messages: [question, begun()],
      tools: [tool],
    })
    await chat.continue()
    expect(said()).toEqual(['u:Why?', 'a:The pool was cut to', 't:noon', 'a:It is noon.'])
    expect(last().finishReason).toBe('stop')
    expect(chat.store.getMessage('a')).toMatchObject({
      finishReason: 'tool_calls',
      segments: [
        { type: 'text', start: 0, end: 19 },
        { type: 'tool_call', index: 0 },
      ],
    })
  })

  it('shows the text in one place while the model thinks again', async () => {
    const { chat, last } = chatWith(
      [
        [
          sseText([
            chunk({ reasoning_content: 'Second thought.' }),
            chunk({ content: 'eight.' }),
            chunk({}, 'stop'),
          ]),
        ],
      ],
      {
        messages: [
          question,
          begun({
            reasoning: 'First thought.',
            segments: [
              { type: 'reasoning', start: 0, end: 14, ms: 5 },
              { type: 'text', start: 0, end: 19 },
            ],
          }),
        ],
      },
    )
    await chat.continue()
    expect(last()).toMatchObject({
      reasoning: 'First thought.\n\nSecond thought.',
      segments: [
        { type: 'reasoning', start: 0, end: 14 },
        { type: 'reasoning', start: 16, end: 31 },
        { type: 'text', start: 0, end: 26 },
      ],
    })
  })

  it('never shows a word twice while the rest arrives', async () => {
    const pieces = ['was', ' cut', ' to', ' eig', 'ht at', ' once.']
    const { chat } = chatWith(
      [[sseText([...pieces.map((content) => chunk({ content })), chunk({}, 'stop')])]],
      { messages: [question, begun()] },
    )
    const seen = new Set<string>()
    chat.store.subscribeMessage('a', () => seen.add((chat.store.getMessage('a') as AssistantMessage).content))
    await chat.continue()
    for (const text of seen) expect('The pool was cut to eight at once.'.startsWith(text)).toBe(true)
    expect(seen).toContain('The pool was cut to eight at once.')
    expect(seen.size).toBeGreaterThan(2)
  })

  it('asks in the words of the host, and retry makes a version of the whole answer', async () => {
    const { chat, said, requests } = chatWith([cut('eight.', 'stop'), cut('Because.', 'stop')], {
      messages: [question, begun()],
      continuePrompt: (text) => `Weiter nach: ${text.slice(-6)}`,
    })
    await chat.continue()
    expect(requests[0]!.messages.at(-1)).toEqual({ role: 'user', content: 'Weiter nach: cut to' })
    await chat.retry()
    expect(said()).toEqual(['u:Why?', 'a:Because.'])
    expect(requests[1]!.messages).toHaveLength(1)
    chat.store.activate('a')
    expect(said()).toEqual(['u:Why?', 'a:The pool was cut to eight.'])
  })

  it("says so when the host's words for it cannot be had, and keeps the text", async () => {
    const { chat, last, requests } = chatWith([], {
      messages: [question, begun()],
      continuePrompt: () => {
        throw new Error('no words')
      },
    })
    await chat.continue()
    expect(last()).toMatchObject({ content: 'The pool was cut to', finishReason: 'error' })
    expect(last().error?.message).toContain('no words')
    expect(requests).toHaveLength(0)
  })

  it('moves the places that citations of the rest name', async () => {
    const citation = {
      type: 'url_citation',
      url_citation: { url: 'https://a.example', start_index: 0, end_index: 5 },
    }
    const { chat, last } = chatWith(
      [[sseText([chunk({ content: 'eight.', annotations: [citation] }), chunk({}, 'stop')])]],
      { messages: [question, begun()] },
    )
    await chat.continue()
    const [moved] = last().annotations as [typeof citation]
    const { start_index, end_index } = moved.url_citation
    expect(last().content.slice(start_index, end_index)).toBe('eight')
  })
})

it('lines that could not be read are counted over all requests of an answer', () => {
  const part = (content: string, unreadLines?: number): AssistantMessage => ({
    role: 'assistant',
    content,
    request: { profile: 'generic', ...(unreadLines && { unreadLines }) },
  })
  const joined = (one?: number, other?: number) =>
    createJoin(part('The harbour', one), 'Go on.', true)(part(' is full.', other), true).request?.unreadLines
  expect([joined(1, 2), joined(1), joined(undefined, 2), joined()]).toEqual([3, 1, 2, undefined])
})
