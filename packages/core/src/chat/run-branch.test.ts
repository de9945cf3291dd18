import { describe, expect, it, vi } from 'vitest'
import type { Message, ToolMessage } from '../message/types.js'
import { pairToolCalls } from '../pairing/pair-tool-calls.js'
import {
  callsTools,
  fails,
  heldTool,
  plainTool,
  says,
  scriptedChat,
  stalls,
} from '../testing/scripted-chat.js'
import type { ScriptedAnswer } from '../testing/scripted-transport.js'
import { defineTool } from '../tools/define-tool.js'
import { RUNNING_CALLS_KEY } from './answer-results.js'
import type { ChatOptions } from './types.js'

const asks = defineTool({ ...plainTool, name: 'asks', approval: 'always', execute: () => 'allowed' })
const form = defineTool({ ...plainTool, name: 'form' })

/** Two versions of a question; the second one's tool runs, and the reader goes back to the first. */
async function lookedAway(after: ScriptedAnswer[] = [says('done')], options: Partial<ChatOptions> = {}) {
  const held = heldTool()
  const made = scriptedChat([says('one'), callsTools('held'), ...after], { tools: [held.tool], ...options })
  await made.chat.send('first')
  const [question] = made.chat.store.getIds()
  const run = made.chat.edit(question!, 'second')
  await held.started()
  const answer = made.chat.store.getIds().at(-1)!
  made.chat.store.activate(question!)
  expect(made.thread()).toEqual(['u:first', 'a:one'])
  return { ...made, held, run, answer }
}

describe('what is on screen', () => {
  it('changes nothing for a run whose tools run: its results and next request are on its own branch', async () => {
    const { chat, held, run, sent, thread, answer } = await lookedAway()
    void held.release('result')
    await run
    expect(sent(2)).toEqual(['u:second', 'a:', 't:result'])
    expect(thread()).toEqual(['u:first', 'a:one'])
    chat.store.activate(answer)
    expect(thread()).toEqual(['u:second', 'a:', 't:result', 'a:done'])
  })

  it('is where a message goes that is sent meanwhile, by a run of its own after the first', async () => {
    const { chat, held, run, sent, thread, answer } = await lookedAway([
      says('done'),
      says('two'),
      says('three'),
    ])
    await chat.send('about the first')
    await chat.send('and more')
    expect(chat.getState().queue).toHaveLength(2)
    void held.release('result')
    await run
    expect(thread()).toEqual(['u:first', 'a:one', 'u:about the first', 'a:two', 'u:and more', 'a:three'])
    expect(sent(3)).toEqual(['u:first', 'a:one', 'u:about the first'])
    chat.store.activate(answer)
    expect(thread()).toEqual(['u:second', 'a:', 't:result', 'a:done'])
  })

  it('does not matter to a limit on rounds, which is told on the branch of the run', async () => {
    const { chat, held, run, thread, last, answer } = await lookedAway([], { maxSteps: 1 })
    void held.release('result')
    await run
    expect(thread()).toEqual(['u:first', 'a:one'])
    chat.store.activate(answer)
    expect(last().error).toMatchObject({ kind: 'tool_loop_limit' })
  })

  it('does not matter to a result from outside', async () => {
    const { chat, thread } = scriptedChat([callsTools('form'), says('other')], { tools: [form] })
    await chat.send('go')
    const [question, answer] = chat.store.getIds()
    await chat.edit(question!, 'else')
    expect(await chat.addToolResult(`${answer}/0`, 'filled in')).toBe(true)
    expect(await chat.addToolResult(`${answer}/0`, 'again')).toBe(false)
    expect(thread()).toEqual(['u:else', 'a:other'])
    chat.store.activate(answer!)
    expect(thread()).toEqual(['u:go', 'a:', 't:filled in'])
  })
})

