import { describe, expect, it } from 'vitest'
import type { AssistantMessage, ToolMessage } from '../message/types.js'
import { turnState, type TurnState } from './turn-state.js'
import type { LiveStep, Step, Turn } from './types.js'

const call = (id: string, text = '{}') => ({
  id,
  type: 'function' as const,
  function: { name: 'find', arguments: text },
})
const step = (over: Partial<AssistantMessage>, results: ToolMessage[] = []): Step => ({
  key: 'm',
  assistant: { role: 'assistant', content: '', ...over },
  assistantIndex: 0,
  results,
})
const turn = (...steps: Step[]): Turn => ({ key: 't', role: 'assistant', index: 0, steps })
const live = (over: Partial<LiveStep>): LiveStep => ({ phase: 'streaming', startedAt: 0, calls: {}, ...over })
const result: ToolMessage = { role: 'tool', tool_call_id: 'a', content: 'ok' }
const calling = { finishReason: 'tool_calls' as const, tool_calls: [call('a')] }

describe('state of a turn at rest', () => {
  it.each<[string, TurnState, Step]>([
    ['words that nobody ended', 'done', step({ content: 'pasted' })],
    ['a stop', 'done', step({ finishReason: 'stop', content: 'hi' })],
    ['a limit in the text', 'truncated', step({ finishReason: 'length', content: 'hi' })],
    ['a limit in the thinking', 'truncated', step({ finishReason: 'length', reasoning: 'hm' })],
    ['a limit in a call', 'truncated', step({ finishReason: 'length', tool_calls: [call('a', '{"x')] })],
    ['a filter at once', 'filtered', step({ finishReason: 'content_filter' })],
    ['a filter in the text', 'filtered', step({ finishReason: 'content_filter', content: 'so' })],
    ['a refusal', 'done', step({ finishReason: 'stop', refusal: 'no' })],
    ['an open call', 'awaiting', step(calling)],
    ['results that nothing follows', 'incomplete', step(calling, [result])],
    ['a lost connection', 'incomplete', step({ finishReason: 'incomplete', content: 'so' })],
    ['an error', 'error', step({ finishReason: 'error', isError: true })],
    ['a stop by the user', 'cancelled', step({ finishReason: 'cancelled' })],
    ["a provider's own reason", 'done', step({ finishReason: 'other' })],
  ])('after %s it is %s', (_, state, last) => {
    expect(turnState(turn(last))).toBe(state)
  })

  it('is that of the last step', () => {
    expect(turnState(turn(step(calling, [result]), step({ finishReason: 'stop', content: 'hi' })))).toBe(
      'done',
    )
    expect(turnState(turn(step({ finishReason: 'stop' }), step({ finishReason: 'length' })))).toBe(
      'truncated',
    )
  })

  it('is done without steps, and for what people and systems wrote, also while something runs', () => {
    expect(turnState(turn(), live({}))).toBe('done')
    const user: Turn = { key: 'u', role: 'user', index: 0, message: { role: 'user', content: 'q' } }
    expect(turnState(user, live({}))).toBe('done')
  })
})

describe('state of a turn that runs', () => {
  it.each<[TurnState, Partial<LiveStep>]>([
    ['waiting', { phase: 'waiting' }],
    ['streaming', { phase: 'streaming' }],
    ['streaming', { phase: 'tools' }],
    ['streaming', { phase: 'tools', calls: { 0: { state: 'running' } } }],
    ['awaiting', { phase: 'tools', calls: { 0: { state: 'running' }, 1: { state: 'awaiting' } } }],
  ])('is %s with %o', (state, now) => {
    const two = step({ finishReason: 'tool_calls', tool_calls: [call('a'), call('b')] })
    expect(turnState(turn(two), live(now))).toBe(state)
  })
})
