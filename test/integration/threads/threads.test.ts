import { createChat, defineTool, type ThreadTree } from '@antiphon/core'
import { immediateScheduler, scriptedTransport, sseText } from '@antiphon/core/testing'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { createHttpStorage } from '@antiphon/server-client'
import {
  createMemoryDatabase,
  createMemoryStorage,
  createThreadSaver,
  createThreadSessions,
  exportThreads,
  exportTree,
  importThreads,
  listThreads,
  loadThread,
  readThreadFile,
  StorageError,
  titleOf,
  type MemoryDatabase,
  type ThreadStorage,
} from '@antiphon/threads'
import { startThreadServer, type ThreadServer } from './thread-server.js'

const answer = (text: string) => [
  sseText([{ choices: [{ index: 0, delta: { content: text }, finish_reason: 'stop' }] }]),
]
const chatWith = (...answers: string[]) =>
  createChat({ transport: scriptedTransport(answers.map(answer)), scheduler: immediateScheduler })
const keep = (storage: ThreadStorage, ...answers: string[]) => {
  const chat = chatWith(...answers)
  return { chat, saver: createThreadSaver(chat, storage, { threadId: 't', now: () => 1 }) }
}
const texts = async (storage: ThreadStorage, threadId = 't') =>
  (await loadThread(storage, threadId))?.tree.nodes.map(({ message }) => message.content)

const byId = ({ nodes }: ThreadTree) => new Map(nodes.map((node) => [node.message.id, node]))

let server: ThreadServer
beforeAll(async () => void (server = await startThreadServer()))
afterAll(() => server.close())

describe.each([
  ['in memory', () => createMemoryStorage()],
  [
    'on a server of one’s own',
    () => createHttpStorage({ baseUrl: server.reset(), channel: () => undefined }),
  ],
  [
    'on a server that says what changed since',
    () => createHttpStorage({ baseUrl: server.reset(1), channel: () => undefined }),
  ],
])('a thread kept %s', (_, make) => {
  it('is there again with its branches, its title and the version that was shown', async () => {
    const storage = make()
    const { chat, saver } = keep(storage, 'one', 'two')
    await chat.send('What is up?\nMore.')
    await chat.edit(chat.store.getIds()[0]!, 'Other')
    chat.store.activate(chat.store.getVersions(chat.store.getIds()[0]!).ids[0]!)
    await saver.close()
    const again = keep(storage)
    await again.saver.loaded
    expect(byId(again.chat.store.getTree())).toEqual(byId(chat.store.getTree()))
    expect(again.chat.store.getTree().chosen).toEqual(chat.store.getTree().chosen)
    expect(again.chat.store.getMessages()).toEqual(chat.store.getMessages())
    expect((await listThreads(storage)).threads).toMatchObject([{ id: 't', title: 'What is up?' }])
  })

  it('is found by its words and by the start of the last one, also by its new title', async () => {
    const storage = make()
    const { chat, saver } = keep(storage, 'The quarterly Übersicht, 東京は晴れ')
    await chat.send('hello there')
    await saver.flush()
    for (const query of ['hello', 'HEL', 'there quart', 'übersicht', '東京', '晴れ']) {
      expect([query, await storage.search(query)]).toEqual([query, ['t']])
    }
    for (const query of ['hell there', 'quarterlyx', '', '京東', '\ud800'])
      expect([query, await storage.search(query)]).toEqual([query, []])
    await storage.update('t', { title: 'Lighthouse' })
    expect(await storage.search('lightho')).toEqual(['t'])
  })

  it('is renamed, pinned, deleted, had back, and deleted for good', async () => {
    const storage = make()
    const { chat, saver } = keep(storage, 'one')
    await chat.send('hello')
    await saver.flush()
    await storage.update('t', { title: 'Mine', pinnedAt: 5 })
    expect((await listThreads(storage)).threads).toMatchObject([{ title: 'Mine', pinnedAt: 5 }])
    await storage.update('t', { removedAt: 9 })
    expect(await listThreads(storage)).toMatchObject({ threads: [], removed: [{ id: 't' }] })
    await storage.update('t', { removedAt: null, pinnedAt: null })
    expect((await listThreads(storage)).threads[0]).not.toHaveProperty('pinnedAt')
    expect(await texts(storage)).toEqual(['hello', 'one'])
    await storage.purge('t')
    expect((await storage.read('t'))?.nodes ?? []).toEqual([])
    // A tab that does not know of the deletion does not bring the thread back.
    chat.store.append({ role: 'user', content: 'late' })
    await saver.flush()
    expect(saver.getState()).toMatchObject({ status: 'memory-only', problem: { kind: 'removed' } })
    expect((await listThreads(storage)).threads).toEqual([])
  })
})

