import { describe, expect, it } from 'vitest'
import type { Message } from '../message/types.js'
import { createMessageStore, type MessageStore } from '../tree/message-store.js'
import { immediateScheduler } from '../tree/scheduler.js'
import { removeFrom, removeTurn } from './remove-turn.js'

const user = (id: string): Message => ({ id, role: 'user', content: id })
const answer = (id: string): Message => ({ id, role: 'assistant', content: id })
const call = { id: 'c', type: 'function' as const, function: { name: 'f', arguments: '{}' } }
const thread = (): MessageStore =>
  createMessageStore({
    scheduler: immediateScheduler,
    messages: [
      user('q1'),
      { ...answer('a1'), tool_calls: [call] } as Message,
      { id: 't1', role: 'tool', tool_call_id: 'c', content: 'done' },
      answer('a2'),
      user('q2'),
      answer('a3'),
    ],
  })
const ids = (store: MessageStore): string => store.getIds().join(' ')

describe('one turn', () => {
  it('an answer goes with its calls and results, whichever of its messages is named; what follows stays', () => {
    const store = thread()
    const removal = removeTurn(store, 't1')
    expect(ids(store)).toBe('q1 q2 a3')
    expect(removal?.ids).toEqual(['a1', 't1', 'a2'])
    removal?.restore()
    expect(ids(store)).toBe('q1 a1 t1 a2 q2 a3')
  })

  it('a question at the top and the last answer can go, too', () => {
    const store = thread()
    const first = removeTurn(store, 'q1')
    const last = removeTurn(store, 'a3')
    expect(ids(store)).toBe('a1 t1 a2 q2')
    last?.restore()
    first?.restore()
    expect(ids(store)).toBe('q1 a1 t1 a2 q2 a3')
  })

  it('what was said since stays where it was said, and the removed message comes back before it', () => {
    const store = thread()
    const removal = removeTurn(store, 'q2')
    store.append(user('q3'))
    expect(ids(store)).toBe('q1 a1 t1 a2 a3 q3')
    removal?.restore()
    expect(ids(store)).toBe('q1 a1 t1 a2 q2 a3 q3')
  })

  it('with versions: the other versions stay versions, and the same one is shown after an undo', () => {
    const store = thread()
    store.append(answer('b3'), { parent: 'q2' })
    store.append(user('q4'))
    store.activate('a3')
    const tree = store.getTree()
    const removal = removeTurn(store, 'a3')
    expect(ids(store)).toBe('q1 a1 t1 a2 q2 b3 q4')
    removal?.restore()
    expect(store.getTree()).toEqual(tree)
    expect(store.getVersions('a3')).toEqual({ ids: ['a3', 'b3'], index: 0 })
    expect(ids(store)).toBe('q1 a1 t1 a2 q2 a3')
  })

  it('what follows is still shown where a younger version stands beside it', () => {
    const store = thread()
    store.append(user('r2'), { parent: 'a2' })
    store.append(answer('r3'))
    store.activate('q2')
    removeTurn(store, 'q2')
    expect(ids(store)).toBe('q1 a1 t1 a2 a3')
  })

  it('an id that is not shown removes nothing', () => {
    const store = thread()
    expect(removeTurn(store, 'gone')).toBeUndefined()
    expect(store.getIds()).toHaveLength(6)
  })
})

describe('from a message on', () => {
  it('all that follows goes, other branches included, and comes back as it was', () => {
    const store = thread()
    store.append(answer('b3'), { parent: 'q2' })
    const tree = store.getTree()
    const removal = removeFrom(store, 'q2')
    expect(ids(store)).toBe('q1 a1 t1 a2')
    expect(removal?.ids).toEqual(['q2', 'a3', 'b3'])
    removal?.restore()
    expect(store.getTree()).toEqual(tree)
  })

  it('an older version takes its place, and a restore shows the removed one again', () => {
    const store = thread()
    store.append(answer('b3'), { parent: 'q2' })
    const removal = removeFrom(store, 'b3')
    expect(ids(store)).toMatch(/q2 a3$/)
    removal?.restore()
    expect(ids(store)).toMatch(/q2 b3$/)
  })

  it('nothing comes back below a parent that is gone by then', () => {
    const store = thread()
    const removal = removeFrom(store, 'a3')
    store.remove('q2')
    removal?.restore()
    expect(ids(store)).toBe('q1 a1 t1 a2')
  })
})
