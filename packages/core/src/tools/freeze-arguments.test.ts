import { expect, it } from 'vitest'
import { freezeArguments } from './arguments.js'

it('copies plain data and freezes it all the way down; the original stays as it was', () => {
  const from = { a: [{ b: 1 }, 'x', null, undefined], c: true }
  const copy = freezeArguments(from) as typeof from
  expect(copy).toEqual(from)
  for (const [one, its] of [
    [copy, from],
    [copy.a, from.a],
    [copy.a[0], from.a[0]],
  ])
    expect([Object.isFrozen(one), one === its, Object.isFrozen(its)]).toEqual([true, false, false])
})

it('keeps what is shared shared, circles included', () => {
  const shared = { x: 1 }
  const from: Record<string, unknown> = { a: shared, b: [shared] }
  from['self'] = from
  const copy = freezeArguments(from) as { a: object; b: object[]; self: unknown }
  expect(copy.b[0]).toBe(copy.a)
  expect(copy.self).toBe(copy)
})

it('passes what is not plain as it is', () => {
  class Own {
    list = []
  }
  const date = new Date(0)
  const own = new Own()
  const copy = freezeArguments({ date, own }) as { date: unknown; own: unknown }
  expect([copy.date === date, copy.own === own, Object.isFrozen(own)]).toEqual([true, true, false])
  for (const value of [null, undefined, 1, 'text']) expect(freezeArguments(value)).toBe(value)
})

it('an object without a prototype gets the usual one, a key named __proto__ changes none, and holes stay', () => {
  const bare = Object.assign(Object.create(null) as object, { x: 1 })
  const evil = JSON.parse('{"__proto__":{"polluted":1}}') as object
  const [first, second] = freezeArguments([bare, evil]) as object[]
  expect(Object.getPrototypeOf(first)).toBe(Object.prototype)
  expect(Object.getPrototypeOf(second)).toBe(Object.prototype)
  expect(Object.keys(second!)).toEqual(['__proto__'])
  const holes = [1] as number[]
  holes.length = 3
  const list = freezeArguments(holes) as number[]
  expect([list.length, Object.keys(list)]).toEqual([3, ['0']])
  expect(Object.keys(freezeArguments({ a: 1 }) as object)).toEqual(['a'])
  expect(freezeArguments({ a: 1 })).not.toHaveProperty('length')
})