describe('a question', () => {
  it('R32: is stored before its request starts, however slow the storage is', async () => {
    const memory = createMemoryStorage()
    const storage: ThreadStorage = {
      ...memory,
      async write(write) {
        await new Promise((resolve) => setTimeout(resolve, 30))
        return memory.write(write)
      },
    }
    let stored: unknown
    const chat = createChat({
      transport: {
        async send() {
          stored = await texts(storage)
          return answer('ok')
        },
      },
    })
    createThreadSaver(chat, storage, { threadId: 't' })
    await chat.send('first')
    expect(stored).toEqual(['first', ''])
  })

  it('is asked all the same when the storage does not answer', async () => {
    const storage = { ...createMemoryStorage(), write: () => new Promise<never>(() => {}) }
    const chat = chatWith('fine')
    createThreadSaver(chat, storage, {
      threadId: 't',
      setTimer: (callback) => (queueMicrotask(callback), () => {}),
    })
    await chat.send('hello')
    expect(chat.store.getMessages().map(({ content }) => content)).toEqual(['hello', 'fine'])
  })
})

describe('what a reload finds', () => {
  /** A thread as a page left it that is gone. */
  const leftBehind = async (message: object): Promise<ThreadStorage> => {
    const storage = createMemoryStorage()
    const node = (id: string, parent: string | null, order: number, rest: object) => ({
      v: 1 as const,
      threadId: 't',
      id,
      parent,
      order,
      ...rest,
    })
    await storage.write({
      threadId: 't',
      known: false,
      at: 1,
      durability: 'strict',
      nodes: [
        node('q', null, 1, { message: { id: 'q', role: 'user', content: 'go' } }),
        node('a', 'q', 2, message),
      ] as never,
    })
    return storage
  }
  const call = { id: 'c', type: 'function', function: { name: 'pay', arguments: '{"to":"ann"}' } }
  const pay = (execute: () => string) =>
    defineTool({
      name: 'pay',
      description: '',
      parameters: z.object({ to: z.string() }),
      approval: 'always',
      execute,
    })
  const reload = async (storage: ThreadStorage, execute = () => 'paid') => {
    const transport = scriptedTransport([answer('Thank you.')])
    const chat = createChat({
      transport,
      tools: [pay(execute)],
      threadId: 't',
      scheduler: immediateScheduler,
    })
    const saver = createThreadSaver(chat, storage, { threadId: 't' })
    await saver.loaded
    return { chat, saver }
  }

  it('R33: an answer that was interrupted is marked as that, its half call is not asked about, and it can go on', async () => {
    const message = { id: 'a', role: 'assistant', content: 'half', tool_calls: [call] }
    const storage = await leftBehind({ open: true, message })
    const { chat, saver } = await reload(storage)
    expect(chat.store.getMessage('a')).toMatchObject({ content: 'half', finishReason: 'incomplete' })
    await saver.flush()
    // One that was opened later, and whose call may run, has asked by now.
    const later = await reload(await leftBehind({ message: { ...message, finishReason: 'tool_calls' } }))
    await vi.waitFor(() => expect(later.chat.getApprovals()).toHaveLength(1))
    expect(chat.getApprovals()).toEqual([])
    expect((await storage.read('t', ['a']))!.nodes[0]).not.toHaveProperty('open')
    await chat.retry()
    expect(chat.store.getMessages().at(-1)).toMatchObject({ content: 'Thank you.', finishReason: 'stop' })
    expect(chat.store.getVersions('a').ids).toHaveLength(2)
  })

  it('a call that waits for approval waits again, and runs once it is given', async () => {
    const message = {
      id: 'a',
      role: 'assistant',
      content: '',
      finishReason: 'tool_calls',
      tool_calls: [call],
    }
    const execute = vi.fn(() => 'paid')
    const { chat } = await reload(await leftBehind({ message }), execute)
    await vi.waitFor(() => expect(chat.getApprovals()).toHaveLength(1))
    await chat.decideApproval(chat.getApprovals()[0]!.key, { type: 'allow' })
    await vi.waitFor(() => expect(chat.getState().status).toBe('ready'))
    expect(execute).toHaveBeenCalledTimes(1)
    expect(chat.store.getMessages().at(-1)).toMatchObject({ content: 'Thank you.' })
  })
})

