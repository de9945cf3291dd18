import { createChat } from '@antiphon/core'
import { immediateScheduler } from '@antiphon/core/testing'
import {
  createMemoryDatabase,
  createMemoryStorage,
  listThreads,
  loadThread,
  StorageError,
  type ThreadSessions,
  type ThreadStorage,
} from '@antiphon/threads'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createLockTable, openPage, until, type Page } from '../../property/threads/scripted-page.js'

let database = createMemoryDatabase()
let storage: ThreadStorage
let listening = 0
let isFull = false
let locks = createLockTable()
const full = (): StorageError => new StorageError({ kind: 'quota', message: 'The storage is full.' })

beforeEach(() => {
  database = createMemoryDatabase()
  locks = createLockTable()
  listening = 0
  isFull = false
  const memory = createMemoryStorage({ database })
  storage = {
    ...memory,
    async write(write) {
      if (isFull) throw full()
      return memory.write(write)
    },
    async update(threadId, change) {
      if (isFull) throw full()
      return memory.update(threadId, change)
    },
    subscribe(listener) {
      listening++
      const leave = memory.subscribe(listener)
      return () => {
        listening--
        leave()
      }
    },
  }
})

const newPage = (options: Parameters<typeof openPage>[2] = {}): Page => openPage(storage, locks, options)
const hold = (sessions: ThreadSessions, threadId: string) => sessions.acquire(threadId).session
const stored = async (threadId: string) =>
  (await loadThread(storage, threadId))?.tree.nodes.map(({ message }) => message.content) ?? []
const shown = (page: Page, threadId: string) =>
  page.sessions
    .get(threadId)
    ?.chat.store.getMessages()
    .map(({ content }) => content)
const user = (content: string) => ({ role: 'user' as const, content })
/** Opens a thread that nobody holds, with something in it that is stored. */
async function visit(page: Page, threadId: string): Promise<void> {
  const { chat, saver } = page.sessions.open(threadId)
  await saver.loaded
  chat.store.append(user(threadId))
  await saver.flush()
}
/** Time enough passes for everything that may be closed to be closed. */
async function timePasses(page: Page): Promise<void> {
  for (let looks = 0; looks < 3; looks++) {
    page.tick()
    await until('a task', () => true)
  }
}

describe('a session lives as long as somebody shows or runs it', () => {
  it('three views keep theirs, with two kept open, while many others are opened: all that is sent is stored', async () => {
    const page = newPage({ keep: 2 })
    const views = ['a', 'b', 'c'].map((id) => hold(page.sessions, id))
    for (let n = 0; n < 12; n++) await visit(page, `other ${n}`)
    await timePasses(page)
    for (const { threadId, chat, saver } of views) {
      expect(page.sessions.get(threadId)?.chat).toBe(chat)
      await saver.loaded
      void chat.send(`sent in ${threadId}`)
      await until('the request', () => page.answerOf(threadId) !== undefined)
      page.answerOf(threadId)!.delta('yes')
      page.answerOf(threadId)!.finish()
      await until('the end', () => chat.getState().status === 'ready')
      await saver.flush()
      expect(saver.getState().status).toBe('saved')
      expect(await stored(threadId)).toEqual([`sent in ${threadId}`, 'yes'])
    }
    const others = Array.from({ length: 12 }, (_, n) => `other ${n}`)
    await until('none of the others is kept', () => {
      page.tick()
      return others.every((id) => page.sessions.get(id) === undefined)
    })
  })

  it('is counted: two views of one thread, and effects that run twice', async () => {
    const page = newPage({ keep: 1 })
    const first = page.sessions.acquire('a')
    const second = page.sessions.acquire('a')
    expect(second.session).toBe(first.session)
    first.release()
    first.release()
    await visit(page, 'b')
    await timePasses(page)
    expect(page.sessions.get('a')).toBe(second.session)
    second.release()
    await visit(page, 'c')
    await timePasses(page)
    expect(page.sessions.get('a')).toBeUndefined()
  })

  it('one that was opened while rendering, and is never held, is closed in time and leaves nothing behind', async () => {
    const page = newPage({ keep: 0 })
    const before = listening
    const sessions = ['a', 'b'].map((id) => page.sessions.open(id))
    // Nothing is closed in a render, nor just after one: its effects have to come first.
    expect(['a', 'b'].map((id) => page.sessions.get(id)?.chat)).toEqual(sessions.map(({ chat }) => chat))
    await Promise.all(sessions.map(({ saver }) => saver.loaded))
    page.tick()
    expect(['a', 'b'].map((id) => page.sessions.get(id)?.chat)).toEqual(sessions.map(({ chat }) => chat))
    await timePasses(page)
    expect(['a', 'b'].map((id) => page.sessions.get(id))).toEqual([undefined, undefined])
    await until('nothing listens', () => listening === before)
    expect(locks.names()).toEqual([])
  })

  it('stays open while it runs, while something is queued, and while something is not stored', async () => {
    const page = newPage({ keep: 0 })
    const { chat, saver } = page.sessions.open('a')
    await saver.loaded
    void chat.send('one')
    await until('the request', () => page.requests() === 1)
    void chat.send('two')
    await timePasses(page)
    expect(page.sessions.get('a')?.chat).toBe(chat)
    chat.unqueue(chat.getState().queue[0]!.id)
    isFull = true
    page.answerOf('a')!.delta('yes')
    page.answerOf('a')!.finish()
    await until('the end', () => chat.getState().status === 'ready')
    await saver.flush()
    await timePasses(page)
    expect([page.sessions.get('a')?.chat, saver.getState().status]).toEqual([chat, 'memory-only'])
    isFull = false
    await saver.flush()
    await timePasses(page)
    expect(page.sessions.get('a')).toBeUndefined()
    expect(await stored('a')).toEqual(['one', 'yes'])
    await until('no lock', () => locks.names().length === 0)
  })
})

