import { describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import type { AssistantMessage, ToolMessage } from '../message/types.js'
import { describeEnding } from '../pairing/ending.js'
import { pairToolCalls } from '../pairing/pair-tool-calls.js'
import { prepareRequestMessages } from '../provider/request/messages.js'
import {
  countingIds,
  manualClock,
  manualScheduler,
  scriptedTransport,
  sseText,
  type ScriptedAnswer,
} from '../testing/index.js'
import { defineTool } from '../tools/define-tool.js'
import { immediateScheduler } from '../tree/scheduler.js'
import { createChat } from './create-chat.js'
import type { ChatOptions } from './types.js'

const delta = (fields: object, finish_reason: string | null = null) => ({
  choices: [{ index: 0, delta: fields, finish_reason }],
})
const says = (text: string, finish = 'stop') => sseText([delta({ content: text }), delta({}, finish)])
const calls = (...list: [name: string, args: string][]) =>
  sseText([
    delta({
      tool_calls: list.map(([name, args], index) => ({
        index,
        id: `c${index}`,
        type: 'function',
        function: { name, arguments: args },
      })),
    }),
    delta({}, 'tool_calls'),
  ])
const text = (value: string): ScriptedAnswer => [value]

const echo = defineTool({
  name: 'echo',
  description: 'Says it back.',
  parameters: z.object({ say: z.string() }),
  execute: ({ say }) => say,
})

function chatWith(answers: ScriptedAnswer[], options: Partial<ChatOptions> = {}) {
  const transport = scriptedTransport(answers)
  const chat = createChat({
    transport,
    model: 'test-model',
    scheduler: immediateScheduler,
    now: manualClock(1000),
    generateId: countingIds(),
    ...options,
  })
  return {
    chat,
    transport,
    roles: () => chat.store.getMessages().map((m) => m.role),
    last: () => chat.store.getMessages().at(-1) as AssistantMessage,
  }
}

/** A source that gives `first` and then waits until aborted. */
const stalling =
  (first: string): ScriptedAnswer =>
  (_, signal) =>
    new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(first))
        signal.addEventListener('abort', () => controller.error(signal.reason))
      },
    })

describe('sending', () => {
  it('adds the question, streams the answer and comes to rest', async () => {
    const { chat, roles, last } = chatWith([text(says('Hello there'))])
    const statuses: string[] = []
    chat.subscribe(() => statuses.push(chat.getState().status))
    await chat.send('hi')
    expect(roles()).toEqual(['user', 'assistant'])
    expect(last()).toMatchObject({ content: 'Hello there', finishReason: 'stop', model: 'test-model' })
    expect(statuses).toEqual(['submitted', 'streaming', 'ready'])
    expect(chat.getLiveStep(chat.store.getIds()[1]!)).toBeUndefined()
  })

  it('publishes once per frame however many deltas arrive', async () => {
    const frames = manualScheduler()
    const many = sseText([...Array.from({ length: 200 }, () => delta({ content: 'x' })), delta({}, 'stop')])
    const { chat, last } = chatWith([text(many)], { scheduler: frames })
    const contents = new Set<unknown>()
    chat.store.subscribe(() =>
      contents.add((chat.store.getMessages()[1] as AssistantMessage | undefined)?.content.length),
    )
    await chat.send('hi')
    expect(last().content).toHaveLength(200)
    expect(contents.size).toBeLessThanOrEqual(3)
  })

  it('queues what is sent meanwhile, and sends it when the turn ends', async () => {
    const { chat, roles, transport } = chatWith([text(says('one')), text(says('two'))])
    const first = chat.send('a')
    void chat.send('b')
    void chat.send('never')
    expect(chat.getState().queue.map((q) => q.content)).toEqual(['b', 'never'])
    chat.unqueue(chat.getState().queue[1]!.id)
    await first
    expect(roles()).toEqual(['user', 'assistant', 'user', 'assistant'])
    expect(transport.requests[1]!.messages.map((m) => m.content)).toEqual(['a', 'one', 'b'])
  })
})

