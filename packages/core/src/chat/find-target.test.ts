import { describe, expect, it } from 'vitest'
import type { AssistantMessage, FinishReason, Message, ToolCall } from '../message/types.js'
import type { Tool } from '../tools/types.js'
import { createMessageStore, type MessageStore } from '../tree/message-store.js'
import {
  asksSomething,
  endBelow,
  isLimitNotice,
  lastShownAnswer,
  openAnswerAt,
  questionOf as find,
  wholeQuestionOf,
} from './find-target.js'

const message = (id: string): Message => {
  const role = { s: 'system', d: 'developer', u: 'user', a: 'assistant', t: 'tool' }[id[0]!]
  return { id, role, content: id } as Message
}
const tool: Tool = { name: 'f', description: '', parameters: {}, execute: () => 'r' }
const questionOf = (store: MessageStore, id: string) => find(store, id, [tool])
/** A thread of messages whose roles are the first letters of their ids. */
const threadOf = (...ids: string[]) => createMessageStore({ messages: ids.map(message) })

it('a request can end with a question, an answer or a result, never with instructions or nothing', () => {
  expect(['u', 'a', 't', 's', 'd'].map((id) => asksSomething(message(id)))).toEqual([
    true,
    true,
    true,
    false,
    false,
  ])
  expect([asksSomething(undefined), isLimitNotice(undefined)]).toEqual([false, false])
})

it('what a message belongs to is found without reading the thread above it', () => {
  const store = threadOf(...Array.from({ length: 600 }, (_, at) => `${'uat'[at % 3]}${at}`))
  const read: string[] = []
  const counted: MessageStore = {
    ...store,
    getMessage: (id) => (read.push(id), store.getMessage(id)),
    getPath: () => expect.unreachable('the whole path was read'),
  }
  expect([questionOf(counted, 't599'), questionOf(counted, 'a598')]).toEqual(['u597', 'u597'])
  expect([openAnswerAt(counted, 't599'), wholeQuestionOf(counted, 't599')]).toEqual([undefined, 'u597'])
  expect(read.length).toBeLessThan(20)
})

it('the notice of the limit asks nothing: what follows it, where its question was taken out, replies to what is above it', () => {
  const notice: Message = {
    id: 'n',
    role: 'assistant',
    content: '',
    isError: true,
    error: { kind: 'tool_loop_limit', message: '', occurredAt: 0 },
  }
  expect(asksSomething(notice)).toBe(false)
  const store = createMessageStore({ messages: [...['u', 'a1', 't1'].map(message), notice, message('a2')] })
  expect(questionOf(store, 'a2')).toBe('t1')
})

describe('what follows calls without results', () => {
  const call = (id: string) => ({ id, type: 'function' as const, function: { name: 'f', arguments: '{' } })
  const threadWith = (finishReason: FinishReason, results: string[], ...rest: string[]) => {
    const calls: Message = {
      id: 'a1',
      role: 'assistant',
      content: '',
      tool_calls: [call('c1'), call('c2')],
      finishReason,
    }
    const told = results.map((id): Message => ({
      id: `t-${id}`,
      role: 'tool',
      tool_call_id: id,
      content: '',
    }))
    return createMessageStore({ messages: [message('u'), calls, ...told, ...rest.map(message)] })
  }
  const after = (finishReason: FinishReason, ...results: string[]) => threadWith(finishReason, results, 'a2')

  it('asks a cut answer anew where its question was taken out: calls are no question', () => {
    expect(questionOf(after('length'), 'a2')).toBe('u')
    expect(questionOf(after('length', 'c2'), 'a2')).toBe('u')
    expect(questionOf(after('length', 'c1', 'c2'), 'a2')).toBe('t-c2')
  })

  it('replies to calls that may run where its question was taken out: they do so first', () => {
    expect(questionOf(after('tool_calls'), 'a2')).toBe('a1')
    expect(questionOf(after('tool_calls', 'c1'), 'a2')).toBe('t-c1')
    expect(questionOf(after('tool_calls', 'c1', 'c2'), 'a2')).toBe('t-c2')
  })

  it('asks an answer anew where a call of it is answered from outside alone: no request would follow', () => {
    const form: Tool = { name: 'f', description: '', parameters: {} }
    for (const tools of [[form], [form, { ...tool, name: 'other' }], []]) {
      expect(find(after('tool_calls'), 'a2', tools)).toBe('u')
      expect(find(after('tool_calls', 'c1'), 'a2', tools)).toBe('u')
      expect(find(after('tool_calls', 'c1', 'c2'), 'a2', tools)).toBe('t-c2')
    }
  })

  it('replies to the result of a call from outside, below which only calls that run here are open', () => {
    const store = after('tool_calls', 'c1')
    const { tool_calls, ...rest } = store.getMessage('a1') as AssistantMessage
    const form = { ...tool_calls![0]!, function: { name: 'form', arguments: '{}' } }
    store.write('a1', { ...rest, tool_calls: [form, tool_calls![1]!] })
    store.flush()
    const tools = [tool, { name: 'form', description: '', parameters: {} }]
    expect(find(store, 'a2', tools)).toBe('t-c1')
  })

  it('replies to calls that the provider asks about, and to calls of no tool: they come to an end here', () => {
    const form: Tool = { name: 'f', description: '', parameters: {} }
    const store = after('tool_calls')
    expect(find(store, 'a2', [{ ...form, name: 'other' }])).toBe('a1')
    const { tool_calls, ...rest } = store.getMessage('a1') as AssistantMessage
    const [first, second] = tool_calls!
    const asks = (...calls: ToolCall[]) => (store.write('a1', { ...rest, tool_calls: calls }), store.flush())
    const asked = { ...first!, approvalRequest: { id: 'r' } }
    asks(asked, second!)
    expect([find(store, 'a2', []), find(store, 'a2', [form])]).toEqual(['a1', 'u'])
    asks(asked, { ...asked, id: 'c2' })
    expect(find(store, 'a2', [form])).toBe('a1')
  })

  it('replies to its question where that is still there', () => {
    expect(questionOf(threadWith('tool_calls', [], 'u2', 'a2'), 'a2')).toBe('u2')
    expect(questionOf(threadWith('length', ['c1'], 'u2', 'a2'), 'a2')).toBe('u2')
  })
})