describe('a thread that is deleted while a view shows it', () => {
  it('stops, is stored as it stands, says that it is in memory only, and comes back with what was said since', async () => {
    const page = newPage()
    const { chat, saver } = hold(page.sessions, 'a')
    await saver.loaded
    void chat.send('one')
    await until('the request', () => page.requests() === 1)
    page.answerOf('a')!.delta('half')
    await until('the delta', () => shown(page, 'a')?.[1] === 'half')
    await page.sessions.remove('a')
    expect(chat.getState().status).toBe('ready')
    expect(await listThreads(storage)).toMatchObject({ threads: [], removed: [{ id: 'a' }] })
    expect(await stored('a')).toEqual(['one', 'half'])
    expect(saver.getState()).toMatchObject({ status: 'memory-only', problem: { kind: 'removed' } })
    expect(page.sessions.get('a')?.chat).toBe(chat)

    void chat.send('two')
    await until('the request', () => page.requests() === 2)
    page.answerOf('a')!.delta('whole')
    page.answerOf('a')!.finish()
    await until('the end', () => chat.getState().status === 'ready')
    await saver.flush()
    expect(saver.getState()).toMatchObject({ status: 'memory-only', problem: { kind: 'removed' } })
    expect(await stored('a')).toEqual(['one', 'half'])

    await page.sessions.restore('a')
    expect(page.sessions.open('a').chat).toBe(chat)
    expect(saver.getState().status).toBe('saved')
    expect(await stored('a')).toEqual(['one', 'half', 'two', 'whole'])
    expect((await listThreads(storage)).threads.map(({ id, unreadAt }) => [id, unreadAt])).toEqual([
      ['a', undefined],
    ])
    chat.store.append(user('three'))
    await saver.flush()
    expect(await stored('a')).toContain('three')
  })

  it('is let go when it cannot be had back any more and nobody shows it', async () => {
    const page = newPage()
    const held = page.sessions.acquire('a')
    await visit(page, 'a')
    await page.sessions.remove('a')
    await timePasses(page)
    expect(page.sessions.get('a')).toBe(held.session)
    held.release()
    await timePasses(page)
    expect(page.sessions.get('a')).toBeUndefined()
  })

  it('stays, though it cannot be had back any more, where the user has said something in it since', async () => {
    const page = newPage()
    const held = page.sessions.acquire('a')
    await held.session.saver.loaded
    await page.sessions.remove('a')
    await timePasses(page)
    held.session.chat.store.append(user('since'))
    held.release()
    await timePasses(page)
    expect(page.sessions.get('a')).toBe(held.session)
    await page.sessions.restore('a')
    expect(await stored('a')).toEqual(['since'])
  })

  it('that comes back while another tab reads it is there in that one', async () => {
    await visit(newPage(), 'a')
    await storage.update('a', { removedAt: Number.MAX_SAFE_INTEGER })
    let answer: (() => void) | undefined
    const { read } = storage
    storage.read = async (...asked) => {
      const thread = await read(...asked)
      await new Promise<void>((resolve) => (answer = resolve))
      return thread
    }
    const { chat, saver } = hold(newPage().sessions, 'a')
    await until('it is read', () => answer !== undefined)
    await storage.update('a', { removedAt: null })
    storage.read = read
    answer!()
    await saver.loaded
    expect(chat.store.getMessages()).toMatchObject([{ content: 'a' }])
    chat.store.append(user('two'))
    await saver.flush()
    expect([saver.getState().status, await stored('a')]).toEqual(['saved', ['a', 'two']])
  })

  it('that was never stored comes back too', async () => {
    const page = newPage()
    isFull = true
    const { chat, saver } = hold(page.sessions, 'a')
    await saver.loaded
    chat.store.append(user('one'))
    await saver.flush()
    isFull = false
    storage.write = () => Promise.reject(full())
    await page.sessions.remove('a')
    expect(saver.getState()).toMatchObject({ status: 'memory-only', problem: { kind: 'removed' } })
    storage.write = createMemoryStorage({ database }).write
    chat.store.append(user('two'))
    await saver.flush()
    expect(await listThreads(storage)).toMatchObject({ threads: [], removed: [] })
    await page.sessions.restore('a')
    expect([saver.getState().status, await stored('a')]).toEqual(['saved', ['one', 'two']])
  })
})

