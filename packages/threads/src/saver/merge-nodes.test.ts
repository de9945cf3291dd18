import type { StoredMessage } from '@antiphon/core'
import { expect, it } from 'vitest'
import { THREAD_VERSION, type NodeRecord } from '../storage/types.js'
import { mergeNodes } from './merge-nodes.js'

const user = (id: string): StoredMessage => ({ id, role: 'user', content: id })
const record = (id: string, order: number, rest: Partial<NodeRecord>): NodeRecord => ({
  v: THREAD_VERSION,
  threadId: 't',
  id,
  parent: null,
  order,
  ...rest,
})

it('an answer that waits goes with the question that another tab removed, and what follows it moves up', () => {
  const here = [
    { message: user('q'), parent: null },
    { message: { id: 'a', role: 'assistant', content: '' } as const, parent: 'q' },
    { message: user('r'), parent: 'a' },
  ]
  const there = [record('q', 1, { removed: true, role: 'user' }), record('new', 2, { message: user('new') })]
  const { nodes } = mergeNodes({ nodes: here, chosen: [] }, there, {
    threadId: 't',
    orderOf: (id) => ['q', 'a', 'r'].indexOf(id) + 3,
    isOurs: ({ id }) => id !== 'q',
    isMoved: () => true,
    runsCalls: () => false,
    storedParent: () => undefined,
    isWaiting: (id) => id === 'a',
  })
  // A tab that only reads what is stored finds the same.
  expect(nodes.map(({ message, parent }) => [message.id, parent])).toEqual([
    ['new', null],
    ['r', null],
  ])
})

it('a result that another tab put first takes its place, also where a merge showed it after the others', () => {
  const result = (id: string, tool_call_id: string): StoredMessage => ({
    id,
    role: 'tool',
    tool_call_id,
    content: id,
  })
  // The records of `r0` and `r1` say "after a" and "after r0". A merge put both after `r2`, which was already there.
  const here = [
    { message: { id: 'a', role: 'assistant', content: '' } as const, parent: null },
    { message: result('r2', 'call_2'), parent: 'a' },
    { message: result('r0', 'call_0'), parent: 'r2' },
    { message: result('r1', 'call_1'), parent: 'r0' },
  ]
  const there = [record('r2', 1, { parent: 'r1', message: result('r2', 'call_2') })]
  const { nodes } = mergeNodes({ nodes: here, chosen: [] }, there, {
    threadId: 't',
    orderOf: (id) => ['a', 'r2', 'r0', 'r1'].indexOf(id),
    isOurs: () => false,
    isMoved: () => false,
    runsCalls: () => false,
    storedParent: (id) => ({ a: null, r2: 'a', r0: 'a', r1: 'r0' })[id],
    isWaiting: () => false,
  })
  expect(nodes.map(({ message, parent }) => [message.id, parent])).toEqual([
    ['a', null],
    ['r0', 'a'],
    ['r1', 'r0'],
    ['r2', 'r1'],
  ])
})
