import {
  createIndexedDbDraftFiles,
  createIndexedDbStorage,
  listThreads,
  loadThread,
  withMemoryFallback,
  type ThreadStorage,
} from '@antiphon/threads'
import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createLockTable, openPage, until, type Page } from '../property/threads/scripted-page.js'
import { newModel, threadCommands } from '../property/threads/thread-model.js'
import { amount } from '../support/amount.js'

/** 300 for the full run, see test/property/threads.property.test.ts. */
const runs = amount(12, 300)

const open = new Set<ThreadStorage>()
const names = new Set<string>()
const connect = (name: string): ThreadStorage => {
  names.add(name)
  const storage = createIndexedDbStorage({ name })
  open.add(storage)
  return storage
}
afterEach(async () => {
  for (const storage of open) storage.close()
  open.clear()
  for (const name of names) {
    await new Promise((resolve) => (indexedDB.deleteDatabase(name).onsuccess = resolve))
  }
  names.clear()
  vi.restoreAllMocks()
})
const pageOf = (storage: ThreadStorage): Page => openPage(storage, createLockTable())
/** A piece of the answer reaches the chat. */
async function arrives(page: Page, text: string): Promise<void> {
  const { store } = page.sessions.open('t').chat
  page.answerOf('t')!.delta(text)
  await until(text, () => store.getMessages().some(({ content }) => String(content).endsWith(text)))
}
const node = (id: string, content: string, more: object = {}) => ({
  v: 1 as const,
  threadId: 't',
  id,
  parent: null,
  order: 1,
  message: { id, role: 'user' as const, content },
  ...more,
})
const writeOf = (...nodes: ReturnType<typeof node>[]) => ({
  threadId: 't',
  known: false,
  nodes,
  title: 'A thread',
  at: 1,
  durability: 'strict' as const,
})
/** Puts anything into the database, past all checks. */
async function put(name: string, store: string, ...records: unknown[]): Promise<void> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(name)
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('not opened')))
  })
  const transaction = database.transaction(store, 'readwrite')
  for (const record of records) transaction.objectStore(store).put(record)
  await new Promise((resolve) => (transaction.oncomplete = resolve))
  database.close()
}

describe('threads in IndexedDB', () => {
  it('R30: equal a simple model under any sequence of questions, deltas, edits, branches, deletions, reloads and switches', async () => {
    let n = 0
    const property = fc.asyncProperty(threadCommands(50), async (commands) => {
      const name = `model ${n++}`
      const locks = createLockTable()
      await fc.asyncModelRun(
        () => ({
          model: newModel(),
          real: {
            connect: () => connect(name),
            locks,
            page: openPage(connect(name), locks, { keep: 2 }),
            expect,
          },
        }),
        commands,
      )
    })
    await fc.assert(property, { numRuns: runs, seed: 31 })
  }, 600_000)
})

