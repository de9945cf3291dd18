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
    isWaiting: (id) => id === 'a',
  })
  // A tab that only reads what is stored finds the same.
  expect(nodes.map(({ message, parent }) => [message.id, parent])).toEqual([
    ['new', null],
    ['r', null],
  ])
})
