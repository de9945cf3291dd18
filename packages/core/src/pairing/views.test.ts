import { describe, expect, it } from 'vitest'
import { messageParts } from '../message/content.js'
import type { AssistantMessage, Message, ToolMessage } from '../message/types.js'
import { describeEnding } from './ending.js'
import { deriveTurns } from './turns.js'

const call = (id: string, text = '{}') => ({
  id,
  type: 'function' as const,
  function: { name: 'find', arguments: text },
})
const answer = (over: Partial<AssistantMessage>): AssistantMessage => ({
  role: 'assistant',
  content: '',
  ...over,
})
const result = (id: string): ToolMessage => ({ role: 'tool', tool_call_id: id, content: 'ok' })

describe('turns', () => {
  const thread: Message[] = [
    { role: 'system', content: 'be brief' },
    { role: 'user', content: 'q1' },
    answer({ tool_calls: [call('a')] }),
    result('a'),
    answer({ content: 'done' }),
    { role: 'user', content: 'q2' },
  ]

  it('group an answer with its calls, results and final text', () => {
    const turns = deriveTurns(thread)
    expect(turns.map((turn) => turn.role)).toEqual(['system', 'user', 'assistant', 'user'])
    expect(turns[2]).toMatchObject({ steps: [{ results: [result('a')] }, { results: [] }] })
  })

  it('keep their identity until one of their messages changes', () => {
    const before = deriveTurns(thread)
    const next = [...thread]
    next[4] = answer({ content: 'done, and more' })
    const after = deriveTurns(next, before)
    expect(after.map((turn, i) => turn === before[i])).toEqual([true, true, false, true])
    const [oldTurn, newTurn] = [before[2], after[2]]
    if (oldTurn?.role !== 'assistant' || newTurn?.role !== 'assistant') throw new Error('turn 2 is an answer')
    expect(newTurn.steps[0]).toBe(oldTurn.steps[0])
    expect(newTurn.steps[1]).not.toBe(oldTurn.steps[1])
  })

  it('keep a result that nothing precedes, and messages with the same id apart', () => {
    expect(deriveTurns([result('x')])).toMatchObject([
      { role: 'assistant', steps: [{ results: [result('x')] }] },
    ])
    const same: Message[] = [
      { role: 'user', content: 'a', id: 'm' },
      { role: 'user', content: 'b', id: 'm' },
    ]
    expect(new Set(deriveTurns(same).map((turn) => turn.key)).size).toBe(2)
  })

  it('are keyed by the id of their first message, and by its place where it has none or the id is taken', () => {
    const messages: Message[] = [
      { role: 'user', content: 'a', id: 'm' },
      { role: 'user', content: 'b', id: 'm' },
      { role: 'user', content: 'c' },
      { ...answer({ content: 'd' }), id: 'n' },
    ]
    const turns = deriveTurns(messages)
    expect(turns.map(({ key }) => key)).toEqual(['m', '#1', '#2', 'n'])
    expect(turns[3]).toEqual({
      key: 'n',
      role: 'assistant',
      index: 3,
      steps: [{ key: 'n', assistant: messages[3], assistantIndex: 3, results: [] }],
    })
  })

  it('have their new place after a late result has moved to its answer', () => {
    const asked = { ...answer({ tool_calls: [call('x')] }), id: 'a' }
    const question: Message = { role: 'user', content: 'q', id: 'u' }
    const last = { ...answer({ content: 'b' }), id: 'b' }
    const late = result('x')
    const before = deriveTurns([asked, question, late, last])
    expect(before.map(({ index }) => index)).toEqual([0, 1, 3])
    expect(deriveTurns([asked, late, question, last], before).map(({ index }) => index)).toEqual([0, 2, 3])
  })

  it('are told apart from those that are kept, by id and by place', () => {
    const start: Message[] = [
      { role: 'user', content: 'a', id: 'm' },
      { ...answer({ content: 'b' }), id: 'n' },
      { role: 'user', content: 'c', id: 'o' },
      { ...answer({ content: 'd' }), id: 'p' },
    ]
    const before = deriveTurns(start)
    const after = deriveTurns([...start, { role: 'user', content: 'e', id: 'm' }, result('x')], before)
    expect(after.map(({ key }) => key)).toEqual(['m', 'n', 'o', 'p', '#4'])
    expect(after.slice(0, 3).map((turn, i) => turn === before[i])).toEqual([true, true, true])
    expect(after).toEqual(deriveTurns([...start, { role: 'user', content: 'e', id: 'm' }, result('x')]))
  })
})

