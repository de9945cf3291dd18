import { describe, expect, it } from 'vitest'
import type { Message } from '../message/types.js'
import { createMessageStore } from './message-store.js'

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

describe('a message put aside', () => {
  it('is a version of what is shown there, which stays, also when the tree is set again', () => {
    const store = threadOf('a', 'x', 'end')
    store.append(user('y'), { parent: 'a', aside: true })
    expect(store.getIds()).toEqual(['a', 'x', 'end'])
    expect(store.getVersions('x').ids).toEqual(['x', 'y'])
    store.setTree(store.getTree())
    expect(store.getIds()).toEqual(['a', 'x', 'end'])
    store.activate('y')
    expect(store.getIds()).toEqual(['a', 'y'])
  })

  it('is shown where there is nothing else', () => {
    const store = threadOf('a')
    store.append(user('x'), { parent: 'a', aside: true })
    store.append(user('y'), { aside: true })
    expect(store.getIds()).toEqual(['a', 'x', 'y'])
  })
})

describe('the tree as data', () => {
  it('has a parent before what follows it, also after a message was put between others, and can be set again', () => {
    const store = threadOf('a', 'c', 'd')
    store.append(user('x'), { parent: 'a' })
    store.append(user('b'), { parent: 'a', between: true })
    store.activate('d')
    const tree = store.getTree()
    for (const [i, { parent }] of tree.nodes.entries())
      expect(parent === null || tree.nodes.slice(0, i).some(({ message }) => message.id === parent)).toBe(
        true,
      )
    store.setTree(tree)
    expect(store.getTree()).toEqual(tree)
    expect(store.getIds()).toEqual(['a', 'b', 'c', 'd'])
  })

  it('gives versions and children that stay as they were read', () => {
    const store = threadOf('a', 'b')
    const versions = store.getVersions('b').ids
    expect(store.getVersions('b').ids).toBe(versions)
    expect(store.getChildren('a')).toBe(versions)
    store.append(user('c'), { parent: 'a' })
    expect(versions).toEqual(['b'])
    expect(store.getChildren('a')).toEqual(['b', 'c'])
    expect(store.getChildren(null)).toEqual(['a'])
    expect(store.getVersions('gone')).toEqual({ ids: [], index: -1 })
  })

  it('has a path to every message, whatever branch is shown', () => {
    const store = threadOf('a', 'b', 'c')
    store.append(user('x'), { parent: 'a' })
    expect(store.getIds()).toEqual(['a', 'x'])
    expect(store.getPath('c').map(({ id }) => id)).toEqual(['a', 'b', 'c'])
    expect(store.getPath('gone')).toEqual([])
    expect(store.getPath(null)).toEqual([])
  })
})