describe('threads of an app', () => {
  const setUp = (options: Partial<Parameters<typeof createThreadSessions>[0]> = {}) => {
    const storage = createMemoryStorage()
    const aborted: string[] = []
    const sessions = createThreadSessions({
      storage,
      createChat: (threadId) =>
        createChat({
          scheduler: immediateScheduler,
          transport: {
            send: (_, { signal }) =>
              new Promise((_resolve, reject) => {
                signal.addEventListener(
                  'abort',
                  () => (aborted.push(threadId), reject(signal.reason as Error)),
                )
              }),
          },
        }),
      ...options,
    })
    return { storage, sessions, aborted }
  }

  it('faults: delete-thread-mid-stream: the request is aborted, and the thread does not come back unless it is asked for', async () => {
    const { storage, sessions, aborted } = setUp()
    const { chat } = sessions.open('t')
    void chat.send('hello')
    await vi.waitFor(async () => expect(await texts(storage)).toEqual(['hello', '']))
    await sessions.remove('t')
    expect(aborted).toEqual(['t'])
    chat.store.append({ role: 'user', content: 'late' })
    // Everything that this one began has ended when its saver says that nothing is left to do.
    await sessions.get('t')!.saver.flush()
    expect((await listThreads(storage)).threads).toEqual([])
    expect(await texts(storage)).toEqual(['hello', ''])
    await sessions.restore('t')
    const again = sessions.open('t')
    await again.saver.loaded
    expect(again.chat.store.getMessages()).toMatchObject([
      { content: 'hello' },
      { finishReason: 'cancelled' },
      { content: 'late' },
    ])
    expect(await texts(storage)).toEqual(['hello', '', 'late'])
  })

  it('are all in a folder of another name when it is renamed, deleted ones too, with their times; a server that refuses is asked once', async () => {
    const { storage, sessions } = setUp({ now: () => 9 })
    const write = { known: false, nodes: [], title: 'T', durability: 'strict' } as const
    for (const [at, threadId] of ['a', 'b', 'c', 'other'].entries())
      await storage.write({ ...write, threadId, at, folder: threadId === 'other' ? 'Work' : 'Trips' })
    await storage.update('b', { pinnedAt: 4 })
    await storage.update('c', { removedAt: 9 })
    const listed = async () => (await sessions.list()).threads.map(({ id, updatedAt }) => [id, updatedAt])
    const before = await listed()
    await sessions.renameFolder('Trips', ' Holidays ')
    expect(await listed()).toEqual(before)
    await sessions.restore('c')
    const folders = (await sessions.list()).threads.map(({ id, folder }) => [id, folder])
    expect(Object.fromEntries(folders)).toEqual({
      a: 'Holidays',
      b: 'Holidays',
      c: 'Holidays',
      other: 'Work',
    })

    const refused = new StorageError({ kind: 'refused', message: 'Sign in again.' })
    const update = vi.spyOn(storage, 'update').mockRejectedValue(refused)
    await expect(sessions.renameFolder('Holidays', 'Trips')).rejects.toThrow('Sign in again.')
    expect(update).toHaveBeenCalledTimes(1)
  })

  it('are deleted for good when they have not been had back in time', async () => {
    let now = 0
    const { storage, sessions } = setUp({ now: () => now, undoFor: 10 })
    for (const id of ['a', 'b']) {
      const { chat, saver } = sessions.open(id)
      await saver.loaded
      chat.store.append({ role: 'user', content: id })
      await saver.flush()
    }
    await sessions.remove('a')
    now = 20
    await sessions.remove('b')
    await sessions.list()
    await vi.waitFor(async () => expect((await storage.read('a'))!.thread).toMatchObject({ purged: true }))
    expect(await texts(storage, 'b')).toEqual(['b'])
  })

  it('R36: a file of them reads equal in another storage, and hostile ones are refused in words', async () => {
    const storage = createMemoryStorage()
    const { chat, saver } = keep(storage, 'one')
    await chat.send('hello')
    await saver.flush()
    const text = await exportThreads(storage)
    const other = createMemoryStorage()
    const { threadIds } = await importThreads(other, text)
    const [before] = readThreadFile(text)
    expect((await loadThread(other, threadIds[0]!))!.tree).toEqual(before!.tree)
    expect(before!.tree.nodes.map(({ message }) => message)).toEqual(chat.store.getMessages())
    const shown = readThreadFile(exportTree('t', titleOf(chat.store.getMessages()), chat.store.getTree(), 1))
    expect(shown[0]!.tree).toEqual(chat.store.getTree())
    expect(() => readThreadFile('{')).toThrow(SyntaxError)
    expect(() => readThreadFile('[]')).toThrow('not a file of Antiphon threads')
    expect(() => readThreadFile(text.replace('"version":1', '"version":2'))).toThrow(StorageError)
  })
})

