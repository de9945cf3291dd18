import { describe, expect, it } from 'vitest'
import { countingIds, manualScheduler } from '../testing/clock.js'
import { createMessageStore, type MessageStore } from './message-store.js'
import { immediateScheduler } from './scheduler.js'

const user = (id: string, content = id) => ({ id, role: 'user' as const, content })
const texts = (store: MessageStore) => store.getMessages().map(({ content }) => content)

/** A store of these messages, frames that come when told, and what was woken since it was asked last. */
function setUp(...ids: string[]) {
  const frames = manualScheduler()
  let scheduled = 0
  const scheduler = { schedule: (run: () => void) => (scheduled++, frames.schedule(run)) }
  const store = createMessageStore({ messages: ids.map((id) => user(id)), scheduler })
  const woken: string[] = []
  for (const id of [...ids, 'new']) store.subscribeMessage(id, () => woken.push(id))
  store.subscribeIds(() => woken.push('order'))
  store.subscribe(() => woken.push('all'))
  return { store, frames, woken: () => woken.splice(0), scheduled: () => scheduled }
}

describe('ids', () => {
  it('a message keeps its own, and gets one when it has none', () => {
    const store = createMessageStore({ generateId: countingIds() })
    expect(store.append({ role: 'user', content: 'x' })).toBe('m1')
    const mine = user('mine')
    expect(store.append(mine)).toBe('mine')
    expect(store.getMessage('mine')).toBe(mine)
    expect(createMessageStore().append({ role: 'user', content: 'x' })).toMatch(/^[\da-f]{32}$/)
  })

  it('that cannot be are refused in words', () => {
    const store = createMessageStore({ messages: [user('a')], generateId: () => 'a' })
    expect(() => store.append({ role: 'user', content: 'x' })).toThrow(
      'The id "a" is in the thread already. Ids must be unique in a thread.',
    )
    expect(() => store.append(user('b'), { parent: 'gone' })).toThrow(
      'There is no message "gone" to add under.',
    )
    expect(store.getIds()).toEqual(['a'])
  })
})

describe('what is written', () => {
  it('is published with the next frame, asked for once; the same object, an unknown id and no change wake nobody', () => {
    const { store, frames, woken, scheduled } = setUp('a', 'b')
    const next = user('a', 'next')
    store.write('gone', user('gone'))
    expect(scheduled()).toBe(0)
    store.write('a', user('a', 'soon'))
    store.write('a', next)
    store.write('b', () => store.getMessage('b')!)
    expect([scheduled(), woken()]).toEqual([1, []])
    frames.frame()
    expect(store.getMessage('a')).toBe(next)
    expect(texts(store)).toEqual(['next', 'b'])
    expect(woken()).toEqual(['a', 'all'])
    store.write('a', next)
    const list = store.getMessages()
    frames.frame()
    store.flush()
    expect(woken()).toEqual([])
    expect(store.getMessages()).toBe(list)
    expect(store.getMessage('gone')).toBeUndefined()
  })

  it('keeps the id of its place', () => {
    const { store } = setUp('a')
    store.write('a', user('other', 'x'))
    store.flush()
    expect(store.getMessage('a')).toEqual(user('a', 'x'))
  })

  it('comes out with a flush, after which no frame is left', () => {
    const { store, frames, woken, scheduled } = setUp('a')
    store.write('a', user('a', 'x'))
    store.flush()
    expect([texts(store), woken(), frames.frame()]).toEqual([['x'], ['a', 'all'], 0])
    store.write('a', user('a', 'y'))
    expect([scheduled(), frames.frame(), texts(store)]).toEqual([2, 1, ['y']])
  })

  it('is published at once by a scheduler that does not wait, each time', () => {
    const store = createMessageStore({ messages: [user('a')], scheduler: immediateScheduler })
    for (const text of ['x', 'y']) {
      store.write('a', user('a', text))
      expect(texts(store)).toEqual([text])
    }
  })

  it('goes with a message that is removed', () => {
    const { store, frames } = setUp('a', 'b')
    let built = 0
    store.write('b', () => (built++, user('b')))
    store.remove('b')
    frames.frame()
    expect([built, store.getIds()]).toEqual([0, ['a']])
  })
})