describe('orders in one tick', () => {
  it('two answers asked for again are each a version in its place, and no request is empty', async () => {
    const { chat, transport } = scriptedChat([says('a1'), says('a2'), says('b1'), says('b2'), says('b3')])
    await chat.send('one')
    await chat.send('two')
    const [, first, , second] = chat.store.getIds()
    await Promise.all([chat.regenerate(first), chat.regenerate(second)])
    for (const { messages } of transport.requests) expect(messages.at(-1)).toMatchObject({ role: 'user' })
    expect(chat.store.getVersions(first!).ids).toHaveLength(2)
    expect(chat.store.getVersions(second!).ids).toHaveLength(2)
  })

  it('nothing is asked for what cannot be answered', async () => {
    const { chat, transport } = scriptedChat([], { messages: [{ role: 'assistant', content: 'Hello.' }] })
    await Promise.all([chat.retry(), chat.regenerate(), chat.retry('gone'), chat.regenerate('gone')])
    await chat.continue('gone')
    expect(transport.requests).toEqual([])
  })
})

describe('a branch that is taken away', () => {
  it('by a reset ends a run that streams; the next message leaves', async () => {
    const { chat, thread, shows, sent } = scriptedChat([stalls('half'), says('new answer')])
    const first = chat.send('old')
    await shows('half')
    chat.store.reset([])
    await chat.send('new')
    await first
    expect(thread()).toEqual(['u:new', 'a:new answer'])
    expect(sent(1)).toEqual(['u:new'])
    expect(chat.getState()).toMatchObject({ status: 'ready', queue: [] })
  })

  it('takes its open questions with it', async () => {
    const { chat, thread } = scriptedChat([callsTools('asks'), says('new answer')], { tools: [asks] })
    const first = chat.send('old')
    await vi.waitFor(() => expect(chat.getApprovals()).toHaveLength(1))
    chat.store.reset([])
    expect(chat.getApprovals()).toEqual([])
    await chat.send('new')
    await first
    expect(thread()).toEqual(['u:new', 'a:new answer'])
  })

  it.each(['reset', 'remove'] as const)('by a %s before anything is loaded rejects nothing', async (how) => {
    const { chat, thread } = scriptedChat([says('answer')])
    const first = chat.send('old')
    if (how === 'reset') chat.store.reset([])
    else chat.store.remove(chat.store.getIds()[0]!)
    await first
    expect(thread()).toEqual([])
    await chat.send('new')
    expect(thread()).toEqual(['u:new', 'a:answer'])
  })

  it('a result that is taken out while its sibling runs leaves the sibling its place, and no mark behind', async () => {
    const { tool, started, release } = heldTool()
    const quick = defineTool({ ...plainTool, name: 'quick', execute: () => 'quick' })
    const { chat, thread, transport } = scriptedChat([callsTools('quick', 'held'), says('done')], {
      tools: [quick, tool],
    })
    const run = chat.send('go')
    await started()
    await vi.waitFor(() => expect(chat.store.getIds()).toHaveLength(3))
    chat.store.remove(chat.store.getIds()[2]!)
    void release('held')
    await run
    expect(thread()).toEqual(['u:go', 'a:', 't:held'])
    expect(chat.store.getMessages()[1]!.metadata?.[RUNNING_CALLS_KEY]).toBeUndefined()
    // A request with an open call would leave without its result.
    expect(transport.requests).toHaveLength(1)
    expect(chat.getState().status).toBe('ready')
  })

  it('a call whose result another tab took out runs before its answer gets a new version', async () => {
    const look = defineTool({ ...plainTool, name: 'look', execute: () => 'seen' })
    const call = { id: 'c', type: 'function' as const, function: { name: 'look', arguments: '{}' } }
    const { chat, thread, sent } = scriptedChat([says('two')], {
      tools: [look],
      messages: [
        { id: 'q', role: 'user', content: 'go' },
        { id: 'a', role: 'assistant', content: '', tool_calls: [call], finishReason: 'tool_calls' },
        { id: 'b', role: 'assistant', content: 'one', finishReason: 'stop' },
      ],
    })
    await chat.retry('b')
    expect(sent(0)).toEqual(['u:go', 'a:', 't:seen'])
    expect(thread()).toEqual(['u:go', 'a:', 't:seen', 'a:two'])
    chat.store.activate('b')
    expect(thread()).toEqual(['u:go', 'a:', 't:seen', 'a:one'])
  })
})

