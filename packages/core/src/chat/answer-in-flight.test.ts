import { describe, expect, it, vi } from 'vitest'
import type { AssistantMessage } from '../message/types.js'
import type { LiveStep } from '../pairing/types.js'
import {
  callsAnswer,
  countingIds,
  manualClock,
  scriptedTransport,
  sseText,
  textAnswer,
  type ScriptedAnswer,
} from '../testing/index.js'
import type { Tool } from '../tools/types.js'
import { immediateScheduler } from '../tree/scheduler.js'
import { createChat } from './create-chat.js'
import type { ChatOptions } from './types.js'

const chunk = (delta: object, finish: string | null = null) => ({
  choices: [{ delta, finish_reason: finish }],
})
const calls = (...names: string[]): ScriptedAnswer => [callsAnswer(names.map((name) => ({ name })))]
const says = (text: string): ScriptedAnswer => [textAnswer(text)]
const tool = (name: string, over: Partial<Tool> = {}): Tool => ({
  name,
  description: 'D.',
  parameters: {},
  execute: () => name,
  ...over,
})

/** A chat, and each state of the live steps of its answers, in order. */
function watched(answers: ScriptedAnswer[], options: Partial<ChatOptions> = {}) {
  const transport = scriptedTransport(answers)
  const now = manualClock(1000)
  const chat = createChat({
    transport,
    model: 'asked',
    scheduler: immediateScheduler,
    now,
    generateId: countingIds(),
    ...options,
  })
  const steps: (LiveStep | undefined)[] = []
  const seen = new Set<string>()
  chat.store.subscribeIds(() => {
    for (const id of chat.store.getIds()) {
      if (seen.has(id)) continue
      seen.add(id)
      chat.subscribeLiveStep(id, () => steps.push(chat.getLiveStep(id)))
    }
  })
  const answer = (at = -1) => chat.store.getMessages().at(at) as AssistantMessage & { id: string }
  return { chat, transport, now, steps, answer }
}

describe('an answer that streams', () => {
  it('shows what it is at: each part once, from when, until it ends', async () => {
    const parts = [
      { reasoning: 'a' },
      { reasoning: 'b' },
      { content: 'c' },
      { refusal: 'd' },
      { tool_calls: [{ index: 0, id: 'x', function: { name: 'f', arguments: '{}' } }] },
      { content: 'e' },
    ]
    const { chat, steps, now } = watched([
      [sseText([...parts.map((part) => chunk(part)), chunk({}, 'stop')])],
    ])
    chat.store.subscribe(() => now.advance(1))
    await chat.send('hi')
    const told = steps.map((step) => step && [step.phase, step.activePart, step.model])
    expect(told).toEqual([
      ['waiting', undefined, 'asked'],
      ...['reasoning', 'text', 'refusal', 'tool_call', 'text'].map((part) => ['streaming', part, 'asked']),
      undefined,
    ])
    const since = steps.flatMap((step) => step?.activeSince ?? [])
    expect(since).toEqual([...new Set(since)].toSorted((a, b) => a - b))
  })

  it('is stamped with its id, its time, the model that answered and the limit it ran under', async () => {
    const { chat, answer, transport } = watched(
      [[sseText([{ model: 'dated', ...chunk({ content: 'a' }, 'stop') }])], says('b')],
      { parameters: { maxTokens: 5 } },
    )
    await chat.send('hi')
    expect(answer()).toMatchObject({ timestamp: 1000, model: 'dated', maxOutputTokens: 5, content: 'a' })
    await chat.send('more')
    expect(answer().model).toBe('asked')
    expect(transport.requests[1]!.messages.map(({ content }) => content)).toEqual(['hi', 'a', 'more'])
    const plain = watched([says('a')])
    await plain.chat.send('hi')
    expect(plain.answer()).not.toHaveProperty('maxOutputTokens')
    expect(plain.transport.requests[0]!.tools).toEqual([])
  })

  it('that cannot be asked for ends with why: a hook of the host, a transport', async () => {
    const { chat, answer, transport } = watched([says('a')], {
      beforeRequest: () => Promise.reject(new Error('not stored')),
    })
    await chat.send('hi')
    expect(transport.requests).toEqual([])
    expect(answer()).toMatchObject({ isError: true, finishReason: 'error', error: { message: 'not stored' } })
    expect([answer().id, answer().timestamp]).toEqual([chat.store.getIds()[1], 1000])
  })

  it('offers the tools of the chat', async () => {
    const { chat, transport } = watched([says('a')], { tools: [tool('f'), tool('g')] })
    await chat.send('hi')
    expect(JSON.parse(JSON.stringify(transport.requests[0]!.tools))).toMatchObject([
      { type: 'function', function: { name: 'f', description: 'D.' } },
      { function: { name: 'g' } },
    ])
  })
})