describe('the tool loop', () => {
  it('runs the calls, appends results in the order of the calls, and asks again', async () => {
    const { chat, roles, transport, last } = chatWith(
      [text(calls(['echo', '{"say":"A"}'], ['echo', '{"say":"B"}'], ['missing', '{}'])), text(says('done'))],
      { tools: [echo] },
    )
    await chat.send('go')
    expect(roles()).toEqual(['user', 'assistant', 'tool', 'tool', 'tool', 'assistant'])
    expect(pairToolCalls(chat.store.getMessages()).calls.map((c) => [c.result!.content, c.state])).toEqual([
      ['A', 'done'],
      ['B', 'done'],
      ['Tool "missing" not found. Offered: echo.', 'error'],
    ])
    expect(transport.requests[1]!.messages).toHaveLength(5)
    expect(last().content).toBe('done')
  })

  it('has a result in the array at once, and in the order of the calls, when a later call is faster', async () => {
    let release: (value: string) => void = () => {}
    const slow = defineTool({
      name: 'slow',
      description: '',
      parameters: z.object({}),
      execute: () => new Promise<string>((resolve) => (release = resolve)),
    })
    const { chat, roles } = chatWith(
      [text(calls(['slow', '{}'], ['echo', '{"say":"fast"}'])), text(says('done'))],
      { tools: [slow, echo] },
    )
    const sent = chat.send('go')
    const answerId = () => chat.store.getIds()[1]!
    await vi.waitFor(() => expect(chat.getLiveStep(answerId())?.calls[1]?.result?.content).toBe('fast'))
    expect(chat.store.getMessages().map(({ content }) => content)).toEqual(['go', '', 'fast'])
    release('slow')
    await sent
    expect(roles()).toEqual(['user', 'assistant', 'tool', 'tool', 'assistant'])
    expect(chat.store.getMessages()[2]!.content).toBe('slow')
  })

  it.each(['length', 'content_filter'])(
    'never runs a call of an answer that ended with %s',
    async (finish) => {
      const ran = vi.fn()
      const tool = { ...echo, execute: ran }
      const cut = sseText([
        delta({ tool_calls: [{ index: 0, id: 'c', function: { name: 'echo', arguments: '{"say":"A"}' } }] }),
        delta({}, finish),
      ])
      const { chat, roles } = chatWith([text(cut)], { tools: [tool] })
      await chat.send('go')
      expect(ran).not.toHaveBeenCalled()
      expect(roles()).toEqual(['user', 'assistant'])
    },
  )

  it('stops after maxSteps rounds with a message that says so, and goes on from there on retry', async () => {
    const again = text(calls(['echo', '{"say":"x"}']))
    const { chat, roles, last } = chatWith([again, again, text(says('done'))], { tools: [echo], maxSteps: 2 })
    await chat.send('go')
    expect(last().error).toMatchObject({ kind: 'tool_loop_limit' })
    expect(chat.getState().status).toBe('error')
    await chat.retry()
    expect(last().content).toBe('done')
    expect(roles()).toEqual(['user', 'assistant', 'tool', 'assistant', 'tool', 'assistant'])
  })

  it('waits for a result from outside and goes on when it is there', async () => {
    const ask = defineTool({ name: 'ask', description: '', parameters: z.object({}) })
    const { chat, last, roles } = chatWith([text(calls(['ask', '{}'])), text(says('thanks'))], {
      tools: [ask],
    })
    await chat.send('go')
    const [call] = pairToolCalls(chat.store.getMessages()).calls
    expect(call!.state).toBe('unanswered')
    await chat.addToolResult(call!.key, 42)
    await chat.addToolResult(call!.key, 43)
    expect(roles()).toEqual(['user', 'assistant', 'tool', 'assistant'])
    expect((chat.store.getMessages()[2] as ToolMessage).content).toBe('42')
    expect(last().content).toBe('thanks')
  })
})

describe('a chat without tools', () => {
  it('leaves calls to be answered from outside, and asks only once', async () => {
    const { chat, roles, transport } = chatWith([text(calls(['server_tool', '{}']))])
    await chat.send('go')
    expect(roles()).toEqual(['user', 'assistant'])
    expect(transport.requests).toHaveLength(1)
    expect(pairToolCalls(chat.store.getMessages()).calls[0]!.state).toBe('unanswered')
  })
})

it('a host function that throws rejects the send and leaves the chat usable', async () => {
  const { chat, last } = chatWith([text(calls(['echo', '{"say":"A"}'])), text(says('fine'))], {
    tools: [echo],
    stopWhen: () => {
      throw new Error('mine')
    },
  })
  await expect(chat.send('go')).rejects.toThrow('mine')
  expect(chat.getState().status).toBe('error')
  await chat.send('again')
  expect(last().content).toBe('fine')
})

