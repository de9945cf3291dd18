import { createMemoryStorage, createThreadSaver, StorageError, withMemoryFallback } from '@antiphon/threads'
import type { StorageProblemKind, ThreadStorage } from '@antiphon/threads'
import { expect, it, vi } from 'vitest'
import { says, scriptedChat } from '../../../packages/core/src/testing/scripted-chat.js'

const METHODS = ['list', 'read', 'write', 'update', 'purge', 'search'] as const

/** A storage that says why it cannot be opened, as long as `kind` is set. */
function gatedStorage(kind: StorageProblemKind) {
  const real = createMemoryStorage()
  const gate: { kind: StorageProblemKind | undefined; fails?: string } = { kind }
  const guarded = METHODS.map((name) => [
    name,
    (...args: never[]) =>
      gate.kind || gate.fails === name
        ? Promise.reject(new StorageError({ kind: gate.kind ?? 'aborted', message: 'No.' }))
        : (real[name] as (...args: never[]) => Promise<unknown>)(...args),
  ])
  const timers: (() => void)[] = []
  const primary = { ...real, ...Object.fromEntries(guarded) } as ThreadStorage
  const storage = withMemoryFallback(primary, undefined, (callback) => {
    timers.push(callback)
    return () => timers.splice(timers.indexOf(callback), 1)
  })
  return { real, gate, storage, timers }
}

function open(storage: ThreadStorage) {
  const page = { onHide: () => () => {}, onShow: () => () => {} }
  const { chat } = scriptedChat([says('one'), says('two'), says('three')])
  return { chat, saver: createThreadSaver(chat, storage, { threadId: 'T', page }) }
}

const storedIn = async (storage: ThreadStorage): Promise<number> =>
  (await storage.read('T'))?.nodes.length ?? 0

it.each(['at the next message', 'by itself'])(
  'a storage that was blocked takes what waited, %s',
  async (when) => {
    const { real, gate, storage, timers } = gatedStorage('blocked')
    const { chat, saver } = open(storage)
    await saver.loaded
    await chat.send('while it is blocked')
    await saver.flush()
    expect(saver.getState()).toMatchObject({ status: 'memory-only', problem: { kind: 'blocked' } })
    expect(await storedIn(real)).toBe(0)

    gate.kind = undefined
    if (when === 'by itself') timers.at(-1)!()
    else await chat.send('free')
    await vi.waitFor(async () => expect(await storedIn(real)).toBe(chat.store.getMessages().length))
    await vi.waitFor(() => expect(saver.getState()).toMatchObject({ status: 'saved', problem: undefined }))
    await chat.send('after')
    await saver.flush()
    expect(await storedIn(real)).toBe(chat.store.getMessages().length)
    await saver.close()
  },
)

it('keeps what a thread is besides its messages, and what other threads the storage has', async () => {
  const { real, gate, storage, timers } = gatedStorage('blocked')
  const node = (id: string) =>
    ({ v: 1, threadId: id, id, parent: null, order: 0, message: { role: 'user', content: 'a', id } }) as const
  const write = (id: string) =>
    ({ threadId: id, known: false, nodes: [node(id)], title: id, at: 5, durability: 'strict' }) as const
  await real.write(write('there'))
  await storage.write(write('pinned'))
  await storage.update('pinned', { pinnedAt: 7, folder: 'Trips' })
  await storage.write(write('removed'))
  await storage.update('removed', { removedAt: 8 })
  const heard: string[] = []
  storage.subscribe(({ threadId, here }) => here || heard.push(threadId))
  gate.kind = undefined
  timers.at(-1)!()
  await vi.waitFor(() => expect(storage.getProblem!()).toBeUndefined())
  expect(await storage.list()).toEqual(await real.list())
  expect(await real.list()).toMatchObject([
    { id: 'there' },
    { id: 'pinned', title: 'pinned', pinnedAt: 7, folder: 'Trips' },
    { id: 'removed', removedAt: 8 },
  ])
  expect(heard).toEqual(['there', 'pinned', 'removed'])
})

it('one that fails while it takes them is tried again, and nothing is lost', async () => {
  const { real, gate, storage, timers } = gatedStorage('blocked')
  const { chat, saver } = open(storage)
  await saver.loaded
  await chat.send('while it is blocked')
  await saver.flush()
  Object.assign(gate, { kind: undefined, fails: 'write' })
  const before = timers.length
  await saver.flush()
  await vi.waitFor(() => expect(timers.length).toBeGreaterThanOrEqual(before))
  expect(saver.getState().status).toBe('memory-only')
  gate.fails = undefined
  await vi.waitFor(async () => {
    await saver.flush()
    expect(await storedIn(real)).toBe(2)
  })
  expect(saver.getState().status).toBe('saved')
})

it.each(['denied', 'newer'] as const)('one that is %s is not tried again', async (kind) => {
  const { real, gate, storage, timers } = gatedStorage(kind)
  const { chat, saver } = open(storage)
  await saver.loaded
  gate.kind = undefined
  await chat.send('a')
  await saver.flush()
  expect(timers).toEqual([])
  expect(await storedIn(real)).toBe(0)
})