describe('stop', () => {
  it('sends nothing of the queue; what waits goes out when the user says so, oldest first', async () => {
    const { chat, thread, shows } = scriptedChat([stalls('half'), says('two'), says('three'), says('four')])
    const run = chat.send('one')
    await shows('half')
    await chat.send('two')
    await chat.send('three')
    chat.stop()
    await run
    expect(thread()).toEqual(['u:one', 'a:half'])
    expect(chat.getState().queue.map(({ content }) => content)).toEqual(['two', 'three'])
    await chat.send('four')
    expect(thread().filter((line) => line.startsWith('u'))).toEqual(['u:one', 'u:two', 'u:three', 'u:four'])
    expect(chat.getState().queue).toEqual([])
  })

  it('and a failure keep the queue for sendQueued, and what is sent after it comes after it', async () => {
    const { chat, thread } = scriptedChat([fails, says('b'), says('c')])
    const run = chat.send('A')
    void chat.send('B')
    await run
    expect(chat.getState()).toMatchObject({ status: 'error', queue: [{ content: 'B' }] })
    void chat.send('C')
    await chat.sendQueued()
    await vi.waitFor(() => expect(chat.getState()).toMatchObject({ status: 'ready', queue: [] }))
    expect(thread()).toEqual(['u:A', 'a:', 'u:B', 'a:b', 'u:C', 'a:c'])
  })

  it('by a listener of the question itself lets no request leave', async () => {
    const { chat, transport, last } = scriptedChat([])
    const unsubscribe = chat.store.subscribeIds(() => {
      unsubscribe()
      chat.stop()
    })
    await chat.send('one')
    expect(transport.requests).toEqual([])
    expect(last()).toMatchObject({ role: 'assistant', finishReason: 'cancelled' })
  })

  it('in the same tick as the next message: the message leaves', async () => {
    const { chat, thread, shows } = scriptedChat([stalls('half'), says('answer')])
    const run = chat.send('one')
    await shows('half')
    chat.stop()
    await chat.send('two')
    await run
    expect(thread()).toEqual(['u:one', 'a:half', 'u:two', 'a:answer'])
  })
})

describe('consent', () => {
  it('a reason never reads like a result', async () => {
    const { chat, last } = scriptedChat([callsTools('asks'), says('ok')], { tools: [asks] })
    const run = chat.send('go')
    await vi.waitFor(() => expect(chat.getApprovals()).toHaveLength(1))
    await chat.decideApproval(chat.getApprovals()[0]!.key, { type: 'deny', reason: '42' })
    await run
    const [result] = chat.store.getMessages().filter(({ role }) => role === 'tool') as ToolMessage[]
    expect(result!.content).toBe('Tool execution denied by the user. Reason: 42')
    expect(last().content).toBe('ok')
  })

  it('a call that was answered from outside asks no more and cannot run, whatever tools there are now', async () => {
    const execute = vi.fn(() => 'ran')
    const { chat, thread } = scriptedChat([callsTools('asks'), says('ok')], { tools: [{ ...asks, execute }] })
    const run = chat.send('go')
    await vi.waitFor(() => expect(chat.getApprovals()).toHaveLength(1))
    const { callKey, key } = chat.getApprovals()[0]!
    chat.configure({ tools: [] })
    expect(await chat.addToolResult(callKey, 'by hand')).toBe(true)
    expect(chat.getApprovals()).toEqual([])
    expect(await chat.decideApproval(key, { type: 'allow' })).toEqual({ status: 'stale' })
    await run
    expect(execute).not.toHaveBeenCalled()
    expect(thread()).toEqual(['u:go', 'a:', 't:by hand', 'a:ok'])
  })

  it('a call of a run is for a tool of that run', async () => {
    const { tool, runs, started, release } = heldTool()
    const { chat, thread } = scriptedChat([callsTools('held', 'asks'), says('ok')], {
      tools: [tool, asks],
      toolExecution: 'sequential',
    })
    const run = chat.send('go')
    await vi.waitFor(() => expect(chat.getApprovals()).toHaveLength(1))
    chat.configure({ tools: [{ ...asks, execute: () => 'of now' }] })
    await chat.decideApproval(chat.getApprovals()[0]!.key, { type: 'allow' })
    await started()
    void release('held')
    await run
    expect(runs()).toBe(1)
    expect(thread()).toEqual(['u:go', 'a:', 't:held', 't:allowed', 'a:ok'])
  })
})

