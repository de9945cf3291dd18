import { expect, it } from 'vitest'
import { createKeyedListeners, createListeners } from './listeners.js'

it('the same function may subscribe twice, and each subscription ends for itself', () => {
  const listeners = createListeners()
  let calls = 0
  const listener = (): void => void calls++
  const end = listeners.add(listener)
  listeners.add(listener)
  listeners.notify()
  expect([calls, listeners.size]).toEqual([2, 2])
  end()
  end()
  listeners.notify()
  expect([calls, listeners.size]).toEqual([3, 1])
})

it('one that is added by another is not called in the same round', () => {
  const listeners = createListeners()
  let late = 0
  listeners.add(() => void listeners.add(() => late++))
  listeners.notify()
  expect(late).toBe(0)
  listeners.notify()
  expect(late).toBe(1)
})

it('a key wakes its own listeners, as long as there are any', () => {
  const keyed = createKeyedListeners()
  const woken: string[] = []
  const ends = ['a1', 'a2', 'b1'].map((name) => keyed.add(name[0]!, () => woken.push(name)))
  keyed.notify('a')
  keyed.notify('c')
  expect(woken.splice(0)).toEqual(['a1', 'a2'])
  ends[0]!()
  keyed.notify('a')
  keyed.notify('b')
  expect(woken.splice(0)).toEqual(['a2', 'b1'])
  ends[1]!()
  ends[1]!()
  keyed.notify('a')
  keyed.add('a', () => woken.push('a3'))
  keyed.notify('a')
  expect(woken).toEqual(['a3'])
})