it('an own file read again adds nothing with skipKnown, and says how much was there; elsewhere each thread is in its folder', async () => {
  const storage = createMemoryStorage()
  const { chat, saver } = keep(storage, 'one')
  await chat.send('hello')
  await saver.flush()
  await storage.update('t', { folder: 'Trips' })
  const text = await exportThreads(storage)
  expect(await importThreads(storage, text, { skipKnown: true })).toMatchObject({ threadIds: [], known: 1 })
  expect(await storage.list()).toHaveLength(1)
  // One that has gone on since in the file is another one.
  await chat.send('more')
  await saver.flush()
  const longer = await exportThreads(storage)
  const other = createMemoryStorage()
  await importThreads(other, text)
  expect(await importThreads(other, longer, { skipKnown: true })).toMatchObject({ known: 0 })
  expect(await other.list()).toMatchObject([{ folder: 'Trips' }, { folder: 'Trips' }])
  expect(await importThreads(other, text)).toMatchObject({ known: 0 })
})

describe('a file of threads from a stranger', () => {
  const node = (id: string, parent: unknown, order: number, message: object) => ({
    v: 1,
    threadId: 'x',
    id,
    parent,
    order,
    message: { id, role: 'user', ...message },
  })
  const file = (nodes: readonly unknown[]): string =>
    JSON.stringify({
      format: 'antiphon-threads',
      version: 1,
      threads: [{ thread: { v: 1, id: 'x', title: 't', createdAt: 1, updatedAt: 1, chosen: [] }, nodes }],
    })

  it('faults: import-hostile: HTML stays text, __proto__ a key, circles become a tree, nonsense is counted, too much is refused', async () => {
    const html = '<img src=x onerror=alert(1)><script>alert(2)</script>'
    const text = file([
      node('a', null, 1, { content: html }),
      node('b', 'c', 2, { content: 'b' }),
      node('c', 'b', 3, { content: 'c' }),
      node('__proto__', 'a', 4, { content: 'd', metadata: { constructor: { prototype: { polluted: 1 } } } }),
      { v: 1, id: 'e', parent: 'a', message: 'no message' },
      null,
    ]).replace('"title":"t"', '"title":"t","__proto__":{"polluted":true}')
    const storage = createMemoryStorage()
    const { threadIds, quarantined } = await importThreads(storage, text)
    const loaded = (await loadThread(storage, threadIds[0]!))!
    const byId = new Map(loaded.tree.nodes.map(({ message }) => [message.id, message.content]))
    expect([...byId.keys()].sort()).toEqual(['__proto__', 'a', 'b', 'c'])
    expect(byId.get('a')).toBe(html)
    expect(quarantined).toBe(2)
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()

    const other = createMemoryStorage()
    await expect(importThreads(other, ' '.repeat(2 ** 26 + 1))).rejects.toThrow('at most 64 M are read')
    expect(await other.list()).toEqual([])
  })
})

describe('a page that may end', () => {
  it('writes what is not stored at once, though a write that began before hangs', async () => {
    const memory = createMemoryStorage()
    let hangs = false
    const storage: ThreadStorage = {
      ...memory,
      write: (write) => (hangs && !write.leaving ? new Promise(() => {}) : memory.write(write)),
    }
    let hide = (): void => {}
    const page = { onShow: () => () => {}, onHide: (listener: () => void) => ((hide = listener), () => {}) }
    const chat = chatWith()
    const saver = createThreadSaver(chat, storage, { threadId: 't', page })
    await saver.loaded
    chat.store.append({ id: 'a', role: 'user', content: 'one' })
    await saver.flush()
    hangs = true
    chat.store.append({ id: 'b', role: 'user', content: 'two' })
    await Promise.resolve()
    chat.store.write('b', { id: 'b', role: 'user', content: 'two, changed' })
    hide()
    await vi.waitFor(async () => expect(await texts(memory)).toEqual(['one', 'two, changed']))
  })
})