describe('endings', () => {
  it('an answer knows the limit it ran under, and does not send it on', async () => {
    const { chat, last, transport } = chatWith([text(says('cut', 'length')), text(says('more'))], {
      parameters: { maxTokens: 5 },
    })
    await chat.send('hi')
    expect(last()).toMatchObject({ finishReason: 'length', maxOutputTokens: 5 })
    chat.configure({ parameters: {} })
    await chat.send('on')
    expect(last()).not.toHaveProperty('maxOutputTokens')
    expect(prepareRequestMessages(transport.requests[1]!.messages)[1]).toEqual({
      role: 'assistant',
      content: 'cut',
    })
  })

  const endingOf = (message: AssistantMessage) =>
    describeEnding({ key: 'k', assistant: message, assistantIndex: 0, results: [] })

  it('a stop keeps what arrived and says that it was stopped', async () => {
    const { chat, last } = chatWith([stalling(sseText([delta({ content: 'half an ans' })], { done: false }))])
    const sent = chat.send('hi')
    await vi.waitFor(() => expect(last().content).toBe('half an ans'))
    chat.stop()
    await sent
    expect(last()).toMatchObject({ content: 'half an ans', finishReason: 'cancelled' })
    expect(endingOf(last()).kind).toBe('cancelled')
    expect(chat.getState().status).toBe('ready')
  })

  it('a stop before the response came is an ending too', async () => {
    const { chat, last } = chatWith([
      (_, signal) =>
        new Promise((__, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    ])
    const sent = chat.send('hi')
    chat.stop()
    await sent
    expect(last()).toMatchObject({ role: 'assistant', finishReason: 'cancelled' })
  })

  it('a stop during tools leaves one result per call', async () => {
    const never = defineTool({
      name: 'never',
      description: '',
      parameters: z.object({}),
      execute: () => new Promise(() => {}),
    })
    const { chat, roles } = chatWith([text(calls(['never', '{}'], ['echo', '{"say":"A"}']))], {
      tools: [never, echo],
    })
    const sent = chat.send('go')
    await vi.waitFor(() => expect(chat.getLiveStep(chat.store.getIds()[1]!)?.phase).toBe('tools'))
    chat.stop()
    await sent
    expect(roles()).toEqual(['user', 'assistant', 'tool', 'tool'])
    expect(pairToolCalls(chat.store.getMessages()).calls[0]!.state).toBe('cancelled')
  })

  it('a connection that fails, and an error in mid-stream, end the answer and keep the thread going', async () => {
    const broken = sseText([
      delta({ content: 'so far' }),
      { error: { message: 'upstream gave up', code: 502 } },
    ])
    const { chat, last, transport } = chatWith([
      () => {
        throw new TypeError('Failed to fetch')
      },
      text(broken),
      text(says('back')),
    ])
    await chat.send('one')
    expect(last().error).toMatchObject({ kind: 'network_or_cors' })
    expect(chat.getState().status).toBe('error')
    await chat.send('two')
    expect(last()).toMatchObject({ content: 'so far', isError: true })
    await chat.send('three')
    expect(last().content).toBe('back')
    // The failed answer without text is left out; the one with text is the model's own words.
    expect(transport.requests[2]!.messages).toHaveLength(5)
  })
})

describe('versions', () => {
  it('retry and regenerate add a version and lose nothing', async () => {
    const { chat, last } = chatWith([text(says('first')), text(says('second')), text(says('third'))])
    await chat.send('q')
    await chat.retry()
    await chat.regenerate()
    expect(last().content).toBe('third')
    const versions = chat.store.getVersions(last().id!)
    expect(versions.ids.map((id) => chat.store.getMessage(id)!.content)).toEqual(['first', 'second', 'third'])
    chat.store.activate(versions.ids[0]!)
    expect(last().content).toBe('first')
  })

  it('regenerate asks the whole question again, tools included; the request holds nothing of the old answer', async () => {
    const { chat, roles, transport } = chatWith(
      [text(calls(['echo', '{"say":"A"}'])), text(says('old')), text(says('new'))],
      { tools: [echo] },
    )
    await chat.send('q')
    await chat.regenerate()
    expect(roles()).toEqual(['user', 'assistant'])
    expect(transport.requests[2]!.messages.map((m) => m.role)).toEqual(['user'])
  })

  it('edit replaces the question by a version of it', async () => {
    const { chat, transport } = chatWith([text(says('a')), text(says('b'))], { system: 'be brief' })
    await chat.send('q')
    const question = chat.store.getIds()[1]!
    await chat.edit(question, 'better q')
    expect(transport.requests[1]!.messages.map((m) => m.content)).toEqual(['be brief', 'better q'])
    expect(chat.store.getVersions(chat.store.getIds()[1]!).ids).toHaveLength(2)
  })
})