describe('a storage that fails', () => {
  it('faults: quota: a full disk is said, the chat goes on in memory, and it is stored when there is room again', async () => {
    const page = pageOf(connect('quota'))
    const { chat, saver } = page.sessions.open('t')
    await saver.loaded
    const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('The disk is full.', 'QuotaExceededError')
    })
    void chat.send('hello')
    await until('the request', () => page.requests() === 1)
    page.answerOf('t')!.delta('hi')
    page.answerOf('t')!.finish()
    await until('the end', () => chat.getState().status === 'ready')
    await saver.flush()
    expect(saver.getState()).toMatchObject({ status: 'memory-only', problem: { kind: 'quota' } })
    expect(saver.getState().problem!.message).toContain('export')
    full.mockRestore()
    await saver.flush()
    expect(saver.getState().status).toBe('saved')
    expect(
      (await loadThread(connect('quota'), 't'))!.tree.nodes.map(({ message }) => message.content),
    ).toEqual(['hello', 'hi'])
  })

  it('R35: a write that fails half way leaves nothing of it behind', async () => {
    const storage = connect('half')
    await storage.write(writeOf(node('a', 'first')))
    const real = IDBObjectStore.prototype.put
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
      this: IDBObjectStore,
      value: unknown,
    ) {
      if ((value as { id: string }).id === 'c') throw new DOMException('', 'QuotaExceededError')
      return real.call(this, value)
    })
    const write = storage.write({ ...writeOf(node('b', 'b'), node('c', 'c')), title: 'Other' })
    await expect(write).rejects.toMatchObject({ problem: { kind: 'quota' } })
    vi.restoreAllMocks()
    expect((await storage.read('t'))!.nodes).toHaveLength(1)
  })

  it('R35: a write that fails while it waits for a read says why, and leaves nothing of it behind', async () => {
    const storage = connect('late')
    await storage.write(writeOf(node('a', 'first')))
    const real = IDBObjectStore.prototype.put
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
      this: IDBObjectStore,
      value: unknown,
    ) {
      const request = real.call(this, value)
      // The key is taken, so this request fails later and takes the transaction with it.
      this.add(value)
      return request
    })
    const write = storage.write(writeOf(node('b', 'two words')))
    await expect(write).rejects.toMatchObject({
      problem: { raw: expect.stringContaining('ConstraintError') },
    })
    vi.restoreAllMocks()
    expect((await storage.read('t'))!.nodes).toHaveLength(1)
  })

  it('faults: storage-denied: a browser that stores nothing gets a memory storage and one reason', async () => {
    const denied = {
      open: () => {
        throw new DOMException('Not here.', 'SecurityError')
      },
    } as unknown as IDBFactory
    const storage = withMemoryFallback(createIndexedDbStorage({ name: 'denied', indexedDB: denied }))
    const page = pageOf(storage)
    const { chat, saver } = page.sessions.open('t')
    void chat.send('hello')
    await until('the request', () => page.requests() === 1)
    await saver.flush()
    expect(saver.getState()).toMatchObject({ status: 'memory-only', problem: { kind: 'denied' } })
    expect((await listThreads(storage)).threads.map(({ title }) => title)).toEqual(['hello'])
    page.kill()
  })

  it('faults: version-upgrade: an older tab makes way for a newer version, says so, and goes on in memory', async () => {
    const page = pageOf(connect('upgrade'))
    const { chat, saver } = page.sessions.open('t')
    void chat.send('hello')
    await until('the request', () => page.requests() === 1)
    const upgraded = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('upgrade', 1000)
      request.onsuccess = () => resolve(request.result)
      request.onblocked = () => reject(new Error('blocked'))
    })
    await arrives(page, 'hi')
    await saver.flush()
    expect(saver.getState()).toMatchObject({ status: 'memory-only', problem: { kind: 'outdated' } })
    expect(chat.store.getMessages().map(({ content }) => content)).toEqual(['hello', 'hi'])
    upgraded.close()
    // And a tab that is opened by the older version now: refused, and nothing of it changed.
    await expect(connect('upgrade').list()).rejects.toMatchObject({ problem: { kind: 'newer' } })
    page.kill()
  })

  it('faults: version-upgrade: a tab that does not make way is not waited for', async () => {
    names.add('blocked')
    const holder = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open('blocked', 1)
      request.onsuccess = () => resolve(request.result)
    })
    await expect(connect('blocked').list()).rejects.toMatchObject({ problem: { kind: 'blocked' } })
    holder.close()
  })

  it('R35: a database that is deleted while the thread is open is written again, whole', async () => {
    const page = pageOf(connect('deleted'))
    const { chat, saver } = page.sessions.open('t')
    void chat.send('hello')
    await until('the request', () => page.requests() === 1)
    await new Promise((resolve) => (indexedDB.deleteDatabase('deleted').onsuccess = resolve))
    page.answerOf('t')!.delta('hi')
    page.answerOf('t')!.finish()
    await until('the end', () => chat.getState().status === 'ready')
    await saver.flush()
    expect(saver.getState().status).toBe('saved')
    const stored = await loadThread(connect('deleted'), 't')
    expect(stored!.tree.nodes.map(({ message }) => message.content)).toEqual(['hello', 'hi'])
  })
})

describe('a write', () => {
  it('R34: is strict for what a person wrote and relaxed for deltas, and is said to be stored only when it is complete', async () => {
    const page = pageOf(connect('durable'))
    const { chat, saver } = page.sessions.open('t')
    await saver.loaded
    const log: string[] = []
    const real = IDBDatabase.prototype.transaction
    vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, ...args) {
      const transaction = real.apply(this, args)
      if (transaction.mode === 'readwrite') {
        log.push(transaction.durability)
        transaction.addEventListener('complete', () => log.push('complete'))
      }
      return transaction
    })
    saver.subscribe(() => log.push(saver.getState().status))
    void chat.send('hello')
    await until('the request', () => page.requests() === 1)
    expect(log.slice(0, 4)).toEqual(['saving', 'strict', 'complete', 'saved'])
    await saver.flush()
    log.length = 0
    await arrives(page, 'hi')
    page.tick()
    await until('stored', () => log.includes('saved'))
    expect(log).toEqual(['saving', 'relaxed', 'complete', 'saved'])
    page.kill()
  })
})