describe('parts', () => {
  it('come in the order of arrival, calls side by side as one part', () => {
    const message = answer({
      reasoning: 'firstsecond',
      content: 'hello',
      tool_calls: [call('a'), call('b')],
      segments: [
        { type: 'reasoning', start: 0, end: 5, ms: 900 },
        { type: 'text', start: 0, end: 5 },
        { type: 'reasoning', start: 5, end: 11 },
        { type: 'tool_call', index: 0 },
        { type: 'tool_call', index: 1 },
      ],
    })
    expect(messageParts(message)).toEqual([
      { type: 'reasoning', key: 'reasoning-0', text: 'first', ms: 900 },
      { type: 'text', key: 'text-0', text: 'hello' },
      { type: 'reasoning', key: 'reasoning-5', text: 'second' },
      { type: 'tool_calls', key: 'calls-0', callIndexes: [0, 1] },
    ])
  })

  it('leave nothing out when segments are missing or cover too little', () => {
    const types = (message: AssistantMessage) => messageParts(message).map((part) => part.type)
    const full = { reasoning: 'r', content: 'c', refusal: 'no', tool_calls: [call('a')] }
    expect(types(answer(full))).toEqual(['reasoning', 'text', 'refusal', 'tool_calls'])
    expect(types(answer({ ...full, segments: [{ type: 'tool_call', index: 0 }] }))).toEqual([
      'tool_calls',
      'reasoning',
      'text',
      'refusal',
    ])
  })

  it('say that there was thinking which the provider does not show', () => {
    const message = answer({ content: 'hi', reasoning_details: [{ type: 'reasoning.encrypted', data: 'x' }] })
    expect(messageParts(message)[0]).toMatchObject({ type: 'reasoning', encrypted: true })
  })
})

