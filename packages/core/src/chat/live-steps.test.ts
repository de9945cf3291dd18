import { describe, expect, it, vi } from 'vitest'
import type { Message, ToolCall } from '../message/types.js'
import type { LiveStep } from '../pairing/types.js'
import { createLockTable } from '../testing/lock-table.js'
import { plainTool, says, scriptedChat } from '../testing/scripted-chat.js'
import { defineTool } from '../tools/define-tool.js'
import { createMessageStore } from '../tree/message-store.js'
import { RUNNING_CALLS_KEY } from './answer-results.js'
import { createAnswerLeases } from './leases.js'
import { createElsewhere, createLiveSteps } from './live-steps.js'

const callOf = (id: string): ToolCall => ({ id, type: 'function', function: { name: 'f', arguments: '{}' } })
const question: Message = { id: 'u', role: 'user', content: 'go' }

describe('a live step', () => {
  it('wakes its readers only when a value differs', () => {
    const live = createLiveSteps()
    const woken = vi.fn()
    live.subscribe('a', woken)
    live.start('a', { phase: 'waiting', startedAt: 1, calls: {} })
    live.update('a', { phase: 'waiting', startedAt: 1, model: undefined })
    expect(woken).toHaveBeenCalledTimes(1)
    live.update('a', { phase: 'streaming' })
    expect(woken).toHaveBeenCalledTimes(2)
    expect(live.get('a')).toEqual({ phase: 'streaming', startedAt: 1, calls: {} })
  })
})

describe('an answer in another tab', () => {
  it('that runs its calls shows which of them run and which are queued', () => {
    const { chat } = scriptedChat([], {
      messages: [
        question,
        {
          id: 'a',
          role: 'assistant',
          content: '',
          model: 'theirs',
          timestamp: 5,
          finishReason: 'tool_calls',
          tool_calls: ['done', 'begun', 'open'].map(callOf),
          metadata: { [RUNNING_CALLS_KEY]: [1] },
        },
        { id: 't', role: 'tool', tool_call_id: 'done', content: 'done' },
      ],
    })
    chat.setElsewhere('a', true)
    expect(chat.getLiveStep('a')).toEqual({
      phase: 'tools',
      startedAt: 5,
      model: 'theirs',
      elsewhere: true,
      calls: { 1: { state: 'running' }, 2: { state: 'queued' } },
    })
    chat.setElsewhere('a', false)
    expect(chat.getLiveStep('a')).toBeUndefined()
  })

  it.each(['a', 'not read yet'])('that has no end yet is being written: "%s"', (id) => {
    const { chat } = scriptedChat([], {
      messages: [question, { id: 'a', role: 'assistant', content: 'Once' }],
    })
    chat.setElsewhere(id, true)
    expect(chat.getLiveStep(id)).toEqual({ phase: 'streaming', startedAt: 1000, elsewhere: true, calls: {} })
  })

  it('that has ended there leaves what this tab shows of it meanwhile', () => {
    const live = createLiveSteps()
    const elsewhere = createElsewhere(createMessageStore(), live, () => 1)
    const heard = vi.fn()
    elsewhere.subscribe(heard)
    for (const own of [{ phase: 'waiting', startedAt: 2, calls: {} } satisfies LiveStep, undefined]) {
      elsewhere.set('a', true)
      if (own) live.start('a', own)
      else live.end('a')
      elsewhere.set('a', false)
      expect([live.get('a'), elsewhere.has('a')]).toEqual([own, false])
    }
    expect(heard).toHaveBeenCalledTimes(4)
    elsewhere.set('a', false)
    expect(heard).toHaveBeenCalledTimes(4)
  })

  it('is not found among the messages of another branch', () => {
    const elsewhere = createElsewhere(createMessageStore(), createLiveSteps(), () => 1)
    const path: Message[] = [question, { role: 'assistant', content: 'without an id' }]
    expect(elsewhere.isIn(path)).toBe(false)
    elsewhere.set('a', true)
    expect([elsewhere.isIn(path), elsewhere.isShown()]).toEqual([false, false])
    expect(elsewhere.isIn([...path, { id: 'a', role: 'assistant', content: '' }])).toBe(true)
  })

  it('is never continued here where nothing tells how it ended', async () => {
    const ran = vi.fn()
    const { chat, transport } = scriptedChat([says('done')], {
      tools: [defineTool({ ...plainTool, name: 'f', execute: ran })],
      messages: [
        question,
        {
          id: 'a',
          role: 'assistant',
          content: '',
          finishReason: 'tool_calls',
          tool_calls: [callOf('c')],
        },
      ],
    })
    const locks = createLockTable()
    const [here, there] = [locks.page(), locks.page()].map((page) => createAnswerLeases('t', page))
    chat.attach({ leases: here })
    const release = await there!.take('a')
    await chat.continue()
    expect(chat.getState()).toMatchObject({ status: 'streaming', isElsewhere: true })
    release!()
    await vi.waitFor(() => expect(chat.getState().status).toBe('ready'))
    await chat.continue()
    expect(await chat.addToolResult('a/0', 'mine')).toBe(false)
    expect([ran.mock.calls, transport.requests]).toEqual([[], []])
    expect(chat.getLiveStep('a')).toBeUndefined()
  })
})