describe('a result that is given to a call', () => {
  it.each([
    ['the thread is deleted', (page: Page) => page.sessions.remove('a')],
    ['the app closes its threads', (page: Page) => page.sessions.close()],
  ])('is stored, also when %s at the same moment', async (_, leave) => {
    const page = newPage()
    const { chat, saver } = hold(page.sessions, 'a')
    await saver.loaded
    const call = { id: 'c', type: 'function' as const, function: { name: 'ask', arguments: '{}' } }
    chat.store.append(user('one'))
    const id = chat.store.append({
      role: 'assistant',
      content: '',
      tool_calls: [call],
      finishReason: 'tool_calls',
    })
    await saver.flush()
    const taken = chat.addToolResult(`${id}/0`, 'mine')
    await leave(page)
    expect(await taken).toBe(true)
    expect(await stored('a')).toEqual(['one', '', 'mine'])
  })
})

describe('a delete that cannot be stored', () => {
  it('loses nothing that was only in memory: the session stays, and the list is as before', async () => {
    const page = newPage()
    const { chat, saver } = page.sessions.open('a')
    await visit(page, 'a')
    isFull = true
    chat.store.append(user('in memory'))
    await saver.flush()
    await expect(page.sessions.remove('a')).rejects.toThrow('The storage is full.')
    expect(page.sessions.open('a').chat).toBe(chat)
    expect(shown(page, 'a')).toEqual(['a', 'in memory'])
    expect(saver.getState()).toMatchObject({ status: 'memory-only', problem: { kind: 'quota' } })
    expect((await listThreads(storage)).threads).toHaveLength(1)
    isFull = false
    await saver.flush()
    expect([saver.getState().status, await stored('a')]).toEqual(['saved', ['a', 'in memory']])
    await page.sessions.remove('a')
    expect((await listThreads(storage)).threads).toEqual([])
  })

  it('when only the messages could not be stored, is marked, and comes back with them', async () => {
    const page = newPage()
    const { chat, saver } = page.sessions.open('a')
    await visit(page, 'a')
    const write = storage.write.bind(storage)
    storage.write = () => Promise.reject(full())
    chat.store.append(user('in memory'))
    await page.sessions.remove('a')
    expect((await listThreads(storage)).removed).toHaveLength(1)
    await timePasses(newPage())
    storage.write = write
    await page.sessions.restore('a')
    expect(page.sessions.open('a').chat).toBe(chat)
    expect([saver.getState().status, await stored('a')]).toEqual(['saved', ['a', 'in memory']])
  })
})