describe('an answer whose calls run', () => {
  it('shows those without a result as queued, then each as it goes, its results beside it', async () => {
    const { chat, steps } = watched([calls('f', 'nope', 'form'), says('done')], {
      tools: [tool('f'), tool('form', { execute: undefined })],
    })
    await chat.send('go')
    const tools = steps.filter((step) => step?.phase === 'tools')
    expect(tools[0]).toEqual({
      phase: 'tools',
      startedAt: 1000,
      model: 'asked',
      activePart: undefined,
      activeSince: 1000,
      calls: { 0: { state: 'queued' }, 1: { state: 'queued' }, 2: { state: 'queued' } },
    })
    expect(tools.at(-1)!.calls).toMatchObject({
      0: { state: 'running', result: { content: 'f' } },
      1: { state: 'running', result: { isError: true } },
      2: { state: 'awaiting', startedAt: 1000 },
    })
    expect(steps.at(-1)).toBeUndefined()
    expect(chat.getState().status).toBe('ready')
  })

  it('never has a result in neither the thread nor its live step', async () => {
    const { chat, answer } = watched([calls('f', 'g'), says('done')], { tools: [tool('f'), tool('g')] })
    const missing: number[] = []
    const ended = new Set<number>()
    chat.store.subscribe(() => {
      const [, first] = chat.store.getMessages()
      if (!first) return
      const live = chat.getLiveStep(first.id)
      const placed = chat.store.getMessages().filter(({ role }) => role === 'tool').length
      for (const at of [0, 1]) {
        const isThere = live?.calls[at]?.result !== undefined || placed > at
        if (isThere) ended.add(at)
        else if (ended.has(at)) missing.push(at)
      }
    })
    await chat.send('go')
    expect([missing, [...ended], answer().content]).toEqual([[], [0, 1], 'done'])
  })

  it('notes which have begun while they run, and takes the note away; what else is noted stays', async () => {
    const notes: unknown[] = []
    const { chat, answer } = watched([calls('f', 'g'), says('done')], {
      toolExecution: 'sequential',
      tools: ['f', 'g'].map((name) =>
        tool(name, { execute: () => void notes.push(answer(1).metadata, chat.store.getTree().nodes.length) }),
      ),
    })
    chat.store.subscribeIds(() => {
      const message = answer(1)
      if (message && !message.metadata?.['own'])
        chat.store.write(message.id, { ...message, metadata: { ...message.metadata, own: 1 } })
    })
    await chat.send('go')
    expect(notes).toEqual([
      { 'antiphon.running': [0] },
      2,
      expect.objectContaining({ 'antiphon.running': [1] }),
      3,
    ])
    expect(answer(1).metadata).not.toHaveProperty('antiphon.running')
  })

  it('asks the gate, and obeys the order of the chat', async () => {
    let open = 0
    let most = 0
    const one = (name: string) =>
      tool(name, {
        execute: async () => {
          most = Math.max(most, ++open)
          await Promise.resolve()
          open--
          return name
        },
      })
    const gate = vi.fn(() => [undefined, { allow: false as const }])
    const { chat, transport } = watched([calls('f', 'g', 'h'), says('done')], {
      tools: ['f', 'g', 'h'].map(one),
      toolExecution: 'sequential',
      gateToolCalls: gate,
    })
    await chat.send('go')
    expect([most, gate.mock.calls.length]).toEqual([1, 1])
    expect(transport.requests[1]!.messages.slice(-3).map(({ content }) => content)).toEqual([
      'f',
      'Tool execution denied.',
      'h',
    ])
  })
})

