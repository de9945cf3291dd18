import { describe, expect, it } from 'vitest'
import type { AssistantMessage, FinishReason, Message, ToolMessage } from '../message/types.js'
import { createMessageStore, type MessageStore } from '../tree/message-store.js'
import { immediateScheduler } from '../tree/scheduler.js'
import { begunCalls, getAnswer, lastResult, mayRunCalls, resultsOf } from './answer-results.js'
import { answerResults } from './place-results.js'

const result = (id: string, call = id): Message => ({ id, role: 'tool', tool_call_id: call, content: id })
const bare = (content: string, more: Partial<ToolMessage> = {}): ToolMessage => ({
  role: 'tool',
  tool_call_id: content,
  content,
  ...more,
})

/** A question and an answer with calls of these ids, and what follows it. */
function threadOf(callIds: string[], ...after: Message[]) {
  const answer: AssistantMessage = {
    id: 'a',
    role: 'assistant',
    content: '',
    tool_calls: callIds.map((id) => ({ id, type: 'function', function: { name: 'f', arguments: '{}' } })),
  }
  const store = createMessageStore({
    scheduler: immediateScheduler,
    messages: [{ id: 'u', role: 'user', content: 'go' }, answer, ...after],
  })
  const results = answerResults(store, 'a', () => 7)
  const shown = () => store.getMessages().map(({ content }) => content)
  return { store, results, shown, slots: () => results.slots().map((slot) => slot?.content) }
}

describe('results in the thread', () => {
  it('are those that directly follow the answer, on whatever branch', () => {
    const { store } = threadOf(['x', 'y'], result('x'), result('y'), { id: 'b', role: 'user', content: 'b' })
    expect(resultsOf(store, 'a').map(({ id }) => id)).toEqual(['x', 'y'])
    expect([lastResult(store, 'a'), lastResult(store, 'x'), lastResult(store, 'u')]).toEqual(['y', 'y', 'u'])
    expect(resultsOf(store, 'b')).toEqual([])
    expect([getAnswer(store, 'a')?.id, getAnswer(store, 'x'), getAnswer(store, 'gone')]).toEqual([
      'a',
      undefined,
      undefined,
    ])
  })

  it('that a listener adds before the watch has heard of another one do not count', () => {
    const { store, results } = threadOf(['x'])
    store.subscribeIds(() => taken.push(results.add(0, bare('late'))))
    const taken: boolean[] = []
    results.watch()
    expect(results.slots()).toEqual([undefined])
    expect(answerResults(store, 'a', () => 7).add(0, bare('x'))).toBe(true)
    expect(taken).toEqual([false])
    expect(resultsOf(store, 'a').map(({ content }) => content)).toEqual(['x'])
  })

  it('of two versions are the one that is shown, else the younger', () => {
    const { store } = threadOf(['x'], result('x1', 'x'))
    store.append(result('x2', 'x'), { parent: 'a' })
    store.append(result('x3', 'x'), { parent: 'a' })
    store.append({ id: 'c', role: 'user', content: 'c' }, { parent: 'a' })
    expect(lastResult(store, 'a')).toBe('x3')
    store.activate('x1')
    expect(lastResult(store, 'a')).toBe('x1')
  })
})

it.each<[FinishReason | undefined, boolean]>([
  ['tool_calls', true],
  ['stop', true],
  [undefined, true],
  ['other', true],
  ['length', false],
  ['content_filter', false],
  ['cancelled', false],
  ['error', false],
])('where an answer ended with %j, its calls may run: %j', (finishReason, mayRun) => {
  const call = { id: 'x', type: 'function' as const, function: { name: 'f', arguments: '{}' } }
  const answer: AssistantMessage = { role: 'assistant', content: '', tool_calls: [call], finishReason }
  expect(mayRunCalls(answer)).toBe(mayRun)
  expect(mayRunCalls({ ...answer, isError: true })).toBe(false)
  expect(mayRunCalls({ ...answer, tool_calls: [] })).toBe(false)
})

it('where nobody knows the finish reason, a call that is not whole does not run', () => {
  const call = (text: string) => ({
    id: 'x',
    type: 'function' as const,
    function: { name: 'f', arguments: text },
  })
  for (const text of ['{"x"', '', '[]'])
    for (const tool_calls of [[call(text)], [call('{}'), call(text)]])
      expect(mayRunCalls({ role: 'assistant', content: '', tool_calls, finishReason: 'other' })).toBe(false)
})

it('the calls that had begun are those that the answer notes by number, whatever else stands there', () => {
  const begun = (note?: unknown) =>
    begunCalls({ role: 'assistant', content: '', metadata: { 'antiphon.running': note } })
  expect([begun([0, '1', null, 2]), begun('0'), begun(), begunCalls({ role: 'user', content: '' })]).toEqual([
    [0, 2],
    [],
    [],
    [],
  ])
})