describe('who is woken', () => {
  it('by a new message: readers of the order and of the whole', () => {
    const { store, woken } = setUp('a')
    store.append(user('new'))
    expect(woken()).toEqual(['order', 'all'])
  })

  it('by a removal: the readers of all that is gone; by an id that is not there: nobody', () => {
    const { store, woken } = setUp('a', 'b', 'c')
    store.remove('gone')
    expect(woken()).toEqual([])
    store.remove('b')
    expect(woken()).toEqual(['order', 'all', 'b', 'c'])
    expect(store.getMessage('c')).toBeUndefined()
    expect(texts(store)).toEqual(['a'])
  })

  it('by another branch: the order; by the one that is shown, or one that is not there: nobody', () => {
    const { store, woken } = setUp('a', 'b')
    store.append(user('new'), { parent: 'a' })
    woken()
    store.activate('gone')
    store.activate('new')
    store.activate('a')
    expect(woken()).toEqual([])
    store.activate('b')
    expect(woken()).toEqual(['order', 'all'])
    expect(texts(store)).toEqual(['a', 'b'])
  })
})

describe('another thread in place of this one', () => {
  it('of new messages drops what was collected, and wakes the readers of what is gone or another', () => {
    const { store, frames, woken } = setUp('a', 'b')
    store.write('a', user('a', 'draft'))
    store.reset([user('a', 'x'), user('new')])
    expect(texts(store)).toEqual(['x', 'new'])
    expect(woken()).toEqual(['order', 'all', 'a', 'b'])
    frames.frame()
    expect(texts(store)).toEqual(['x', 'new'])
  })

  it('as a tree keeps what is the same object, and what was collected for it', () => {
    const { store, frames, woken } = setUp('a', 'b')
    const tree = store.getTree()
    expect(tree).toEqual({
      nodes: [
        { message: user('a'), parent: null },
        { message: user('b'), parent: 'a' },
      ],
      chosen: [],
    })
    store.setTree({ nodes: [...tree.nodes, { message: user('new'), parent: 'b' }], chosen: [] })
    expect(woken()).toEqual(['order', 'all'])
    store.write('b', user('b', 'draft'))
    store.setTree(tree)
    expect([texts(store), woken()]).toEqual([
      ['a', 'draft'],
      ['b', 'order', 'all', 'b', 'new'],
    ])
    frames.frame()
    expect(woken()).toEqual([])
  })
})

describe('branches', () => {
  it('hang at the top, below any message, or after the last one', () => {
    const { store } = setUp('a', 'b')
    store.append(user('c'), { parent: null })
    expect([store.getIds(), store.getChildren(null), store.getParent('c')]).toEqual([
      ['c'],
      ['a', 'c'],
      undefined,
    ])
    store.append(user('d'))
    expect([store.getIds(), store.getParent('d')]).toEqual([['c', 'd'], 'c'])
    expect(store.getVersions('a')).toEqual({ ids: ['a', 'c'], index: 0 })
    expect(store.getVersions('c').index).toBe(1)
  })

  it('that are chosen against a younger one are named in the tree, and chosen again by it', () => {
    const { store } = setUp('a', 'b')
    store.append(user('c'), { parent: 'a' })
    store.append(user('d'), { parent: null })
    expect(store.getTree().chosen).toEqual([])
    store.activate('b')
    const tree = store.getTree()
    expect(new Set(tree.chosen)).toEqual(new Set(['a', 'b']))
    store.activate('d')
    store.setTree(tree)
    expect(store.getIds()).toEqual(['a', 'b'])
    store.setTree({ ...tree, chosen: ['b'] })
    // Chosen among its versions only: the path comes another way.
    expect(store.getIds()).toEqual(['d'])
    store.activate('a')
    expect(store.getIds()).toEqual(['a', 'b'])
  })

  it('are removed with all below; the youngest of the rest is shown', () => {
    const { store } = setUp('a', 'b')
    for (const id of ['c', 'd', 'f', 'g']) store.append(user(id), { parent: 'a' })
    store.append(user('e'), { parent: 'b' })
    store.activate('b')
    store.remove('f')
    expect(store.getIds()).toEqual(['a', 'b', 'e'])
    store.remove('b')
    expect(store.getIds()).toEqual(['a', 'g'])
    store.remove('g')
    expect(store.getIds()).toEqual(['a', 'd'])
    store.remove('c')
    expect(store.getVersions('d').ids).toEqual(['d'])
    store.remove('d')
    expect([store.getIds(), store.getChildren('a')]).toEqual([['a'], []])
    // Nothing of what is gone comes back with an id that is used again.
    store.append(user('b'))
    expect(store.getIds()).toEqual(['a', 'b'])
    store.remove('a')
    expect(store.getTree()).toEqual({ nodes: [], chosen: [] })
  })

  it('a path that was read stays as it was', () => {
    const { store } = setUp('a')
    const ids = store.getIds()
    const messages = store.getMessages()
    expect(store.getIds()).toBe(ids)
    store.append(user('b'))
    expect([ids, messages]).toEqual([['a'], [user('a')]])
  })
})