describe('an answer at rest that goes on', () => {
  const cut = { id: 'a', role: 'assistant' as const, content: 'Once', finishReason: 'length' as const }
  const thread = [{ id: 'u', role: 'user' as const, content: 'Tell.' }]

  /** Says these pieces of an answer, then nothing until it is stopped. */
  const stalls =
    (...deltas: object[]): ScriptedAnswer =>
    (_, signal) =>
      new ReadableStream<Uint8Array>({
        start(controller) {
          const text = sseText(
            deltas.map((delta) => chunk(delta)),
            { done: false },
          )
          controller.enqueue(new TextEncoder().encode(text))
          signal.addEventListener('abort', () => controller.error(signal.reason))
        },
      })

  it.each<[string, object]>([
    ['text', { content: 'more' }],
    ['a thought', { reasoning: 'hm' }],
    ['a refusal', { refusal: 'no' }],
    ['a call', { tool_calls: [{ index: 0, id: 'c', function: { name: 'f', arguments: '{}' } }] }],
  ])('and is stopped after %s was stopped; before that it stays as it was', async (_, delta) => {
    const { chat, steps } = watched([stalls(delta)], { messages: [...thread, cut] })
    chat.subscribeLiveStep('a', () => steps.push(chat.getLiveStep('a')))
    const run = chat.continue()
    await vi.waitFor(() => expect(chat.getLiveStep('a')?.phase).toBe('streaming'))
    expect(steps[0]).toEqual({ phase: 'waiting', startedAt: 1000, model: 'asked', calls: {} })
    chat.stop()
    await run
    expect(chat.store.getMessage('a')).toMatchObject({ finishReason: 'cancelled' })

    const early = watched([stalls({})], { messages: [...thread, cut] })
    const before = early.chat.store.getMessage('a')
    const second = early.chat.continue()
    await vi.waitFor(() => expect(early.transport.requests).toHaveLength(1))
    early.chat.stop()
    await second
    expect(early.chat.store.getMessage('a')).toEqual(before)
  })

  const called = (...names: string[]) => ({
    ...cut,
    content: '',
    finishReason: 'tool_calls' as const,
    model: 'before',
    tool_calls: names.map((name, at) => ({
      id: `c${at}`,
      type: 'function' as const,
      function: { name, arguments: '{}' },
    })),
  })

  it('runs what is open, and not what had begun before the page was closed', async () => {
    const ran: string[] = []
    const one = (name: string) => tool(name, { execute: () => (ran.push(name), name) })
    const answer = { ...called('f', 'g', 'h'), metadata: { 'antiphon.running': [0, 1, 9], own: 1 } }
    const result = { id: 't', role: 'tool' as const, tool_call_id: 'c0', content: 'kept' }
    const { chat, transport, steps } = watched([says('done')], {
      messages: [...thread, answer, result],
      tools: ['f', 'g', 'h'].map(one),
    })
    chat.subscribeLiveStep('a', () => steps.push(chat.getLiveStep('a')))
    await chat.continue()
    expect(ran).toEqual(['h'])
    expect(transport.requests[0]!.messages.slice(2).map(({ content }) => content)).toEqual([
      'kept',
      'This call was interrupted while it ran. It is not known whether it took effect; it was not run again.',
      'h',
    ])
    expect(steps.find((step) => step?.phase === 'tools')).toEqual({
      phase: 'tools',
      startedAt: 1000,
      model: 'before',
      activePart: undefined,
      calls: { 2: { state: 'queued' } },
    })
    expect(chat.store.getMessage('a')!.metadata).toEqual({ own: 1 })
  })

  it('is the same object after calls of which none could run', async () => {
    const { chat } = watched([says('done')], { messages: [...thread, called('nope')], tools: [tool('f')] })
    const before = chat.store.getMessage('a')
    await chat.continue()
    expect(chat.store.getMessage('a')).toBe(before)
    expect(chat.store.getMessages()).toHaveLength(4)
  })

  it('waits where instructions alone are there, and where nothing is open', async () => {
    const { chat, transport } = watched([says('x')], { messages: [{ role: 'system', content: 's' }] })
    await chat.continue()
    expect([transport.requests.length, chat.getState().status]).toEqual([0, 'ready'])
  })
})