describe('what a new version replies to', () => {
  it.each<[string, string[], string, string | undefined]>([
    ['a question to itself', ['s', 'u'], 'u', 'u'],
    ['an answer to what is before it', ['u', 'a'], 'a', 'u'],
    ['an answer after results to the last of them', ['u', 'a1', 't1', 'a2'], 'a2', 't1'],
    ['a result to what its answer replies to', ['u', 'a1', 't1', 't2'], 't2', 'u'],
    ['an answer after an answer to that', ['u', 'a1', 'a2'], 'a2', 'a1'],
    ['an answer at the top to nothing', ['a'], 'a', undefined],
    ['an answer to instructions to nothing', ['s', 'a'], 'a', undefined],
    ['a result without an answer to nothing', ['u', 't'], 't', undefined],
    ['an answer after a result without an answer to that', ['u', 't', 'a'], 'a', 't'],
    ['instructions to nothing', ['u', 's'], 's', undefined],
    ['what is not there to nothing', ['u'], 'gone', undefined],
  ])('%s', (_, ids, id, question) => expect(questionOf(threadOf(...ids), id)).toBe(question))
})

it.each<[string[], string | undefined]>([
  [['u1', 'a1', 'u2', 'a2', 't2', 'a3'], 'u2'],
  [['s', 'a1', 't1', 'a2'], undefined],
  [['a1', 'a2'], undefined],
  [['u1'], 'u1'],
])('the whole answer at the end of %j replies to %j', (ids, question) => {
  expect(wholeQuestionOf(threadOf(...ids), ids.at(-1)!)).toBe(question)
})

it('the end of a branch is the youngest version at each fork, whatever is shown', () => {
  const store = threadOf('u', 'a1', 'u2')
  store.append(message('a3'), { parent: 'u' })
  store.append(message('u4'))
  store.activate('a1')
  expect(['u', 'a1', 'a3', 'u4'].map((id) => endBelow(store, id))).toEqual(['u4', 'u2', 'u4', 'u4'])
})

it('an answer one of whose calls has no result is found from itself and from its results', () => {
  const tool_calls = ['t', 'open'].map((id) => ({
    id,
    type: 'function' as const,
    function: { name: 'f', arguments: '{}' },
  }))
  const store = createMessageStore({
    messages: [
      message('u'),
      { id: 'a', role: 'assistant', content: '', tool_calls },
      { id: 't', role: 'tool', tool_call_id: 't', content: 't' },
    ],
  })
  expect(['u', 'a', 't', 'gone'].map((id) => openAnswerAt(store, id))).toEqual([
    undefined,
    'a',
    'a',
    undefined,
  ])
})

it('an answer is open for its own results alone, and not when its calls may not run', () => {
  const call = { id: 'c', type: 'function' as const, function: { name: 'f', arguments: '{}' } }
  const asks = (id: string, over: Partial<AssistantMessage> = {}): Message => {
    return { id, role: 'assistant', content: '', tool_calls: [call], ...over }
  }
  const result = { id: 't', role: 'tool', tool_call_id: 'c', content: 'known' } as const
  const endOf = (...messages: Message[]): string | undefined => {
    const store = createMessageStore({ messages })
    return openAnswerAt(store, store.getIds().at(-1) ?? '')
  }
  expect(endOf()).toBeUndefined()
  expect(endOf(message('u'), asks('a'), result, asks('b'))).toBe('b')
  expect(endOf(message('u'), asks('a'), result)).toBeUndefined()
  expect(endOf(message('u'), asks('a', { finishReason: 'length' }))).toBeUndefined()
})

it('the last answer that is shown is one on screen', () => {
  const store = threadOf('u', 'a1', 't1', 'u2')
  expect(lastShownAnswer(store)?.id).toBe('a1')
  expect(lastShownAnswer(threadOf('u'))).toBeUndefined()
})