describe('endings', () => {
  const lost = { kind: 'network_or_cors', message: 'reset' } as const
  const ending = (over: Partial<AssistantMessage>, results: ToolMessage[] = []) =>
    describeEnding({ key: 'm', assistant: answer(over), assistantIndex: 0, results })

  it.each([
    ['stop', { finishReason: 'stop', content: 'hi' }],
    ['length-text', { finishReason: 'length', content: 'hi' }],
    ['length-thinking', { finishReason: 'length', reasoning: 'hm' }],
    ['length-call', { finishReason: 'length', tool_calls: [call('a', '{"x')] }],
    ['thought-only', { finishReason: 'stop', reasoning: 'The capital is Oslo.' }],
    ['stop', { finishReason: 'stop', reasoning: 'hm', content: 'Oslo.' }],
    ['stop', { finishReason: 'stop', reasoning: ' \n' }],
    ['filter-empty', { finishReason: 'content_filter' }],
    ['filter-midway', { finishReason: 'content_filter', content: 'so' }],
    ['refusal', { finishReason: 'stop', refusal: 'I will not' }],
    ['unanswered', { finishReason: 'tool_calls', tool_calls: [call('a')] }],
    ['incomplete', { finishReason: 'incomplete', content: 'so' }],
    ['error', { finishReason: 'error', isError: true }],
    ['error', { finishReason: 'error', error: { kind: 'network_or_cors', message: 'refused' } }],
    [
      'incomplete',
      { finishReason: 'error', error: { kind: 'network_or_cors', message: 'reset' }, content: 'so' },
    ],
    ['error', { finishReason: 'error', error: { kind: 'provider', message: 'no' }, content: 'so' }],
    ['error', { isError: true, content: 'so' }],
    ['cancelled', { finishReason: 'cancelled' }],
    ['other', { finishReason: 'other', finishReasonRaw: 'weird' }],
    ['none', { content: 'pasted, nobody said how it ended' }],
  ] as [string, Partial<AssistantMessage>][])('%s', (kind, over) => {
    expect(ending(over).kind).toBe(kind)
  })

  it.each([
    ['length-call', { finishReason: 'length', tool_calls: [call('a', '{"x')] }],
    ['length-text', { finishReason: 'length', tool_calls: [call('a')] }],
    ['length-thinking', { finishReason: 'length', content: ' \n' }],
    ['length-thinking', { finishReason: 'length', content: null }],
    ['error', { error: { kind: 'provider', message: 'no' } }],
    ['refusal', { refusal: 'no' }],
    // A lost connection, once any part of the answer was there.
    ['incomplete', { finishReason: 'error', error: lost, reasoning: 'hm' }],
    ['incomplete', { finishReason: 'error', error: lost, tool_calls: [call('a')] }],
    ['error', { finishReason: 'error', error: lost, content: ' ', tool_calls: [] }],
    ['error', { finishReason: 'error', content: 'so' }],
  ] as [string, Partial<AssistantMessage>][])("%s, with the provider's own word", (kind, over) => {
    expect(ending({ ...over, finishReasonRaw: 'its word' })).toMatchObject({ kind, raw: 'its word' })
  })

  it.each(['error', 'cancelled', 'incomplete', 'length', 'content_filter', 'other', 'stop'] as const)(
    "%s keeps the provider's own word",
    (finishReason) => {
      expect(ending({ finishReason, finishReasonRaw: 'its word' }).raw).toBe('its word')
    },
  )

  it('names the tool whose call was cut off, the last of several', () => {
    const cut = { ...call('b', '{"x'), function: { name: 'write', arguments: '{"x' } }
    expect(ending({ finishReason: 'length', tool_calls: [call('a'), cut] })).toEqual({
      kind: 'length-call',
      callName: 'write',
    })
  })

  it('is none while the step runs, and where there is no message', () => {
    const step = { key: 'm', assistant: answer({ finishReason: 'error' }), results: [] }
    expect(describeEnding(step, { phase: 'streaming', startedAt: 0, calls: {} })).toEqual({ kind: 'none' })
    expect(describeEnding({ key: 'm', results: [result('a')] })).toEqual({ kind: 'none' })
  })

  it('is none for a message whose calls were answered, whether it says how it ended or not', () => {
    expect(ending({ tool_calls: [call('a')] }, [result('a')]).kind).toBe('none')
  })

  it('of the last step is a stop when it has no calls, and no pause', () => {
    const step = { key: 'm', assistant: answer({ finishReason: 'stop', content: 'hi' }), results: [] }
    expect(describeEnding(step, undefined, true).kind).toBe('stop')
  })

  it('an answer is cancelled when one of several calls was', () => {
    const cancelled = { ...result('b'), isError: true, metadata: { 'antiphon.outcome': 'cancelled' } }
    const assistant = answer({
      finishReason: 'tool_calls',
      finishReasonRaw: 'its word',
      tool_calls: [call('a'), call('b')],
    })
    const step = { key: 'm', assistant, assistantIndex: 0, results: [result('a'), cancelled] }
    expect(describeEnding(step, undefined, true)).toEqual({ kind: 'cancelled', raw: 'its word' })
    expect(describeEnding(step)).toEqual({ kind: 'none', raw: 'its word' })
  })

  it('a call that was answered needs no notice', () => {
    expect(ending({ finishReason: 'tool_calls', tool_calls: [call('a')] }, [result('a')]).kind).toBe('none')
  })

  it('an answer that ends with results is one that was stopped there, when nothing follows them', () => {
    const step = (over: Partial<ToolMessage> = {}) => ({
      key: 'm',
      assistant: answer({ finishReason: 'tool_calls', tool_calls: [call('a')] }),
      assistantIndex: 0,
      results: [{ ...result('a'), ...over }],
    })
    expect(describeEnding(step(), undefined, true).kind).toBe('paused')
    const cancelled = { isError: true, metadata: { 'antiphon.outcome': 'cancelled' } }
    expect(describeEnding(step(cancelled), undefined, true).kind).toBe('cancelled')
    expect(describeEnding(step(cancelled)).kind).toBe('none')
  })

  it('an answer whose provider stopped in the middle of calls of its own is paused', () => {
    const search = { ...call('a'), providerRun: {} }
    const paused = { finishReason: 'other' as const, finishReasonRaw: 'pause_turn', tool_calls: [search] }
    expect(ending(paused)).toEqual({ kind: 'paused', raw: 'pause_turn' })
  })

  it('leaves out the calls of the provider, which nobody else can answer', () => {
    const search = { ...call('a'), providerRun: {} }
    expect(ending({ finishReason: 'stop', tool_calls: [search] }).kind).toBe('stop')
    expect(ending({ finishReason: 'tool_calls', tool_calls: [search, call('b')] })).toMatchObject({
      kind: 'unanswered',
      unanswered: 1,
      total: 1,
    })
  })

  it('counts a call that was cut off among them, where a thread from elsewhere says in its own word how it ended', () => {
    const finishReason = 'stop_sequence' as AssistantMessage['finishReason']
    expect(ending({ finishReason, tool_calls: [call('a', '{"x')] })).toMatchObject({
      kind: 'unanswered',
      unanswered: 1,
    })
  })

  it('counts the calls without a result', () => {
    const two = { finishReason: 'tool_calls' as const, tool_calls: [call('a'), call('b')] }
    expect(ending({ ...two, finishReasonRaw: 'its word' }, [result('b')])).toEqual({
      kind: 'unanswered',
      unanswered: 1,
      total: 2,
      raw: 'its word',
    })
    expect(ending(two)).toMatchObject({ unanswered: 2 })
  })
})