describe('before anything is changed', () => {
  it('a chat without an endpoint says so, and keeps the thread as it is', async () => {
    const messages: Message[] = [
      { id: 'q', role: 'user', content: 'old' },
      { id: 'a', role: 'assistant', content: 'answer' },
    ]
    const { chat, thread } = scriptedChat([], { messages, transport: undefined })
    const before = chat.store.getIds()
    for (const order of [() => chat.send('x'), () => chat.edit('q', 'x'), () => chat.retry()])
      await expect(order()).rejects.toThrow(/no `endpoint`/)
    await expect(chat.edit('gone', 'x')).rejects.toThrow(TypeError)
    expect(chat.store.getIds()).toBe(before)
    expect(thread()).toEqual(['u:old', 'a:answer'])
  })
})

describe('keepers', () => {
  it('a message that is sent before the stored thread is read waits, and follows it', async () => {
    let read = (): void => {}
    const loaded = new Promise<void>((resolve) => (read = resolve))
    const { chat, thread } = scriptedChat([says('answer')])
    chat.attach({ loaded })
    const sent = chat.send('new')
    expect(chat.getState()).toMatchObject({ status: 'submitted', queue: [{ content: 'new' }] })
    chat.store.reset([
      { role: 'user', content: 'old' },
      { role: 'assistant', content: 'stored' },
    ])
    read()
    await sent
    expect(thread()).toEqual(['u:old', 'a:stored', 'u:new', 'a:answer'])
  })

  it('hooks of host and keepers are all awaited before a request', async () => {
    const order: string[] = []
    const hook = (name: string) => async () => void order.push(name)
    const { chat } = scriptedChat([says('a'), says('b')], { beforeRequest: hook('host') })
    const detach = chat.attach({ beforeRequest: hook('one') })
    chat.attach({ beforeRequest: hook('two') })
    await chat.send('x')
    detach()
    await chat.send('y')
    expect(order).toEqual(['host', 'one', 'two', 'host', 'two'])
  })
})

describe('an answer in another tab', () => {
  it('is waited for: nothing here goes on with it, and what is sent follows it', async () => {
    const messages: Message[] = [
      { id: 'q', role: 'user', content: 'go' },
      {
        id: 'a',
        role: 'assistant',
        content: '',
        finishReason: 'tool_calls',
        tool_calls: [{ id: 'c', type: 'function', function: { name: 'asks', arguments: '{}' } }],
      },
    ]
    const { chat, thread, transport } = scriptedChat([says('answer')], {
      messages,
      tools: [asks],
      threadId: 't',
    })
    await vi.waitFor(() => expect(chat.getApprovals()).toHaveLength(1))
    chat.setElsewhere('a', true)
    expect(chat.getApprovals()).toEqual([])
    expect(chat.getState()).toMatchObject({ status: 'streaming', isElsewhere: true })
    expect(chat.getLiveStep('a')).toMatchObject({ elsewhere: true })
    await chat.continue()
    chat.stop()
    expect(await chat.addToolResult('a/0', 'mine')).toBe(false)
    const sent = chat.send('next')
    expect(chat.getState().queue).toHaveLength(1)
    expect(transport.requests).toEqual([])
    chat.store.append({ id: 'r', role: 'tool', tool_call_id: 'c', content: 'theirs' })
    chat.setElsewhere('a', false)
    await sent
    expect(thread()).toEqual(['u:go', 'a:', 't:theirs', 'u:next', 'a:answer'])
    expect(pairToolCalls(chat.store.getMessages()).calls[0]!.state).toBe('done')
  })
})
