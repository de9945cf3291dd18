import { describe, expect, it } from 'vitest'
import type { AssistantMessage, Message, ToolMessage } from '../message/types.js'
import { pairToolCalls } from './pair-tool-calls.js'
import { pairStep } from './pair-step.js'
import type { LiveStep } from './types.js'

const ask: Message = { role: 'user', content: 'go' }
const calls = (...ids: string[]): AssistantMessage => ({
  role: 'assistant',
  content: '',
  finishReason: 'tool_calls',
  tool_calls: ids.map((id, i) => ({
    id,
    type: 'function',
    function: { name: `tool_${i}`, arguments: '{}' },
  })),
})
const result = (id: string, content: string): ToolMessage => ({ role: 'tool', tool_call_id: id, content })

/** The result of each call, in call order; `-` for no result. */
function answers(messages: Message[]): string[] {
  return pairToolCalls(messages).calls.map((call) => (call.result ? String(call.result.content) : '-'))
}

describe('pairing calls with results', () => {
  it('pairs by id, whatever the order of the results', () => {
    expect(answers([ask, calls('a', 'b'), result('b', 'B'), result('a', 'A')])).toEqual(['A', 'B'])
  })

  it('has no result for a call that its provider has not ended; while the answer arrives, it is running', () => {
    const [search] = calls('a').tool_calls!
    const answer: AssistantMessage = { ...calls('a'), tool_calls: [{ ...search!, providerRun: {} }] }
    const step = { key: 'm', assistant: answer, assistantIndex: 0, results: [] }
    expect(pairStep(step).calls).toMatchObject([{ state: 'unanswered', result: undefined }])
    expect(pairStep(step, { phase: 'streaming', startedAt: 0, calls: {} }).calls[0]!.state).toBe('running')
  })

  it('pairs within one message when every turn reuses the same id', () => {
    const thread = [
      ask,
      calls('call_0'),
      result('call_0', 'first'),
      calls('call_0'),
      result('call_0', 'second'),
    ]
    expect(answers(thread)).toEqual(['first', 'second'])
  })

  it('pairs the n-th result with the n-th call of an id that repeats in one message', () => {
    expect(answers([ask, calls('x', 'x', 'x'), result('x', '1'), result('x', '2')])).toEqual(['1', '2', '-'])
  })

  it('puts a result that notes its call there, while an earlier call of the same id is open', () => {
    const noted = { ...result('x', 'second'), metadata: { 'antiphon.call': 1 } }
    expect(answers([ask, calls('x', 'x'), noted])).toEqual(['-', 'second'])
    expect(answers([ask, calls('x', 'x'), noted, result('x', 'first')])).toEqual(['first', 'second'])
    // A note that cannot be right is ignored.
    expect(answers([ask, calls('x', 'y'), noted])).toEqual(['second', '-'])
    expect(answers([ask, calls('x'), noted])).toEqual(['second'])
  })

  it('pairs by order where ids are empty, and lets exact ids go first', () => {
    expect(answers([ask, calls('', ''), result('', '1'), result('', '2')])).toEqual(['1', '2'])
    expect(answers([ask, calls('a', 'b'), result('', 'rest'), result('a', 'A')])).toEqual(['A', 'rest'])
  })

  it('never shows a result beside a call of another id', () => {
    const { calls: paired, orphans } = pairToolCalls([ask, calls('a'), result('z', 'stray')])
    expect(paired[0]).toMatchObject({ state: 'unanswered', result: undefined })
    expect(orphans.map((orphan) => orphan.content)).toEqual(['stray'])
  })

  it('keeps a result without any call, and the second result of a call, as orphans', () => {
    expect(pairToolCalls([result('a', 'early'), ask]).orphans).toHaveLength(1)
    expect(pairToolCalls([ask, calls('a'), result('a', '1'), result('a', '2')]).orphans).toEqual([
      result('a', '2'),
    ])
  })

  it('finds a late result behind a user message', () => {
    expect(answers([ask, calls('a'), ask, result('a', 'late')])).toEqual(['late'])
  })

  it('gives keys that are unique although wire ids are not', () => {
    const { calls: paired } = pairToolCalls([ask, { ...calls('x', 'x'), id: 'm1' }, calls('x')])
    expect(paired.map(({ key }) => key)).toEqual(['m1/0', 'm1/1', '#2/0'])
  })
})