describe('a result that is added', () => {
  it('goes to its place in the order of the calls, with its time; the first of a call counts', () => {
    const { store, results, shown, slots } = threadOf(['x', 'y', 'z'], {
      id: 'b',
      role: 'user',
      content: 'b',
    })
    expect([results.add(1, bare('y')), results.add(2, bare('z')), results.add(0, bare('x'))]).toEqual([
      true,
      true,
      true,
    ])
    expect(results.add(1, bare('again', { tool_call_id: 'y' }))).toBe(false)
    expect(results.add(3, bare('none'))).toBe(false)
    expect(results.add(-1, bare('none'))).toBe(false)
    expect(shown()).toEqual(['go', '', 'x', 'y', 'z', 'b'])
    expect(slots()).toEqual(['x', 'y', 'z'])
    expect([results.has(0), results.has(3)]).toEqual([true, false])
    expect(store.getMessages()[2]).toEqual({ ...bare('x'), id: expect.any(String), timestamp: 7 })
  })

  it('goes behind those of the calls before it, of which one has none', () => {
    const { results, shown } = threadOf(['x', 'y', 'z'], result('x'))
    results.add(2, bare('z'))
    results.close()
    expect(shown()).toEqual(['go', '', 'x', 'z'])
  })

  it('notes its call where several have one id, and keeps what else it noted', () => {
    const { store, results, slots } = threadOf(['x', 'y', 'x'])
    results.add(2, bare('third', { tool_call_id: 'x', metadata: { own: 1 } }))
    results.add(1, bare('second', { tool_call_id: 'y' }))
    results.add(0, bare('first', { tool_call_id: 'x', metadata: { 'antiphon.call': 0, own: 2 } }))
    expect(store.getMessages().map(({ metadata }) => metadata)).toEqual([
      undefined,
      undefined,
      { 'antiphon.call': 0, own: 2 },
      undefined,
      { 'antiphon.call': 2, own: 1 },
    ])
    expect(slots()).toEqual(['first', 'second', 'third'])
  })

  it('is not taken where the answer is gone, or never called anything', () => {
    const { store, results } = threadOf(['x'])
    store.remove('a')
    expect([results.add(0, bare('x')), results.has(0), results.slots()]).toEqual([false, false, []])
    const none = answerResults(store, 'u', () => 0)
    expect(none.add(0, bare('x'))).toBe(false)
    store.append({ id: 'n', role: 'assistant', content: 'text' })
    expect(answerResults(store, 'n', () => 0).slots()).toEqual([])
  })
})

describe('while it is watched', () => {
  /** Tells how often something that is done asks the store what follows a message. */
  const countReads = (store: MessageStore) => {
    let reads = 0
    const { getChildren } = store
    store.getChildren = (id) => (reads++, getChildren(id))
    return (act: () => unknown) => {
      reads = 0
      act()
      return reads
    }
  }

  it('the thread is read again only when others changed it', () => {
    const { store, results, slots } = threadOf(['x', 'y', 'z'])
    const readsOf = countReads(store)
    expect(readsOf(slots)).toBeGreaterThan(0)
    expect(readsOf(slots)).toBeGreaterThan(0)
    results.watch()
    results.watch()
    expect(readsOf(slots)).toBeGreaterThan(0)
    expect(readsOf(slots)).toBe(0)
    results.add(1, bare('y'))
    expect(readsOf(slots)).toBe(0)
    expect(slots()).toEqual([undefined, 'y', undefined])
    store.append(result('x'), { parent: 'a', between: true })
    expect(slots()).toEqual(['x', 'y', undefined])
    expect(readsOf(slots)).toBe(0)
    results.close()
    expect(readsOf(slots)).toBeGreaterThan(0)
    store.remove('x')
    expect(slots()).toEqual([undefined, undefined, undefined])
  })

  it('a result goes before those that are known without a reading of them', () => {
    const { store, results, slots } = threadOf(['x', 'y', 'z'])
    results.watch()
    results.add(1, bare('y'))
    results.add(2, bare('z'))
    // One read: to find the message that follows its place.
    expect(countReads(store)(() => results.add(0, bare('x')))).toBe(1)
    expect(slots()).toEqual(['x', 'y', 'z'])
    results.close()
  })

  it('what a listener of a new result does counts at once', () => {
    const { store, results, slots } = threadOf(['x', 'y'])
    results.watch()
    expect(slots()).toEqual([undefined, undefined])
    const end = store.subscribeIds(() => {
      end()
      store.append(result('other', 'y'), { parent: store.getIds().at(-1), between: true })
    })
    expect(results.add(0, bare('x'))).toBe(true)
    expect(slots()).toEqual(['x', 'other'])
    expect(results.add(1, bare('y'))).toBe(false)
    results.close()
  })

  it('a result that a listener turns into another message at once is none', () => {
    const { store, results, slots } = threadOf(['x'])
    results.watch()
    expect(slots()).toEqual([undefined])
    store.subscribeIds(() => store.write(store.getIds().at(-1)!, { role: 'user', content: 'x' }))
    results.add(0, bare('x'))
    expect(slots()).toEqual([undefined])
    results.close()
  })
})
