import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Message } from '../../message/types.js'
import { prepareRequestMessages } from './messages.js'
import type { RequestMessage, RequestPolicy } from './types.js'
import { amount } from '../../../../../test/support/amount.js'
import { message, policy, thread } from '../../../../../test/support/any-thread.js'
import { assertProperty } from '../../../../../test/support/property.js'

const runs = amount(100, 600)

const wireKeys = {
  system: ['role', 'content'],
  developer: ['role', 'content'],
  user: ['role', 'content'],
  tool: ['role', 'content', 'tool_call_id', 'name'],
  assistant: [
    'role',
    'content',
    'tool_calls',
    'reasoning',
    'reasoning_content',
    'reasoning_text',
    'thinking',
    'reasoning_details',
    'thinking_blocks',
    'prefix',
  ],
}

const idsAfter = (sent: readonly RequestMessage[], index: number): string[] => {
  const rest = sent.slice(index + 1)
  const end = rest.findIndex(({ role: next }) => next !== 'tool')
  return rest
    .slice(0, end < 0 ? undefined : end)
    .map((next) => ('tool_call_id' in next ? next.tool_call_id : ''))
}

describe('a request made of any thread under any policy', () => {
  it('has each call answered once right after its turn, unique ids, readable arguments, and no local field', () => {
    assertProperty(
      fc.property(thread, policy, (messages, rules) => {
        const sent = prepareRequestMessages(messages, rules)
        const ids: string[] = []
        sent.forEach((wire, index) => {
          expect(wireKeys[wire.role]).toEqual(expect.arrayContaining(Object.keys(wire)))
          if (wire.role !== 'assistant') return expect(wire.content).not.toBeNull()
          expect(wire.content === null || typeof wire.content === 'string' || wire.content.length > 0).toBe(
            true,
          )
          expect(wire.tool_calls ?? wire.content, 'a turn says something').toBeTruthy()
          const own = (wire.tool_calls ?? []).map((sentCall) => sentCall.id)
          expect(idsAfter(sent, index)).toEqual(own)
          ids.push(...own)
          for (const { type, function: made } of wire.tool_calls ?? []) {
            expect(type).toBe('function')
            expect(made.name).not.toBe('')
            expect(JSON.parse(made.arguments)).toBeTypeOf('object')
            expect(JSON.parse(made.arguments)).not.toBeInstanceOf(Array)
            expect(JSON.parse(made.arguments)).not.toBeNull()
          }
        })
        expect(new Set(ids).size).toBe(ids.length)
        expect(sent.filter((wire) => wire.role === 'tool')).toHaveLength(ids.length)
        for (const one of ids) expect(one).toMatch(new RegExp(`^(?:${rules.callIdPattern ?? '[^]{1,64}'})$`))
      }),
      { numRuns: runs },
    )
  })

  it('keeps two names apart that look alike once they fit', () => {
    const calls = ['a.b', 'a b', 'a_b', 'a.b'].map((name, i) => ({
      id: `c${i}`,
      type: 'function' as const,
      function: { name, arguments: '{}' },
    }))
    const names = (rules: RequestPolicy): string[] =>
      prepareRequestMessages([{ role: 'assistant', content: '', tool_calls: calls }], rules).flatMap((wire) =>
        wire.role === 'assistant' ? wire.tool_calls!.map((sentCall) => sentCall.function.name) : [],
      )
    expect(names({})).toEqual(['a_b', 'a_b_2', 'a_b_3', 'a_b'])
    // The request's own tools come first, and of these the ones that fit.
    expect(names({ toolNames: ['a.b', 'a_b'] })).toEqual(['a_b_2', 'a_b_3', 'a_b', 'a_b_2'])
  })

  it('is the same each time, leaves the thread as it was, and begins the same when the thread goes on', () => {
    assertProperty(
      fc.property(thread, policy, message as fc.Arbitrary<Message>, (messages, rules, next) => {
        const frozen = deepFreeze(messages)
        const sent = prepareRequestMessages(frozen, deepFreeze(rules))
        expect(prepareRequestMessages(frozen, rules)).toEqual(sent)
        const ids = (list: readonly RequestMessage[]) =>
          list.flatMap((wire) => (wire.role === 'tool' ? [wire.tool_call_id] : []))
        expect(ids(prepareRequestMessages([...frozen, next], rules)).slice(0, ids(sent).length)).toEqual(
          ids(sent),
        )
      }),
      { numRuns: runs },
    )
  })
})

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    Object.values(value).forEach(deepFreeze)
  }
  return value
}