describe('the loop', () => {
  it('tells each round to stopWhen, with the branch as it is', async () => {
    const told: unknown[] = []
    const { chat } = watched([calls('f'), calls('f'), says('done')], {
      tools: [tool('f')],
      stopWhen: ({ step, messages }) => (told.push([step, messages.length]), false),
    })
    await chat.send('go')
    expect(told).toEqual([
      [1, 3],
      [2, 5],
    ])
  })

  it('ends with its limit in a message of its own', async () => {
    const { chat, answer, transport } = watched([calls('f'), calls('f'), calls('f')], {
      tools: [tool('f')],
      maxSteps: 2,
    })
    await chat.send('go')
    expect(transport.requests).toHaveLength(2)
    expect(answer()).toEqual({
      id: answer().id,
      role: 'assistant',
      content: '',
      timestamp: 1000,
      finishReason: 'error',
      isError: true,
      error: {
        kind: 'tool_loop_limit',
        message: 'Stopped after 2 rounds of tool calls.',
        occurredAt: 1000,
      },
    })
    expect(chat.getState().status).toBe('error')
  })

  it('leaves calls alone where there are no tools, or the answer was cut off', async () => {
    const none = watched([calls('f')])
    await none.chat.send('go')
    expect([none.chat.getState().status, none.transport.requests.length]).toEqual(['ready', 1])
    const ran = vi.fn()
    const cut = watched([[callsAnswer([{ name: 'f' }], 'length')]], { tools: [tool('f', { execute: ran })] })
    await cut.chat.send('go')
    expect([ran.mock.calls.length, cut.transport.requests.length]).toEqual([0, 1])
    // A result from outside goes to its place; what was cut off is asked for again by who retries it.
    expect(await cut.chat.addToolResult(`${cut.chat.store.getIds()[1]!}/0`, 'x')).toBe(true)
    expect(cut.chat.store.getMessages().at(-1)).toMatchObject({ role: 'tool', content: 'x' })
    expect(cut.transport.requests).toHaveLength(1)
  })

  it('finds the eleventh call, and goes on with a result that is answered while nothing runs', async () => {
    const names = Array.from({ length: 11 }, (_, at) => (at < 10 ? 'f' : 'form'))
    const { chat, answer } = watched([calls(...names), says('done')], {
      tools: [tool('f'), tool('form', { execute: undefined })],
    })
    await chat.send('go')
    expect(await chat.addToolResult(`${chat.store.getIds()[1]!}/10`, 'last')).toBe(true)
    expect(answer().content).toBe('done')
  })

  it('waits for results from outside, and goes on with the last of them', async () => {
    const form = tool('form', { execute: undefined })
    const { chat, transport, answer } = watched([calls('form', 'form', 'f'), says('done')], {
      tools: [form, tool('f')],
    })
    await chat.send('go')
    const { id } = chat.store.getMessages()[1]!
    const wrong = [
      '',
      id,
      `${id}/`,
      `${id}/x`,
      `${id}/3`,
      `${id}/-1`,
      `x${id}/0`,
      `${id}/0x`,
      'gone/0',
      `${id}/2`,
    ]
    for (const key of wrong) expect([key, await chat.addToolResult(key, 'x')]).toEqual([key, false])
    expect(await chat.addToolResult(`${id}/1`, 'one')).toBe(true)
    expect(transport.requests).toHaveLength(1)
    expect(await chat.addToolResult(`${id}/1`, 'again')).toBe(false)
    expect(await chat.addToolResult(`${id}/0`, 'zero')).toBe(true)
    expect(answer().content).toBe('done')
    expect(await chat.addToolResult(`${answer().id}/0`, 'x')).toBe(false)
    expect(transport.requests[1]!.messages.slice(-3).map(({ content }) => content)).toEqual([
      'zero',
      'one',
      'f',
    ])
  })
})
