import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Message } from '../message/types.js'
import { deriveTurns } from './turns.js'
import { assertProperty } from '../../../../test/support/property.js'

const role = fc.constantFrom('user', 'assistant', 'tool', 'system')
const id = fc.option(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g'), { nil: undefined })
const message: fc.Arbitrary<Message> = fc
  .record({ role, id })
  .map((fields) => ({ ...fields, content: '', tool_call_id: 'x' }))
const change = fc.record({
  at: fc.nat(20),
  remove: fc.nat(3),
  put: fc.array(message, { maxLength: 3 }),
})

it('deriving from what was derived before gives what deriving anew gives, after any change anywhere', () => {
  assertProperty(
    fc.property(
      fc.array(message, { maxLength: 20 }),
      fc.array(change, { maxLength: 6 }),
      (start, changes) => {
        let messages = start
        let turns = deriveTurns(messages)
        for (const { at, remove, put } of changes) {
          messages = messages.toSpliced(at, remove, ...put)
          turns = deriveTurns(messages, turns)
          expect(turns).toEqual(deriveTurns(messages))
        }
      },
    ),
    { numRuns: 1000 },
  )
})

it('a message appended to 20,000 is the only one that is looked into, and leaves all turns but the last as they are', () => {
  let reads = 0
  const watched = (at: number): Message =>
    new Proxy<Message>(
      { role: at % 2 ? 'assistant' : 'user', id: `m${at}`, content: '' },
      {
        get(target, key, receiver) {
          if (key === 'role') reads++
          return Reflect.get(target, key, receiver) as unknown
        },
      },
    )
  const messages = Array.from({ length: 20_000 }, (_, at) => watched(at))
  const before = deriveTurns(messages)
  reads = 0
  const after = deriveTurns([...messages, watched(20_000)], before)
  expect(reads).toBeLessThanOrEqual(4)
  expect(after.filter((turn, at) => turn !== before[at])).toHaveLength(1)
})