describe('what is stored is not trusted', () => {
  it('faults: corrupt-record: one that is malformed or from a newer version is put aside; the rest loads, nothing is deleted', async () => {
    const storage = connect('corrupt')
    await storage.write(writeOf(node('a', 'one')))
    const reply = { id: 'd', role: 'assistant', content: 'four' }
    const bad = [
      { ...node('b', 'two'), parent: 'a', order: 2, message: { id: 'b', role: 'robot', content: 5 } },
      { ...node('c', 'three'), parent: 'b', order: 3, v: 2 },
    ]
    await put('corrupt', 'nodes', ...bad, { ...node('d', ''), parent: 'c', order: 4, message: reply })
    const { chat, saver } = pageOf(storage).sessions.open('t')
    await saver.loaded
    expect(chat.store.getMessages().map(({ content }) => content)).toEqual(['one', 'four'])
    expect(saver.getState().quarantined.map(({ id, reason }) => [id, reason])).toEqual([
      ['b', 'malformed'],
      ['c', 'newer'],
    ])
    chat.store.append({ role: 'user', content: 'five' })
    await saver.flush()
    const { nodes } = (await storage.read('t'))!
    expect(nodes).toHaveLength(5)
    for (const record of bad) expect(nodes).toContainEqual(record)
  })

  it('R36: a thread of a newer version is not opened, and nothing of it is changed', async () => {
    const storage = connect('newer')
    await storage.write(writeOf(node('a', 'one')))
    const newer = { v: 2, id: 't', name: 'of the future' }
    await put('newer', 'threads', newer)
    const { chat, saver } = pageOf(storage).sessions.open('t')
    await saver.loaded
    expect(saver.getState()).toMatchObject({ isLoaded: false, problem: { kind: 'newer' } })
    chat.store.append({ role: 'user', content: 'two' })
    await storage.update('t', { title: 'mine' })
    expect(await storage.write({ ...writeOf(node('b', 'b')), known: true })).toBe('newer')
    expect(await storage.read('t')).toMatchObject({ thread: newer, nodes: [{ id: 'a' }] })
    expect((await listThreads(storage)).quarantined).toMatchObject([{ id: 't', reason: 'newer' }])
  })
})

describe('files of drafts are not trusted', () => {
  it('an entry without a time counts as the oldest: it takes the place of no draft that has one', async () => {
    names.add('drafts')
    let now = 0
    const drafts = createIndexedDbDraftFiles({ name: 'drafts', keep: 3, now: () => ++now })
    const file = new File(['x'], 'x.txt')
    for (const id of ['a', 'b']) await drafts.write(id, [file])
    await put('drafts', 'entries', { id: '0', at: 'soon' })
    for (const id of ['c', 'd']) await drafts.write(id, [file])
    const kept = await Promise.all(['a', 'b', 'c', 'd'].map((id) => drafts.read(id)))
    expect(kept.map((files) => files.length)).toEqual([0, 1, 1, 1])
    drafts.close()
  })
})

describe('two tabs with one thread', () => {
  it('faults: two-tabs: what one writes appears in the other as it arrives, and both may write', async () => {
    const locks = createLockTable()
    const [one, two] = [openPage(connect('tabs'), locks), openPage(connect('tabs'), locks)]
    const [first, second] = [one.sessions.open('t'), two.sessions.open('t')]
    await Promise.all([first.saver.loaded, second.saver.loaded])
    const texts = () => second.chat.store.getMessages().map(({ content }) => content)
    void first.chat.send('question')
    await until('the question', () => texts().length === 2)
    await until('the request', () => one.requests() === 1)
    await arrives(one, 'half ')
    one.tick()
    await until('the delta', () => texts()[1] === 'half ')
    expect(second.chat.store.getMessages()[1]).not.toHaveProperty('finishReason')
    // It follows the answer that arrives: until that has ended it waits.
    void second.chat.send('another')
    await until('it waits', () => second.chat.getState().queue.length === 1)
    one.answerOf('t')!.delta('done')
    one.answerOf('t')!.finish()
    await until('the request', () => two.requests() === 1)
    two.answerOf('t')!.delta('yes')
    two.answerOf('t')!.finish()
    const all = ['question', 'half done', 'another', 'yes']
    await until('both', () => texts().join() === all.join())
    await until(
      'both',
      () =>
        first.chat.store
          .getMessages()
          .map(({ content }) => content)
          .join() === all.join(),
    )
    one.kill()
    two.kill()
  })

  it('an answer that another tab was writing when it crashed becomes an interrupted one', async () => {
    const locks = createLockTable()
    const [one, two] = [openPage(connect('crash'), locks), openPage(connect('crash'), locks)]
    void one.sessions.open('t').chat.send('question')
    await until('the request', () => one.requests() === 1)
    await arrives(one, 'half')
    one.tick()
    await one.sessions.open('t').saver.flush()
    const { chat, saver } = two.sessions.open('t')
    await saver.loaded
    expect(chat.store.getMessages()[1]).not.toHaveProperty('finishReason')
    one.kill()
    await until(
      'the end',
      () => chat.store.getMessages()[1] !== undefined && 'finishReason' in chat.store.getMessages()[1]!,
    )
    expect(chat.store.getMessages()[1]).toMatchObject({ content: 'half', finishReason: 'incomplete' })
    two.kill()
  })
})
