import { describe, expect, it, vi } from 'vitest'
import { startCounting } from '../../../../test/support/count-work.js'
import type { ToolMessage } from '../message/types.js'
import { callsTools, heldTool, plainTool, says, scriptedChat } from '../testing/scripted-chat.js'
import { defineTool } from '../tools/define-tool.js'
import { RUNNING_CALLS_KEY } from './answer-results.js'

const noon = defineTool({ ...plainTool, name: 'now', execute: () => 'noon' })

describe('what a page that dies leaves behind', () => {
  it.each(['parallel', 'sequential'] as const)(
    'a call has begun only once that is stored, %s',
    async (toolExecution) => {
      const stored: (() => void)[] = []
      const { tool, runs, release, started } = heldTool()
      const { chat, last } = scriptedChat([callsTools('held', 'held'), says('done')], {
        tools: [tool],
        toolExecution,
      })
      chat.attach({ flush: () => new Promise((resolve) => stored.push(resolve)) })
      const sent = chat.send('go')
      const isSequential = toolExecution === 'sequential'
      for (const begun of isSequential ? [[0], [1]] : [[0, 1]]) {
        await vi.waitFor(() => expect(stored).toHaveLength(1))
        expect(runs()).toBe(begun[0])
        expect(chat.store.getMessages()[1]!.metadata).toEqual({ [RUNNING_CALLS_KEY]: begun })
        stored.shift()!()
        await started(begun.at(-1)! + 1)
        for (const _ of begun) await release('x')
      }
      await vi.waitFor(() => expect(last().content).toBe('done'))
      stored.forEach((end) => end())
      await sent
    },
  )

  it('a stop while that is being stored runs nothing', async () => {
    const { tool, runs } = heldTool()
    const { chat, thread } = scriptedChat([callsTools('held')], { tools: [tool] })
    const stop = vi.fn(() => new Promise<void>(() => chat.stop()))
    chat.attach({ flush: stop })
    void chat.send('go')
    await vi.waitFor(() => expect(chat.getState().status).toBe('ready'))
    expect(thread()).toEqual(['u:go', 'a:', 't:Cancelled by the user.'])
    expect(runs()).toBe(0)
  })

  it('a denial is there at once, whatever the calls before it still do', async () => {
    const { tool, started, release } = heldTool()
    const gated = defineTool({ ...plainTool, name: 'gated', execute: () => 'ran' })
    const { chat, thread } = scriptedChat([callsTools('held', 'gated'), says('done')], {
      tools: [tool, gated],
      gateToolCalls: () => [{ allow: true }, { allow: false, reason: 'Not today.' }],
    })
    const sent = chat.send('go')
    await started()
    const [denial] = thread().slice(2)
    expect(denial).toContain('Not today.')
    await release('late')
    await sent
    expect(thread().slice(2)).toEqual(['t:late', denial, 'a:done'])
  })
})

describe('what the user sends while tools run', () => {
  it('reaches the model after the results and before its next step, in order', async () => {
    const { tool, release } = heldTool()
    const { chat, thread, transport } = scriptedChat([callsTools('held'), says('done')], { tools: [tool] })
    const sent = chat.send('go')
    await vi.waitFor(() => expect(chat.getState().status).toBe('streaming'))
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
    const { chat, thread } = scriptedChat([callsTools('held'), says('done'), says('ok')], {
      tools: [tool],
      steering: 'after-answer',
    })
    const sent = chat.send('go')
    await vi.waitFor(() => expect(chat.getState().status).toBe('streaming'))
    void chat.send('thanks')
    await release('x')
    await sent
    expect(thread()).toEqual(['u:go', 'a:', 't:x', 'a:done', 'u:thanks', 'a:ok'])
  })

  it('counts rounds anew: somebody is looking', async () => {
    const { tool, release } = heldTool()
    const { chat, thread } = scriptedChat([callsTools('held'), callsTools('now'), says('done')], {
      tools: [tool, noon],
      maxSteps: 2,
    })
    const sent = chat.send('go')
    await vi.waitFor(() => expect(chat.getState().status).toBe('streaming'))
    void chat.send('go on')
    await release('x')
    await sent
    expect(thread().at(-1)).toBe('a:done')
  })
})

