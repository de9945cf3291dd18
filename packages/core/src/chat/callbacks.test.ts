import { describe, expect, it, vi } from 'vitest'
import { callsTools, fails, plainTool, says, scriptedChat, stalls } from '../testing/scripted-chat.js'
import { callsAnswer } from '../testing/scripted-transport.js'
import { defineTool } from '../tools/define-tool.js'
import type { AnswerEnd, ToolCallNotice } from './types.js'

const look = defineTool({ ...plainTool, name: 'look', execute: () => 'seen' })
const pick = defineTool({ ...plainTool, name: 'pick' })

/** A chat that notes what it calls back, with the status of that moment. */
function noted(
  answers: Parameters<typeof scriptedChat>[0],
  options: Parameters<typeof scriptedChat>[1] = {},
) {
  const calls: unknown[] = []
  const made = scriptedChat(answers, {
    onFinish: ({ message, messages, outcome }: AnswerEnd) =>
      calls.push(['finish', outcome, message.content, messages.length, made.chat.getState().status]),
    onError: ({ kind }) => calls.push(['error', kind, made.chat.getState().status]),
    ...options,
  })
  return { ...made, calls }
}

describe('onFinish and onError', () => {
  it('are called once for an answer, after its rounds of tools, when the chat takes orders again', async () => {
    const { chat, calls } = noted([callsTools('look'), says('done')], { tools: [look] })
    await chat.send('hi')
    expect(calls).toEqual([['finish', 'done', 'done', 4, 'ready']])
  })

  it('tell a failure, first as an error', async () => {
    const { chat, calls } = noted([fails])
    await chat.send('hi')
    expect(calls).toEqual([
      ['error', 'network_or_cors', 'error'],
      ['finish', 'failed', '', 2, 'error'],
    ])
  })

  it('tell the limit on rounds as an error', async () => {
    const { chat, calls } = noted([callsTools('look'), callsTools('look')], { tools: [look], maxSteps: 1 })
    await chat.send('hi')
    expect(calls.map((call) => (call as string[]).slice(0, 2))).toEqual([
      ['error', 'tool_loop_limit'],
      ['finish', 'failed'],
    ])
  })

  it('tell a stop', async () => {
    const { chat, calls, shows } = noted([stalls('half')])
    const sent = chat.send('hi')
    await shows('half')
    chat.stop()
    await sent
    expect(calls).toEqual([['finish', 'stopped', 'half', 2, 'ready']])
  })

  it('are not called where nothing was asked', async () => {
    const { chat, calls } = noted([], { messages: [{ role: 'system', content: 'Be brief.' }] })
    await chat.continue()
    expect(calls).toEqual([])
  })

  it('may ask for more', async () => {
    const { chat, transport, thread } = scriptedChat([says('one'), says('two')], {
      onFinish: ({ message }) => message.content === 'one' && void (more = chat.send('more')),
    })
    let more: Promise<void> | undefined
    await chat.send('hi')
    await more
    expect(transport.requests).toHaveLength(2)
    expect(thread()).toEqual(['u:hi', 'a:one', 'u:more', 'a:two'])
  })

  it('that throw are the host’s to see, and stop nothing', async () => {
    const seen = vi.fn()
    process.on('uncaughtException', seen)
    const { chat } = scriptedChat([says('one'), says('two')], {
      onFinish: () => {
        throw new Error('mine')
      },
    })
    await chat.send('hi')
    await chat.send('more')
    await vi.waitFor(() =>
      expect(seen.mock.calls.map(([error]) => (error as Error).message)).toEqual(['mine', 'mine']),
    )
    process.off('uncaughtException', seen)
    expect(chat.getState().status).toBe('ready')
  })
})

describe('onToolCall', () => {
  it('is told of each call with its arguments, before any of them runs', async () => {
    const order: unknown[] = []
    const tool = defineTool({ ...plainTool, name: 'look', execute: () => void order.push('runs') })
    const answer = callsAnswer([
      { name: 'look', args: { a: 1 } },
      { name: 'other', args: '{"a":' },
    ])
    const { chat } = scriptedChat([[answer], says('done')], {
      tools: [tool],
      onToolCall: (call: ToolCallNotice) => order.push(call),
    })
    await chat.send('hi')
    const messageId = chat.store.getIds()[1]!
    expect(order).toEqual([
      { callKey: `${messageId}/0`, callId: 'call_0', toolName: 'look', args: { a: 1 }, messageId },
      { callKey: `${messageId}/1`, callId: 'call_1', toolName: 'other', args: undefined, messageId },
      'runs',
    ])
  })

  it.each([
    ['at once', (answer: () => void) => answer()],
    ['in a task of its own', (answer: () => void) => void setTimeout(answer)],
  ])('may answer a call of a tool without execute, %s, and the loop goes on', async (_, when) => {
    const finished = vi.fn()
    const { chat, thread } = scriptedChat([callsTools('pick', 'look'), says('done')], {
      tools: [pick, look],
      onToolCall: ({ toolName, callKey }) =>
        toolName === 'pick' && when(() => void chat.addToolResult(callKey, 'blue')),
      onFinish: ({ message }) => message.content === 'done' && finished(),
    })
    await chat.send('hi')
    await vi.waitFor(() => expect(finished).toHaveBeenCalledOnce())
    expect(thread()).toEqual(['u:hi', 'a:', 't:blue', 't:seen', 'a:done'])
  })

  it('may answer it in any moment in which the run ends: the loop goes on', async () => {
    for (let moment = 0; moment < 50; moment++) {
      const finished = vi.fn()
      const { chat } = scriptedChat([callsTools('pick'), says('done')], {
        tools: [pick],
        async onToolCall({ callKey }) {
          for (let i = 0; i < moment; i++) await Promise.resolve()
          void chat.addToolResult(callKey, 'blue')
        },
        onFinish: ({ message }) => message.content === 'done' && finished(),
      })
      await chat.send('hi')
      await vi.waitFor(() => expect(finished, `moment ${moment}`).toHaveBeenCalledOnce())
    }
  })

  it('is not told of calls that were cut off', async () => {
    const told = vi.fn()
    const { chat } = scriptedChat([[callsAnswer([{ name: 'look' }], 'length')]], { onToolCall: told })
    await chat.send('hi')
    expect(told).not.toHaveBeenCalled()
  })
})