describe('what is sent before the stored thread has been read', () => {
  /** A storage with a thread of two messages, whose readings wait until they are let through. */
  async function slowStorage() {
    await visit(newPage(), 't')
    const open = newPage().sessions.open('t')
    await open.saver.loaded
    open.chat.store.append({ role: 'assistant', content: 'answer', finishReason: 'stop' })
    await open.saver.flush()
    const read = storage.read.bind(storage)
    const waiting: (() => void)[] = []
    let isDown = false
    storage.read = async (...args) => {
      await new Promise<void>((resolve) => waiting.push(resolve))
      if (isDown) throw new StorageError({ kind: 'network', message: 'Not reached.' })
      return read(...args)
    }
    return {
      letThrough() {
        isDown = false
        storage.read = read
        for (const resolve of waiting) resolve()
      },
      isWaiting: () => waiting.length > 0,
      fail() {
        isDown = true
        for (const resolve of waiting.splice(0)) resolve()
      },
    }
  }
  const oneLine = async (): Promise<void> => {
    const { tree } = (await loadThread(storage, 't'))!
    expect(tree.nodes.filter(({ parent }) => parent === null)).toHaveLength(1)
    expect(new Set(tree.nodes.map(({ parent }) => parent)).size).toBe(tree.nodes.length)
  }

  it('follows it', async () => {
    const { letThrough, isWaiting } = await slowStorage()
    const page = newPage()
    const { chat, saver } = hold(page.sessions, 't')
    void chat.send('late')
    await until('the reading', isWaiting)
    letThrough()
    await until('the request', () => page.requests() === 1)
    page.answerOf('t')!.delta('yes')
    page.answerOf('t')!.finish()
    await until('the end', () => chat.getState().status === 'ready')
    await saver.flush()
    expect(shown(page, 't')).toEqual(['t', 'answer', 'late', 'yes'])
    await oneLine()
  })

  it('goes out when reading takes too long, is not stored as another beginning, and follows the thread when that comes', async () => {
    const { letThrough, isWaiting } = await slowStorage()
    const page = newPage()
    const { chat, saver } = hold(page.sessions, 't')
    await until('the reading', isWaiting)
    page.tick()
    await saver.loaded
    expect(saver.getState()).toMatchObject({
      status: 'memory-only',
      isLoaded: true,
      problem: { kind: 'slow' },
    })
    void chat.send('late')
    await until('the question', () => shown(page, 't')?.[0] === 'late')
    await until('the request', () => {
      page.tick()
      return page.requests() === 1
    })
    page.answerOf('t')!.delta('yes')
    page.answerOf('t')!.finish()
    await until('the end', () => chat.getState().status === 'ready')
    letThrough()
    await saver.flush()
    expect(shown(page, 't')).toEqual(['t', 'answer', 'late', 'yes'])
    expect(saver.getState()).toMatchObject({ status: 'saved', isLoaded: true })
    expect(await stored('t')).toEqual(['t', 'answer', 'late', 'yes'])
    await oneLine()
  })

  it('follows it also when reading failed at first', async () => {
    const { letThrough, isWaiting, fail } = await slowStorage()
    const page = newPage()
    const { chat, saver } = hold(page.sessions, 't')
    await until('the reading', isWaiting)
    fail()
    await saver.loaded
    expect(saver.getState()).toMatchObject({ status: 'memory-only', problem: { kind: 'network' } })
    chat.store.append(user('late'))
    letThrough()
    await saver.flush()
    expect(shown(page, 't')).toEqual(['t', 'answer', 'late'])
    expect(saver.getState().status).toBe('saved')
    await oneLine()
  })

  it('instructions that the chat begins with are for a new thread: they hide no stored one', async () => {
    await visit(newPage(), 't')
    const page = newPage({ chat: { system: 'Be brief.' } })
    const { saver } = hold(page.sessions, 't')
    await saver.loaded
    await saver.flush()
    expect(shown(page, 't')).toEqual(['t'])
    await visit(page, 'new')
    expect(await stored('new')).toEqual(['Be brief.', 'new'])
    await visit(newPage({ chat: { system: 'Be brief.' } }), 'new')
    expect(await stored('new')).toEqual(['Be brief.', 'new', 'new'])
  })
})

it('a host may have a hook of its own before requests: both are waited for, and the saver leaves with its session', async () => {
  const hook = vi.fn(async () => {})
  const page = newPage({ keep: 0, chat: { beforeRequest: hook } })
  const attached = new Set<object>()
  const make = (threadId: string) => {
    const chat = createChat({ threadId, scheduler: immediateScheduler })
    return {
      ...chat,
      attach(keeper: Parameters<typeof chat.attach>[0]) {
        attached.add(keeper)
        const detach = chat.attach(keeper)
        return () => {
          attached.delete(keeper)
          detach()
        }
      },
    }
  }
  const { chat, saver } = page.sessions.open('a')
  await saver.loaded
  void chat.send('one')
  await until('the request', () => page.requests() === 1)
  expect(hook).toHaveBeenCalledTimes(1)
  expect(await stored('a')).toEqual(['one', ''])
  page.kill()

  const { createThreadSaver } = await import('@antiphon/threads')
  const other = createThreadSaver(make('b'), storage, { threadId: 'b' })
  expect(attached.size).toBe(1)
  await other.close()
  expect(attached.size).toBe(0)
})
