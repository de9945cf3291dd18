import { describe, expect, it } from 'vitest'
import type { Message } from '../message/types.js'
import { createMessageStore } from './create-message-store.js'

const user = (id: string): Message => ({ id, role: 'user', content: id })
const threadOf = (...ids: string[]) => createMessageStore({ messages: ids.map(user) })

describe('a message put between others', () => {
  it('takes the place after its parent, and what followed follows it', () => {
    const store = threadOf('a', 'c', 'd')
    store.append(user('b'), { parent: 'a', between: true })
    expect(store.getIds()).toEqual(['a', 'b', 'c', 'd'])
    expect(store.getParent('c')).toBe('b')
    expect(store.getVersions('b').ids).toEqual(['b'])
    store.append(user('e'), { parent: 'd', between: true })
    store.append(user('0'), { parent: null, between: true })
    expect(store.getIds()).toEqual(['0', 'a', 'b', 'c', 'd', 'e'])
  })

  it('keeps every branch below it, and the one that is shown', () => {
    const store = threadOf('a', 'x')
    store.append(user('y'), { parent: 'a' })
    store.activate('x')
    store.append(user('b'), { parent: 'a', between: true })
    expect(store.getIds()).toEqual(['a', 'b', 'x'])
    expect(store.getVersions('x').ids).toEqual(['x', 'y'])
    store.activate('y')
    expect(store.getIds()).toEqual(['a', 'b', 'y'])
    store.remove('b')
    expect(store.getIds()).toEqual(['a'])
  })

  it('does not show a branch that was not shown', () => {
    const store = threadOf('a', 'x')
    store.append(user('y'), { parent: 'a' })
    store.append(user('z'), { parent: 'x', between: true })
    expect(store.getIds()).toEqual(['a', 'y'])
  })
})