describe('the limit on rounds', () => {
  it('faults: loop-forever, S39: stops after eight rounds and says so', async () => {
    const { chat, last, transport } = scriptedChat(
      Array.from({ length: 20 }, () => callsTools('now')),
      { tools: [noon] },
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
    const { chat, last, thread } = scriptedChat([callsTools('now'), callsTools('now'), says('done')], {
      tools: [noon],
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
    const { chat, thread } = scriptedChat([callsTools('now'), says('done')], {
      tools: [noon],
      stopWhen: ({ step }) => step === 1,
    })
    await chat.send('go')
    expect(thread()).toEqual(['u:go', 'a:', 't:noon'])
    await chat.continue()
    expect(thread().at(-1)).toBe('a:done')
  })

  it('and where stopWhen took a result out, first runs its call again', async () => {
    let rounds = 0
    const { chat, thread, transport } = scriptedChat([callsTools('now', 'now'), says('done')], {
      tools: [noon],
      stopWhen: () => {
        if (rounds++ === 0) chat.store.remove(chat.store.getIds().at(-1)!)
        return false
      },
    })
    await chat.send('go')
    expect(transport.requests).toHaveLength(1)
    expect([thread(), chat.getState().status]).toEqual([['u:go', 'a:', 't:noon'], 'ready'])
    await chat.continue()
    expect(thread().slice(2)).toEqual(['t:noon', 't:noon', 'a:done'])
  })

  it('runs the calls that have no result yet, and only those', async () => {
    const ran = vi.fn(() => 'late')
    const { chat, thread } = scriptedChat([says('done')], {
      tools: [{ ...noon, execute: ran }],
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
    const { chat, transport } = scriptedChat([callsTools('held'), says('done')], { tools: [tool] })
    const sent = chat.send('go')
    await chat.continue()
    await release('x')
    await sent
    expect(transport.requests).toHaveLength(2)
  })
})

describe('a tool that misbehaves', () => {
  it('faults: tool-hangs: is given up after the time of the chat, and the model hears of it', async () => {
    const { tool } = heldTool()
    const { chat, transport, last } = scriptedChat([callsTools('held'), says('sorry')], {
      tools: [tool],
      toolTimeout: 5,
    })
    await chat.send('go')
    expect(transport.requests[1]!.messages.at(-1)!.content).toBe('Timed out after 0.005 s.')
    expect(last().content).toBe('sorry')
  })

  it('faults: tool-late-result: what it returns after a stop is not in the thread and not sent', async () => {
    const { tool, release, started } = heldTool()
    const { chat, thread, transport } = scriptedChat([callsTools('held', 'now'), says('ok')], {
      tools: [tool, noon],
    })
    const sent = chat.send('go')
    await started()
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
    const bad = defineTool({
      ...plainTool,
      name: 'bad',
      execute: () => Promise.reject(new Error('disk full')),
    })
    const { chat, thread } = scriptedChat([callsTools('bad', 'now'), says('I see')], { tools: [bad, noon] })
    await chat.send('go')
    expect(thread()).toEqual(['u:go', 'a:', 't:disk full', 't:noon', 'a:I see'])
  })
})

it('a thread that is replaced while its tools run takes no result of the old one', async () => {
  const { tool, release } = heldTool()
  const { chat, thread } = scriptedChat([callsTools('held', 'now')], { tools: [tool, noon] })
  const sent = chat.send('go')
  await vi.waitFor(() => expect(chat.getState().status).toBe('streaming'))
  await vi.waitFor(() => expect(chat.getLiveStep(chat.store.getIds()[1]!)?.phase).toBe('tools'))
  chat.store.reset([{ role: 'user', content: 'new' }])
  await release('old')
  await sent
  expect(thread()).toEqual(['u:new'])
})

it('a batch of 1,000 calls has 1,000 results in order, and four times as many calls cost about four times as much', async () => {
  const cost = async (count: number) => {
    const names = Array.from({ length: count }, () => 'now')
    const { chat, transport } = scriptedChat([callsTools(...names), says('done')], { tools: [noon] })
    const stop = startCounting()
    await chat.send('go')
    const work = stop()
    const results = transport.requests[1]!.messages.slice(2) as ToolMessage[]
    expect(results.map((result) => result.tool_call_id)).toEqual(names.map((_, i) => `call_${i}`))
    return work
  }
  // The first has the tool loop loaded.
  await cost(10)
  const small = await cost(1_000)
  expect(await cost(4_000)).toBeLessThan(small * 6)
})
