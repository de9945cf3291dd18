import { describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { toolOutcome } from '../message/tool-outcome.js'
import type { AssistantMessage, ToolMessage } from '../message/types.js'
import { pairToolCalls } from '../pairing/pair-tool-calls.js'
import { prepareRequestMessages } from '../request/prepare-request-messages.js'
import { immediateScheduler } from '../store/scheduler.js'
import {
  countingIds,
  manualClock,
  scriptedTransport,
  sseText,
  type ScriptedAnswer,
} from '../testing/index.js'
import { defineTool } from '../tools/define-tool.js'
import type { ChatOptions } from './chat-types.js'
import { createChat } from './create-chat.js'

const delta = (fields: object, finish_reason: string | null = null) => ({
  choices: [{ index: 0, delta: fields, finish_reason }],
})
const says = (text: string): ScriptedAnswer => [sseText([delta({ content: text }), delta({}, 'stop')])]
const calls = (...names: string[]): ScriptedAnswer => [
  sseText([
    delta({
      tool_calls: names.map((name, index) => ({
        index,
        id: `c${index}`,
        type: 'function',
        function: { name, arguments: '{}' },
      })),
    }),
    delta({}, 'tool_calls'),
  ]),
]
const base = { description: '', parameters: z.object({}) }
const now_ = defineTool({ ...base, name: 'now', execute: () => 'noon' })
const form = defineTool({ ...base, name: 'form' })

/** A tool that ends when told. */
function heldTool(name = 'held') {
  const releases: ((value: unknown) => void)[] = []
  const tool = defineTool({ ...base, name, execute: () => new Promise((resolve) => releases.push(resolve)) })
  const release = async (value: unknown) => {
    await vi.waitFor(() => expect(releases.length).toBeGreaterThan(0), 5_000)
    releases.shift()!(value)
  }
  return { tool, release, started: () => releases.length }
}

function chatWith(answers: ScriptedAnswer[], options: Partial<ChatOptions> = {}) {
  const transport = scriptedTransport(answers)
  const chat = createChat({
    transport,
    scheduler: immediateScheduler,
    now: manualClock(1000),
    generateId: countingIds(),
    ...options,
  })
  return {
    chat,
    transport,
    thread: () => chat.store.getMessages().map(({ role, content }) => `${role[0]}:${content as string}`),
    last: () => chat.store.getMessages().at(-1) as AssistantMessage,
  }
}

describe('what the user sends while tools run', () => {
  it('reaches the model after the results and before its next step, in order', async () => {
    const { tool, release } = heldTool()
    const { chat, thread, transport } = chatWith([calls('held'), says('done')], { tools: [tool] })
    const sent = chat.send('go')
    await vi.waitFor(() => expect(chat.getState().status).toBe('streaming'), 5_000)
    void chat.send('in metric')
    void chat.send('and short')
    expect(chat.getState().queue).toHaveLength(2)
    await release('20 C')
    await sent
    expect(chat.getState().queue).toEqual([])
    expect(thread()).toEqual(['u:go', 'a:', 't:20 C', 'u:in metric', 'u:and short', 'a:done'])
    expect(transport.requests[1]!.messages).toHaveLength(5)
  })

  it('waits for the end of the answer when the chat is set so', async () => {
    const { tool, release } = heldTool()
    const { chat, thread } = chatWith([calls('held'), says('done'), says('ok')], {
      tools: [tool],
      steering: 'after-answer',
    })
    const sent = chat.send('go')
    await vi.waitFor(() => expect(chat.getState().status).toBe('streaming'), 5_000)
    void chat.send('thanks')
    await release('x')
    await sent
    expect(thread()).toEqual(['u:go', 'a:', 't:x', 'a:done', 'u:thanks', 'a:ok'])
  })

  it('counts rounds anew: somebody is looking', async () => {
    const { tool, release } = heldTool()
    const { chat, thread } = chatWith([calls('held'), calls('now'), says('done')], {
      tools: [tool, now_],
      maxSteps: 2,
    })
    const sent = chat.send('go')
    await vi.waitFor(() => expect(chat.getState().status).toBe('streaming'), 5_000)
    void chat.send('go on')
    await release('x')
    await sent
    expect(thread().at(-1)).toBe('a:done')
  })
})

describe('the limit on rounds', () => {
  it('faults: loop-forever, S39: stops after eight rounds and says so', async () => {
    const { chat, last, transport } = chatWith(
      Array.from({ length: 20 }, () => calls('now')),
      { tools: [now_] },
    )
    await chat.send('go')
    expect(transport.requests).toHaveLength(8)
    expect(last().error).toMatchObject({
      kind: 'tool_loop_limit',
      message: 'Stopped after 8 rounds of tool calls.',
    })
    expect(chat.getState().status).toBe('error')
  })

  it('continue takes the notice away and goes on from there, for as many rounds again', async () => {
    const { chat, last, thread } = chatWith([calls('now'), calls('now'), says('done')], {
      tools: [now_],
      maxSteps: 1,
    })
    await chat.send('go')
    await chat.continue()
    expect(last().error?.kind).toBe('tool_loop_limit')
    await chat.continue()
    expect(thread()).toEqual(['u:go', 'a:', 't:noon', 'a:', 't:noon', 'a:done'])
    expect(chat.store.getVersions(last().id!).ids).toHaveLength(1)
    expect(chat.getState().status).toBe('ready')
  })
})

describe('continue', () => {
  it('goes on where stopWhen ended the loop', async () => {
    const { chat, thread } = chatWith([calls('now'), says('done')], {
      tools: [now_],
      stopWhen: ({ step }) => step === 1,
    })
    await chat.send('go')
    expect(thread()).toEqual(['u:go', 'a:', 't:noon'])
    await chat.continue()
    expect(thread().at(-1)).toBe('a:done')
  })

  it('runs the calls that have no result yet, and only those', async () => {
    const ran = vi.fn(() => 'late')
    const { chat, thread } = chatWith([says('done')], {
      tools: [{ ...now_, execute: ran }],
      messages: [
        { role: 'user', content: 'go' },
        {
          role: 'assistant',
          content: '',
          tool_calls: ['a', 'b', 'c'].map((id) => ({
            id,
            type: 'function',
            function: { name: 'now', arguments: '{}' },
          })),
        },
        { role: 'tool', tool_call_id: 'b', content: 'kept' },
      ],
    })
    await chat.continue()
    expect(ran).toHaveBeenCalledTimes(2)
    expect(thread()).toEqual(['u:go', 'a:', 't:late', 't:kept', 't:late', 'a:done'])
  })

  it('does nothing while an answer is on its way', async () => {
    const { tool, release } = heldTool()
    const { chat, transport } = chatWith([calls('held'), says('done')], { tools: [tool] })
    const sent = chat.send('go')
    await chat.continue()
    await release('x')
    await sent
    expect(transport.requests).toHaveLength(2)
  })
})

describe('results from outside', () => {
  it('go to their place, whatever came first', async () => {
    const { chat, thread } = chatWith([calls('form', 'now', 'form'), says('done')], { tools: [form, now_] })
    await chat.send('go')
    const answer = chat.store.getIds()[1]!
    expect(thread()).toEqual(['u:go', 'a:', 't:noon'])
    await chat.addToolResult(`${answer}/2`, 'third')
    await chat.addToolResult(`${answer}/0`, 'first')
    expect(thread()).toEqual(['u:go', 'a:', 't:first', 't:noon', 't:third', 'a:done'])
  })

  it('that come while other calls of the batch still run count too', async () => {
    const { tool, release } = heldTool()
    const { chat, thread } = chatWith([calls('form', 'held', 'now'), says('done')], {
      tools: [form, tool, now_],
    })
    const sent = chat.send('go')
    await vi.waitFor(
      () => expect(chat.getLiveStep(chat.store.getIds()[1]!)?.calls[2]?.result).toBeDefined(),
      5_000,
    )
    const answer = chat.store.getIds()[1]!
    await chat.addToolResult(`${answer}/0`, 'filled in')
    await chat.addToolResult(`${answer}/1`, 'not yours to give')
    await release('held')
    await sent
    expect(thread()).toEqual(['u:go', 'a:', 't:filled in', 't:held', 't:noon', 'a:done'])
  })

  it('that come after the conversation went on go back to their call and start nothing', async () => {
    const { chat, thread, transport } = chatWith([calls('form'), says('fine')], { tools: [form] })
    await chat.send('go')
    const answer = chat.store.getIds()[1]!
    await chat.send('never mind')
    await chat.addToolResult(`${answer}/0`, 'late')
    expect(thread()).toEqual(['u:go', 'a:', 't:late', 'u:never mind', 'a:fine'])
    expect(transport.requests).toHaveLength(2)
  })

  it('may be files, and what cannot be written is a failure', async () => {
    const { chat } = chatWith([calls('form', 'form'), says('ok')], { tools: [form] })
    await chat.send('go')
    const answer = chat.store.getIds()[1]!
    await chat.addToolResult(`${answer}/0`, new Blob(['hi'], { type: 'text/plain' }))
    await chat.addToolResult(`${answer}/1`, 1n)
    const [file, bad] = chat.store.getMessages().filter(({ role }) => role === 'tool') as ToolMessage[]
    expect(file!.content[0]).toEqual({ type: 'text', text: 'hi' })
    expect(toolOutcome(bad!)).toBe('failed')
  })

  it('that come twice at once are one', async () => {
    const { chat, thread } = chatWith([calls('form'), says('ok')], { tools: [form] })
    await chat.send('go')
    const key = `${chat.store.getIds()[1]!}/0`
    await Promise.all([chat.addToolResult(key, 1), chat.addToolResult(key, 2)])
    expect(thread()).toEqual(['u:go', 'a:', 't:1', 'a:ok'])
  })
})

describe('ids that say nothing', () => {
  const sameId = (...args: string[]): ScriptedAnswer => [
    sseText([
      delta({
        tool_calls: args.map((n, index) => ({
          index,
          id: 'call_0',
          type: 'function',
          function: { name: 'echo', arguments: `{"n":${n}}` },
        })),
      }),
      delta({}, 'tool_calls'),
    ]),
  ]
  const echo = defineTool({
    name: 'echo',
    description: '',
    parameters: z.object({ n: z.number() }),
    execute: ({ n }) => n,
  })
  const pairs = (chat: ReturnType<typeof createChat>) =>
    pairToolCalls(chat.store.getMessages()).calls.map(({ call, result }) => [
      call.function.arguments,
      result?.content,
    ])
  const expected = (count: number) => Array.from({ length: count }, (_, n) => [`{"n":${n}}`, String(n)])

  it('ten rounds in which every call is call_0, and five calls of one id in one message, pair right here and on the wire', async () => {
    const rounds = Array.from({ length: 10 }, (_, n) => sameId(String(n)))
    const many = chatWith([...rounds, says('done')], { tools: [echo], maxSteps: 20 })
    await many.chat.send('go')
    expect(pairs(many.chat)).toEqual(expected(10))
    const five = chatWith([sameId('0', '1', '2', '3', '4'), says('done')], { tools: [echo] })
    await five.chat.send('go')
    expect(pairs(five.chat)).toEqual(expected(5))

    for (const { chat } of [many, five]) {
      const wire = prepareRequestMessages(chat.store.getMessages())
      const calls = wire.flatMap((m) => (m.role === 'assistant' ? (m.tool_calls ?? []) : []))
      const results = wire.filter((m) => m.role === 'tool')
      expect(new Set(calls.map(({ id }) => id)).size).toBe(calls.length)
      expect(results.map((m) => m.tool_call_id)).toEqual(calls.map(({ id }) => id))
      expect(results.map(({ content }) => `{"n":${content}}`)).toEqual(calls.map((c) => c.function.arguments))
    }
  })

  it('a result from outside goes to its own call though another of the same id came first', async () => {
    const { chat } = chatWith([sameId('0', '1'), says('done')], { tools: [{ ...echo, execute: undefined }] })
    await chat.send('go')
    const answer = chat.store.getIds()[1]!
    await chat.addToolResult(`${answer}/1`, '1')
    expect(pairs(chat)).toEqual([
      ['{"n":0}', undefined],
      ['{"n":1}', '1'],
    ])
    await chat.addToolResult(`${answer}/0`, '0')
    expect(pairs(chat)).toEqual(expected(2))
  })
})

describe('a tool that misbehaves', () => {
  it('faults: tool-hangs: is given up after the time of the chat, and the model hears of it', async () => {
    const { tool } = heldTool()
    const { chat, transport, last } = chatWith([calls('held'), says('sorry')], {
      tools: [tool],
      toolTimeout: 5,
    })
    await chat.send('go')
    expect(transport.requests[1]!.messages.at(-1)!.content).toBe('Timed out after 0.005 s.')
    expect(last().content).toBe('sorry')
  })

  it('faults: tool-late-result: what it returns after a stop is not in the thread and not sent', async () => {
    const { tool, release, started } = heldTool()
    const { chat, thread, transport } = chatWith([calls('held', 'now'), says('ok')], { tools: [tool, now_] })
    const sent = chat.send('go')
    await vi.waitFor(() => expect(started()).toBe(1), 5_000)
    chat.stop()
    await sent
    const before = thread()
    await release('too late')
    await Promise.resolve()
    expect(thread()).toEqual(before)
    await chat.send('and now?')
    expect(JSON.stringify(transport.requests[1])).not.toContain('too late')
    expect(transport.requests[1]!.messages.filter(({ role }) => role === 'tool')).toHaveLength(2)
  })

  it('faults: tool-throws: the loop goes on', async () => {
    const bad = defineTool({ ...base, name: 'bad', execute: () => Promise.reject(new Error('disk full')) })
    const { chat, thread } = chatWith([calls('bad', 'now'), says('I see')], { tools: [bad, now_] })
    await chat.send('go')
    expect(thread()).toEqual(['u:go', 'a:', 't:disk full', 't:noon', 'a:I see'])
  })
})

it('a thread that is replaced while its tools run takes no result of the old one', async () => {
  const { tool, release } = heldTool()
  const { chat, thread } = chatWith([calls('held', 'now')], { tools: [tool, now_] })
  const sent = chat.send('go')
  await vi.waitFor(() => expect(chat.getState().status).toBe('streaming'), 5_000)
  await vi.waitFor(() => expect(chat.getLiveStep(chat.store.getIds()[1]!)?.phase).toBe('tools'), 5_000)
  chat.store.reset([{ role: 'user', content: 'new' }])
  await release('old')
  await sent
  expect(thread()).toEqual(['u:new'])
})

it('a batch of 1,000 calls ends with 1,000 results in order, in a time that grows with their number', async () => {
  const time = async (count: number) => {
    const { chat, transport } = chatWith(
      [calls(...Array.from({ length: count }, () => 'now')), says('done')],
      {
        tools: [now_],
      },
    )
    const from = process.cpuUsage().user
    await chat.send('go')
    expect(transport.requests[1]!.messages.slice(2).map((m) => (m as ToolMessage).tool_call_id)).toEqual(
      Array.from({ length: count }, (_, i) => `c${i}`),
    )
    return (process.cpuUsage().user - from) / 1000
  }
  await time(100)
  const [small, large] = [await time(250), await time(1_000)]
  console.log(`250 calls ${small.toFixed(0)} ms, 1,000 calls ${large.toFixed(0)} ms`)
  expect(large).toBeLessThan(2_000)
})
