import { type Message } from '@antiphon/core'
import { CALL_INDEX_KEY, TOOL_OUTCOME_KEY } from '@antiphon/core/message'
import { expect, it } from 'vitest'
import type { NodeRecord } from '../storage/types.js'
import { resolveTree } from './resolve-tree.js'

const record = (id: string, parent: string | null, message: Message, order: number): NodeRecord => ({
  v: 1,
  threadId: 't',
  id,
  parent,
  order,
  message: { ...message, id },
})
const result = (call: string, metadata?: Record<string, unknown>): Message => ({
  role: 'tool',
  tool_call_id: call,
  content: call,
  ...(metadata && { metadata }),
})
const answer: Message = { role: 'assistant', content: '' }
const parentsOf = (records: NodeRecord[]) =>
  Object.fromEntries(resolveTree(records, []).nodes.map(({ message, parent }) => [message.id, parent]))

it('results of different calls that two tabs put beside each other follow each other', () => {
  const records = [
    record('a', null, answer, 1),
    record('r3', 'a', result('call_3'), 2),
    record('r1', 'a', result('call_1'), 3),
    record('r2', 'r1', result('call_2'), 4),
    record('next', 'r2', { role: 'user', content: 'Next' }, 5),
  ]
  expect(parentsOf(records)).toEqual({ a: null, r3: 'a', r1: 'r3', r2: 'r1', next: 'r2' })
})

it('so do those of calls with one id, by the place of their call', () => {
  const at = (index: number) => result('call_0', { [CALL_INDEX_KEY]: index })
  const records = [record('a', null, answer, 1), record('r0', 'a', at(0), 2), record('r1', 'a', at(1), 3)]
  expect(parentsOf(records)).toEqual({ a: null, r0: 'a', r1: 'r0' })
})

it('different results of one call are versions of each other', () => {
  const records = [
    record('a', null, answer, 1),
    record('one', 'a', result('call_1'), 2),
    record('two', 'a', { ...result('call_1'), content: 'something else' }, 3),
  ]
  expect(parentsOf(records)).toEqual({ a: null, one: 'a', two: 'a' })
})

it('a result that two tabs gave one call in the same words is there once, and all that followed either follows it', () => {
  const records = [
    record('a', null, answer, 1),
    record('one', 'a', result('call_1'), 2),
    record('two', 'a', result('call_1'), 3),
    record('other', 'one', result('call_2'), 4),
    record('again', 'two', result('call_2'), 5),
    record('next', 'again', { role: 'user', content: 'Next' }, 6),
    record('denied', 'a', result('call_1', { [TOOL_OUTCOME_KEY]: 'denied' }), 7),
  ]
  expect(parentsOf(records)).toEqual({ a: null, one: 'a', other: 'one', next: 'other', denied: 'a' })
})

it('a result that says only that its call was cancelled goes where another tab, which did not know of it, ran the call', () => {
  const cancelled = {
    ...result('call_1', { [TOOL_OUTCOME_KEY]: 'cancelled' }),
    content: 'Cancelled by the user.',
  }
  const next: Message = { role: 'user', content: 'Next' }
  const later = [record('a', null, answer, 1), record('ran', 'a', result('call_1'), 3)]
  expect(parentsOf([...later, record('no', 'a', cancelled, 2), record('next', 'no', next, 4)])).toEqual({
    a: null,
    ran: 'a',
    next: 'ran',
  })
  expect(parentsOf([...later, record('no', 'a', cancelled, 5)])).toEqual({ a: null, ran: 'a' })
})

it('what stands beside a system prompt follows it, and a second prompt without messages is dropped', () => {
  const prompt: Message = { role: 'system', content: 'Be brief.' }
  const question: Message = { role: 'user', content: 'Hi' }
  const beside = [record('q', null, question, 1), record('a', 'q', answer, 2), record('s', null, prompt, 3)]
  expect(parentsOf(beside)).toEqual({ s: null, q: 's', a: 'q' })
  const two = [record('s1', null, prompt, 1), record('q', 's1', question, 2), record('s2', null, prompt, 3)]
  expect(parentsOf(two)).toEqual({ s1: null, q: 's1' })
})