describe('state of a call at rest', () => {
  const flagged = (over: Partial<ToolMessage>): ToolMessage => ({ ...result('a', ''), ...over })
  it.each([
    ['done', flagged({})],
    ['error', flagged({ isError: true })],
    ['denied', flagged({ isError: true, metadata: { 'antiphon.outcome': 'denied' } })],
    ['cancelled', flagged({ isError: true, metadata: { 'antiphon.outcome': 'cancelled' } })],
    ['error', flagged({ metadata: { 'antiphon.outcome': 'timeout' } })],
  ])('is %s', (state, message) => {
    expect(pairToolCalls([ask, calls('a'), message]).calls[0]!.state).toBe(state)
  })

  it.each([
    ['length', '{"city":"Os', 'cut-off'],
    ['length', '{"city":"Oslo"}', 'unanswered'],
    ['incomplete', '{"city":', 'cut-off'],
    ['cancelled', '{"city":"Oslo"}', 'cancelled'],
    ['tool_calls', '{"city":', 'unanswered'],
    ['stop', '{"city":', 'unanswered'],
    ['other', '{"city":', 'unanswered'],
    [undefined, '{"city":', 'unanswered'],
    ['cancelled', '{"city":', 'cut-off'],
    // Words of other systems, which a pasted thread may have, are not taken for ours that they contain.
    ['stop_sequence', '{"city":', 'cut-off'],
    ['early_stop', '{"city":', 'cut-off'],
  ] as const)('after %s with arguments %s it is %s', (finishReason, text, state) => {
    const message = calls('a')
    message.finishReason = finishReason as AssistantMessage['finishReason']
    message.tool_calls![0]!.function.arguments = text
    expect(pairToolCalls([ask, message]).calls[0]!.state).toBe(state)
  })
})

it('only the last of several calls was cut, whatever the text of those before it', () => {
  const message: AssistantMessage = { ...calls('a', 'b'), finishReason: 'length' }
  for (const call of message.tool_calls!) call.function.arguments = '{"city":'
  expect(pairToolCalls([ask, message]).calls.map(({ state }) => state)).toEqual(['unanswered', 'cut-off'])
})

describe('calls of one step', () => {
  const live = (over: Partial<LiveStep>): LiveStep => ({
    phase: 'tools',
    startedAt: 0,
    calls: {},
    ...over,
  })
  const states = (now?: LiveStep, results: ToolMessage[] = []) =>
    pairStep({ key: 's', assistant: calls('a', 'b'), assistantIndex: 4, results }, now).calls.map(
      ({ state }) => state,
    )

  it('are keyed by the step and know their place', () => {
    const step = { key: 's', assistant: calls('a', 'b'), assistantIndex: 4, results: [] }
    expect(pairStep(step).calls).toMatchObject([
      { key: 's/0', messageIndex: 4, callIndex: 0, call: { id: 'a' } },
      { key: 's/1', messageIndex: 4, callIndex: 1, call: { id: 'b' } },
    ])
    expect(pairStep({ ...step, assistantIndex: undefined }).calls[0]!.messageIndex).toBe(0)
  })

  it('are none where no message precedes the results', () => {
    const results = [result('a', 'early')]
    expect(pairStep({ key: 's', results })).toEqual({ calls: [], orphans: results })
  })

  it('are none where the message has none', () => {
    const assistant: AssistantMessage = { role: 'assistant', content: 'hi', finishReason: 'length' }
    expect(pairStep({ key: 's', assistant, results: [] })).toEqual({ calls: [], orphans: [] })
  })

  it('have the state that the running chat knows, but for those with a result', () => {
    expect(states(live({ calls: { 0: { state: 'running' }, 1: { state: 'awaiting' } } }))).toEqual([
      'running',
      'awaiting',
    ])
    const running = { 0: { state: 'running' }, 1: { state: 'queued' } } as const
    expect(states(live({ calls: running }), [result('a', 'A')])).toEqual(['done', 'queued'])
  })

  it('are being written while the answer streams, and at rest otherwise', () => {
    expect(states(live({ phase: 'streaming', calls: { 0: { state: 'queued' } } }))).toEqual([
      'queued',
      'writing',
    ])
    expect(states(live({ phase: 'tools' }))).toEqual(['unanswered', 'unanswered'])
    expect(states(live({ phase: 'waiting' }))).toEqual(['unanswered', 'unanswered'])
  })

  it('show a result that waits for the calls before it, and one in the array before that', () => {
    const waiting = result('b', 'B')
    const now = live({ calls: { 0: { state: 'running' }, 1: { state: 'running', result: waiting } } })
    const step = { key: 's', assistant: calls('a', 'b'), assistantIndex: 4, results: [] }
    expect(pairStep(step, now).calls.map((call) => call.result)).toEqual([undefined, waiting])
    expect(states(now)).toEqual(['running', 'done'])
    const stored = result('b', 'stored')
    expect(pairStep({ ...step, results: [stored] }, now).calls[1]!.result).toBe(stored)
  })
})