describe('what another tab wrote', () => {
  const user = (id: string, content = id) => ({ id, role: 'user' as const, content })

  it('does not undo a change of this one that is still on its way to the storage', async () => {
    const memory = createMemoryStorage()
    let isSlow = false
    const storage: ThreadStorage = {
      ...memory,
      async write(write) {
        if (isSlow) await new Promise((resolve) => setTimeout(resolve, 30))
        return memory.write(write)
      },
    }
    let show = (): void => {}
    const page = { onHide: () => () => {}, onShow: (listener: () => void) => ((show = listener), () => {}) }
    const chat = chatWith()
    const saver = createThreadSaver(chat, storage, { threadId: 't', page })
    await saver.loaded
    chat.store.append(user('a'))
    await saver.flush()
    isSlow = true
    chat.store.append(user('b'))
    await Promise.resolve()
    chat.store.write('a', user('a', 'changed'))
    show()
    await new Promise((resolve) => setTimeout(resolve, 10))
    await saver.flush()
    expect(chat.store.getMessages().map(({ content }) => content)).toEqual(['changed', 'b'])
    expect(await texts(memory)).toEqual(['changed', 'b'])
  })

  it('under a message that was taken out meanwhile hangs where that one hung', async () => {
    const storage = createMemoryStorage()
    const { chat, saver } = keep(storage)
    await saver.loaded
    for (const id of ['a', 'b']) chat.store.append(user(id))
    chat.store.append(user('c'), { parent: 'a' })
    await saver.flush()
    chat.store.remove('b')
    await saver.flush()
    const late = { v: 1 as const, threadId: 't', id: 'd', parent: 'b', order: 4, message: user('d') }
    await storage.write({ threadId: 't', known: true, nodes: [late], at: 2, durability: 'strict' })
    const { tree } = (await loadThread(storage, 't'))!
    expect(tree.nodes.map(({ message, parent }) => [message.id, parent])).toEqual([
      ['a', null],
      ['c', 'a'],
      ['d', 'a'],
    ])
  })
})

describe('a hostile database', () => {
  const load = (database: MemoryDatabase) => loadThread(createMemoryStorage({ database }), 't')
  const fill = (...nodes: object[]): MemoryDatabase => {
    const database = createMemoryDatabase()
    database.threads.set('t', {
      v: 1,
      id: 't',
      title: 'x',
      createdAt: 1,
      updatedAt: 1,
      chosen: ['ghost', '__proto__'],
    })
    database.nodes.set('t', new Map(nodes.map((node, i) => [String(i), node])))
    return database
  }
  const node = (id: string, parent: unknown, order: number, content: unknown = id) => ({
    v: 1,
    threadId: 't',
    id,
    parent,
    order,
    message: { id, role: 'user', content },
  })

  it('S48: circles, strangers as parents, doubles and a message that follows itself all end in one tree', async () => {
    const database = fill(
      node('a', 'b', 1),
      node('b', 'a', 2),
      node('c', 'c', 3),
      node('d', 'nobody', 4),
      node('__proto__', 'd', 5),
      node('constructor', '__proto__', 6),
      node('a', null, 7),
    )
    const loaded = (await load(database))!
    const ids = loaded.tree.nodes.map(({ message }) => message.id)
    expect([...ids].sort()).toEqual(['__proto__', 'a', 'b', 'c', 'constructor', 'd'])
    const chat = chatWith()
    chat.store.setTree(loaded.tree)
    expect(chat.store.getTree().nodes).toHaveLength(6)
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  })

  it('S48: records that are nothing of the kind are put aside, each with what is wrong', async () => {
    const bad = [
      null,
      5,
      'text',
      [],
      {},
      node('x', 5, 1),
      node('x', null, Number.NaN),
      node('x', null, 1, { toString: 1 }),
      { ...node('x', null, 1), threadId: 'other' },
      { ...node('x', null, 1), message: { id: 'y', role: 'user', content: '' } },
      { ...node('x', null, 1), message: { id: 'x', role: 'assistant', content: '', segments: 5 } },
      { ...node('x', null, 1), message: { id: 'x', role: 'assistant', content: '', tool_calls: [{}] } },
      { ...node('x', null, 1), v: 99 },
    ]
    const loaded = (await load(fill(...(bad as object[]), node('ok', null, 1))))!
    expect(loaded.tree.nodes.map(({ message }) => message.id)).toEqual(['ok'])
    expect(loaded.quarantined).toHaveLength(bad.length)
    for (const { message } of loaded.quarantined) expect(message).toMatch(/\w+/)
    expect(loaded.quarantined.map(({ record }) => record)).toEqual(bad)
  })
})
