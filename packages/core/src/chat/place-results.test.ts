import { describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { toolOutcome } from '../message/outcome.js'
import type { ToolMessage } from '../message/types.js'
import { pairToolCalls } from '../pairing/pair-tool-calls.js'
import { prepareRequestMessages } from '../provider/request/messages.js'
import { countingIds } from '../testing/clock.js'
import { callsTools, heldTool, plainTool, says, scriptedChat } from '../testing/scripted-chat.js'
import { callsAnswer, type ScriptedAnswer } from '../testing/scripted-transport.js'
import { defineTool } from '../tools/define-tool.js'
import type { ChatController } from './types.js'

const noon = defineTool({ ...plainTool, name: 'now', execute: () => 'noon' })
const form = defineTool({ ...plainTool, name: 'form' })

describe('results from outside', () => {
  it('go to their place, whatever came first', async () => {
    const { chat, thread } = scriptedChat([callsTools('form', 'now', 'form'), says('done')], {
      tools: [form, noon],
    })
    await chat.send('go')
    const answer = chat.store.getIds()[1]!
    expect(thread()).toEqual(['u:go', 'a:', 't:noon'])
    await chat.addToolResult(`${answer}/2`, 'third')
    await chat.addToolResult(`${answer}/0`, 'first')
    expect(thread()).toEqual(['u:go', 'a:', 't:first', 't:noon', 't:third', 'a:done'])
  })

  it('that come while other calls of the batch still run count too', async () => {
    const { tool, release } = heldTool()
    const { chat, thread } = scriptedChat([callsTools('form', 'held', 'now'), says('done')], {
      tools: [form, tool, noon],
    })
    const sent = chat.send('go')
    await vi.waitFor(() => expect(chat.getLiveStep(chat.store.getIds()[1]!)?.calls[2]?.result).toBeDefined())
    const answer = chat.store.getIds()[1]!
    await chat.addToolResult(`${answer}/0`, 'filled in')
    await chat.addToolResult(`${answer}/1`, 'not yours to give')
    await release('held')
    await sent
    expect(thread()).toEqual(['u:go', 'a:', 't:filled in', 't:held', 't:noon', 'a:done'])
  })

  it('do not hold back those of the calls behind them', async () => {
    const { tool, release } = heldTool()
    const { chat, thread } = scriptedChat([callsTools('form', 'now', 'held'), says('done')], {
      tools: [form, noon, tool],
    })
    const sent = chat.send('go')
    await vi.waitFor(() => expect(thread()).toEqual(['u:go', 'a:', 't:noon']))
    await release('held')
    await sent
  })

  it('that come while the next question is being stored are in its request', async () => {
    const held: (() => void)[] = []
    const { chat, thread, sent } = scriptedChat([callsTools('form'), says('fine')], { tools: [form] })
    await chat.send('go')
    chat.attach({ beforeRequest: () => new Promise((resolve) => held.push(resolve)) })
    const next = chat.send('next')
    await vi.waitFor(() => expect(held).toHaveLength(1))
    await chat.addToolResult(`${chat.store.getIds()[1]}/0`, 'filled in')
    held[0]!()
    await next
    expect(sent(1)).toEqual(['u:go', 'a:', 't:filled in', 'u:next'])
    expect(thread()).toEqual(['u:go', 'a:', 't:filled in', 'u:next', 'a:fine'])
  })

  it('that come after the conversation went on go back to their call and start nothing', async () => {
    const { chat, thread, transport } = scriptedChat([callsTools('form'), says('fine')], { tools: [form] })
    await chat.send('go')
    const answer = chat.store.getIds()[1]!
    await chat.send('never mind')
    await chat.addToolResult(`${answer}/0`, 'late')
    expect(thread()).toEqual(['u:go', 'a:', 't:late', 'u:never mind', 'a:fine'])
    expect(transport.requests).toHaveLength(2)
  })

  it('may be files, and what cannot be written is a failure', async () => {
    const { chat } = scriptedChat([callsTools('form', 'form'), says('ok')], { tools: [form] })
    await chat.send('go')
    const answer = chat.store.getIds()[1]!
    await chat.addToolResult(`${answer}/0`, new Blob(['hi'], { type: 'text/plain' }))
    await chat.addToolResult(`${answer}/1`, 1n)
    const [file, bad] = chat.store.getMessages().filter(({ role }) => role === 'tool') as ToolMessage[]
    expect(file!.content[0]).toEqual({ type: 'text', text: 'hi' })
    expect(toolOutcome(bad!)).toBe('failed')
  })

  it('for a call that had one before the others were gone on with are refused', async () => {
    const { tool, started, release } = heldTool()
    const first = scriptedChat([callsTools('now', 'held')], { tools: [noon] })
    await first.chat.send('go')
    const messages = first.chat.store.getMessages().slice(0, 3)
    const { chat, thread } = scriptedChat([says('done')], {
      tools: [noon, tool],
      messages,
      generateId: countingIds('r'),
    })
    const run = chat.continue()
    await started()
    expect(await chat.addToolResult(`${chat.store.getIds()[1]!}/0`, 'again')).toBe(false)
    await release('held')
    await run
    expect(thread()).toEqual(['u:go', 'a:', 't:noon', 't:held', 'a:done'])
  })

  it('that come twice at once are one', async () => {
    const { chat, thread } = scriptedChat([callsTools('form'), says('ok')], { tools: [form] })
    await chat.send('go')
    const key = `${chat.store.getIds()[1]!}/0`
    const taken = await Promise.all([chat.addToolResult(key, 1), chat.addToolResult(key, 2)])
    expect(taken).toEqual([true, false])
    expect(thread()).toEqual(['u:go', 'a:', 't:1', 'a:ok'])
  })
})

describe('ids that say nothing', () => {
  const sameId = (...args: string[]): ScriptedAnswer => [
    callsAnswer(args.map((n) => ({ name: 'echo', args: `{"n":${n}}`, id: 'call_0' }))),
  ]
  const echo = defineTool({
    name: 'echo',
    description: '',
    parameters: z.object({ n: z.number() }),
    execute: ({ n }) => n,
  })
  const pairs = (chat: ChatController) =>
    pairToolCalls(chat.store.getMessages()).calls.map(({ call, result }) => [
      call.function.arguments,
      result?.content,
    ])
  const expected = (count: number) => Array.from({ length: count }, (_, n) => [`{"n":${n}}`, String(n)])

  it('ten rounds in which every call is call_0, and five calls of one id in one message, pair right here and on the wire', async () => {
    const rounds = Array.from({ length: 10 }, (_, n) => sameId(String(n)))
    const many = scriptedChat([...rounds, says('done')], { tools: [echo], maxSteps: 20 })
    await many.chat.send('go')
    expect(pairs(many.chat)).toEqual(expected(10))
    const five = scriptedChat([sameId('0', '1', '2', '3', '4'), says('done')], { tools: [echo] })
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
    const { chat } = scriptedChat([sameId('0', '1'), says('done')], {
      tools: [{ ...echo, execute: undefined }],
    })
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
