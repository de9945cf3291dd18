import type { Message } from '@antiphon/core'
import { expect, test } from 'vitest'
import { readPlan, replacedCalls } from './read-plan.js'

test('a plan is read in both usual shapes; an unknown status counts as pending', () => {
  const steps = [
    { step: 'Look', status: 'completed' },
    { step: 'Write', status: 'in_progress' },
    { step: 'Tell', status: 'blocked' },
  ]
  const read = [
    { step: 'Look', status: 'completed' },
    { step: 'Write', status: 'in_progress' },
    { step: 'Tell', status: 'pending' },
  ]
  expect(readPlan({ plan: steps })).toEqual(read)
  expect(readPlan({ todos: steps.map(({ step, status }) => ({ content: step, status })) })).toEqual(read)
})

test('anything else is not a plan, and a long one is cut', () => {
  for (const input of [
    undefined,
    null,
    'x',
    [],
    {},
    { plan: 'x' },
    { plan: [] },
    { plan: [null, { step: 4 }] },
  ])
    expect(readPlan(input)).toBeUndefined()
  expect(readPlan({ plan: Array.from({ length: 5_000 }, () => ({ step: 'x' })) })).toHaveLength(100)
})

test('a call is replaced by a later one of the same tool in the same answer', () => {
  const answer = (id: string, ...names: string[]): Message => ({
    id,
    role: 'assistant',
    content: '',
    tool_calls: names.map((name, at) => ({
      id: `${id}${at}`,
      type: 'function',
      function: { name, arguments: '{}' },
    })),
  })
  const messages = [
    { id: 'q', role: 'user', content: 'Go' } as const,
    answer('a', 'plan', 'look'),
    answer('b', 'look', 'plan'),
    answer('c', 'plan'),
    { id: 'r', role: 'user', content: 'And now?' } as const,
    answer('d', 'plan'),
  ]
  expect([...replacedCalls(messages, 'plan')]).toEqual(['a/0', 'b/1'])
  expect([...replacedCalls(messages, 'look')]).toEqual(['a/1'])
  expect(replacedCalls(messages, 'plan')).toBe(replacedCalls(messages, 'plan'))
})
