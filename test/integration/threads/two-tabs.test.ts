import { createChat, defineTool, type ChatController, type ChatOptions, type Message } from '@antiphon/core'
import { immediateScheduler } from '@antiphon/core/testing'
import { type ChatKeeper, createAnswerLeases } from '@antiphon/core/keeper'
import {
  createMemoryDatabase,
  createMemoryStorage,
  createThreadSaver,
  loadThread,
  type ThreadStorage,
} from '@antiphon/threads'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import {
  createLockTable,
  createTabHub,
  openPage,
  until,
  type Page,
} from '../../property/threads/scripted-page.js'

let database = createMemoryDatabase()
let channel = createTabHub()
let locks = createLockTable()
beforeEach(() => {
  database = createMemoryDatabase()
  channel = createTabHub()
  locks = createLockTable()
})

const connect = (): ThreadStorage => createMemoryStorage({ database, channel })
const newPage = (storage = connect()): Page => openPage(storage, locks)
const open = (page: Page) => page.sessions.acquire('t').session
const isElsewhere = (chat: ChatController, id: string): boolean => chat.getLiveStep(id)?.elsewhere === true
const last = (chat: ChatController) => chat.store.getMessages().at(-1)
const endOf = (message: Message | undefined) =>
  message?.role === 'assistant' ? message.finishReason : undefined

/** One page asks, and the beginning of the answer is stored. */
async function beginAnswer(page: Page): Promise<{ chat: ChatController; id: string }> {
  const { chat, saver } = open(page)
  await saver.loaded
  void chat.send('question')
  await until('the request', () => page.requests() === 1)
  page.answerOf('t')!.delta('half')
  await until('the delta', () => last(chat)?.content === 'half')
  await saver.flush()
  return { chat, id: chat.store.getIds()[1]! }
}
async function endAnswer(page: Page, chat: ChatController): Promise<void> {
  page.answerOf('t')!.delta(' and half')
  page.answerOf('t')!.finish()
  await until('the end', () => chat.getState().status === 'ready')
}

describe('an answer that another tab writes', () => {
  it('is elsewhere from the first look at it until its end is here, and never looks interrupted', async () => {
    const [one, two] = [newPage(), newPage()]
    const { chat, id } = await beginAnswer(one)
    const { chat: other, saver } = open(two)
    const seen: unknown[] = []
    const look = (): void => {
      const message = other.store.getMessage(id)
      if (message) seen.push([isElsewhere(other, id), message.content, endOf(message)])
    }
    other.subscribeLiveStep(id, look)
    other.store.subscribeMessage(id, look)
    await saver.loaded
    expect([isElsewhere(other, id), isElsewhere(chat, id)]).toEqual([true, false])
    await endAnswer(one, chat)
    await until('the end is heard of', () => !isElsewhere(other, id))
    expect(last(other)).toMatchObject({ content: 'half and half', finishReason: 'stop' })
    // Whenever it was at rest here, it was whole.
    const atRest = seen.filter((moment) => !(moment as unknown[])[0])
    expect(atRest).toEqual([[false, 'half and half', 'stop']])
    await until('no lock is left', () => locks.names().length === 0)
  })

  it('that dies becomes an interrupted one, which is stored; what is left of it stays', async () => {
    const [one, two] = [newPage(), newPage()]
    const { id } = await beginAnswer(one)
    const { chat, saver } = open(two)
    await saver.loaded
    one.kill()
    await until('the end is heard of', () => !isElsewhere(chat, id))
    expect(last(chat)).toMatchObject({ content: 'half', finishReason: 'incomplete' })
    await saver.flush()
    expect((await loadThread(connect(), 't'))!.tree.nodes[1]!.message).toMatchObject({
      content: 'half',
      finishReason: 'incomplete',
    })
    await until('no lock is left', () => locks.names().length === 0)
  })

  it('and that begins and ends while its record is being read is not taken for an interrupted one', async () => {
    const [one, storage] = [newPage(), connect()]
    let isFirst = true
    const two = newPage({
      ...storage,
      async read(...args) {
        if (!isFirst) return storage.read(...args)
        isFirst = false
        // This tab has just asked who has which answer: nobody. It asks again when it has read.
        const { chat } = await beginAnswer(one)
        const open = await storage.read(...args)
        await endAnswer(one, chat)
        await until('it is given back', () => locks.names().length === 0)
        return open
      },
    })
    const { chat, saver } = open(two)
    await saver.loaded
    expect(last(chat)).toMatchObject({ content: 'half and half', finishReason: 'stop' })
    await saver.flush()
    expect((await loadThread(connect(), 't'))!.tree.nodes[1]!.message).toMatchObject({
      content: 'half and half',
      finishReason: 'stop',
    })
  })

  it('and that nobody writes any more is called interrupted by two tabs that open it at once, and stored once', async () => {
    const one = newPage()
    const { id } = await beginAnswer(one)
    one.kill()
    let writes = 0
    const counted = (): ThreadStorage => {
      const storage = connect()
      return { ...storage, write: (write) => (writes++, storage.write(write)) }
    }
    const pages = [newPage(counted()), newPage(counted())]
    const sessions = pages.map(open)
    await Promise.all(sessions.map(({ saver }) => saver.loaded))
    for (const { chat } of sessions)
      await until('interrupted', () => endOf(last(chat)) === 'incomplete' && !isElsewhere(chat, id))
    await Promise.all(sessions.map(({ saver }) => saver.flush()))
    expect(writes).toBe(1)
    await until('no lock is left', () => locks.names().length === 0)
  })
})

it('an answer is never stored as one that arrives before this tab has its lease, whenever it begins', async () => {
  // How many promises pass between the beginning of a save and that of the answer.
  for (let steps = 0; steps < 40; steps++) {
    const storage = connect()
    const bare: string[] = []
    const threadId = `t${steps}`
    const page = newPage({
      ...storage,
      write(write) {
        for (const { id, open: isOpen } of write.nodes)
          if (isOpen && !locks.names().some((name) => name.endsWith(` ${id}`))) bare.push(id)
        return storage.write(write)
      },
    })
    const { chat, saver } = page.sessions.acquire(threadId).session
    await saver.loaded
    const saved = saver.flush()
    for (let step = 0; step < steps; step++) await Promise.resolve()
    void chat.send('question')
    await Promise.all([saved, until('the request', () => page.requests() === 1)])
    expect(bare, `after ${steps} steps`).toEqual([])
    page.kill()
  }
})

describe('an answer at rest whose calls another tab runs', () => {
  const user = { id: 'q', role: 'user', content: 'pay' }
  const answer = {
    id: 'a',
    role: 'assistant',
    content: '',
    finishReason: 'tool_calls',
    tool_calls: [{ id: 'c', type: 'function', function: { name: 'pay', arguments: '{}' } }],
  }
  const node = (message: { id: string }, parent: string | null, order: number) =>
    ({ v: 1, threadId: 't', id: message.id, parent, order, message }) as never
  const write = (storage: ThreadStorage, ...nodes: never[]) =>
    storage.write({ threadId: 't', known: false, nodes, at: 1, durability: 'strict' })

  it('is elsewhere until that tab has given it back, and its results are here by then', async () => {
    const storage = connect()
    await write(storage, node(user, null, 1), node(answer, 'q', 2))
    const leases = createAnswerLeases('t', locks.page())
    const release = await leases.take('a')
    const page = newPage()
    const { chat, saver } = open(page)
    await saver.loaded
    expect(isElsewhere(chat, 'a')).toBe(true)
    let atEnd: unknown
    chat.subscribeLiveStep('a', () => {
      if (!isElsewhere(chat, 'a')) atEnd = chat.store.getIds()
    })
    // Stored by a storage whose message never arrives.
    const mute = createMemoryStorage({ database })
    await write(mute, node({ id: 'r', role: 'tool', tool_call_id: 'c', content: 'paid' } as never, 'a', 3))
    release!()
    await until('the end is heard of', () => !isElsewhere(chat, 'a'))
    expect(atEnd).toEqual(['q', 'a', 'r'])
  })

  it('is noticed when the other tab begins with it, and once more when a third one goes on', async () => {
    const storage = connect()
    await write(storage, node(user, null, 1), node(answer, 'q', 2))
    const { chat, saver } = open(newPage())
    await saver.loaded
    expect(isElsewhere(chat, 'a')).toBe(false)
    const [first, second] = [locks.page(), locks.page()].map((page) => createAnswerLeases('t', page))
    const release = await first!.take('a')
    const begun = { ...answer, metadata: { 'antiphon.running': [0] } }
    await write(storage, node(begun, 'q', 2))
    await until('it is noticed', () => isElsewhere(chat, 'a'))
    release!()
    const next = await second!.take('a')
    expect(next).toBeTypeOf('function')
    next!()
    await until('the end is heard of', () => !isElsewhere(chat, 'a'))
  })

  it('is never asked about here, also when it appears together with an older one that another tab has', async () => {
    const storage = connect()
    await write(storage, node(user, null, 1))
    const pay = defineTool({
      name: 'pay',
      description: '',
      parameters: z.object({}),
      approval: 'always',
      execute: () => 'paid',
    })
    const { chat, saver } = kept(connect(), [pay])
    await saver.loaded
    // This also loads the code that asks.
    await chat.revokeApproval('pay')
    let asked = 0
    chat.subscribe(() => void (asked += chat.getApprovals().length))
    const leases = createAnswerLeases('t', locks.page())
    const releases = [await leases.take('old'), await leases.take('a')]
    const old = { id: 'old', role: 'assistant', content: 'Hi.', finishReason: 'stop' }
    await write(storage, node(old, 'q', 2), node({ ...user, id: 'p' }, 'old', 3), node(answer, 'p', 4))
    await until('both are here', () => isElsewhere(chat, 'old') && isElsewhere(chat, 'a'))
    const result = { id: 'r', role: 'tool', tool_call_id: 'c', content: 'paid' }
    await write(storage, node(result, 'a', 5))
    await until('the result is here', () => last(chat)?.id === 'r')
    for (const release of releases) release!()
    await until('all has ended', () => chat.getState().status === 'ready')
    expect(asked).toBe(0)
    expect(chat.getLiveStep('a')).toBeUndefined()
  })

  it('is not elsewhere for the chat that has it', async () => {
    const storage = connect()
    await write(storage, node(user, null, 1), node(answer, 'q', 2))
    const { keeper, chat, saver } = kept(storage)
    await saver.loaded
    const release = await keeper().leases!.take('a')
    await keeper().refresh!()
    expect(isElsewhere(chat, 'a')).toBe(false)
    release!()
    await saver.close()
    await until('no lock is left', () => locks.names().length === 0)
  })

  it('no lock is left when the session is closed while another tab has it', async () => {
    const storage = connect()
    await write(storage, node(user, null, 1), node(answer, 'q', 2))
    const other = locks.page()
    await createAnswerLeases('t', other).take('a')
    const { saver } = kept(storage)
    await saver.loaded
    await until('it waits', () => locks.names().length === 2)
    await saver.close()
    await until('one lock', () => locks.names().length === 1)
    other.kill()
    expect(locks.names()).toEqual([])
  })
})

/** A chat with a saver, and the keeper that this attached. */
function kept(storage: ThreadStorage, tools: ChatOptions['tools'] = []) {
  const keepers: ChatKeeper[] = []
  const chat = createChat({ threadId: 't', tools, scheduler: immediateScheduler })
  const watched: ChatController = { ...chat, attach: (keeper) => (keepers.push(keeper), chat.attach(keeper)) }
  const saver = createThreadSaver(watched, storage, { threadId: 't', locks: locks.page() })
  return { chat, saver, keeper: () => keepers[0]! }
}

describe('what a saver gives its chat', () => {
  it('refresh brings in all that others have stored, flush stores all that is here', async () => {
    const [one, two] = [kept(createMemoryStorage({ database })), kept(createMemoryStorage({ database }))]
    await Promise.all([one.saver.loaded, two.saver.loaded])
    one.chat.store.append({ id: 'a', role: 'user', content: 'a' })
    one.chat.store.write('a', { id: 'a', role: 'user', content: 'changed' })
    await one.keeper().flush!()
    await two.keeper().refresh!()
    expect(two.chat.store.getMessages()).toMatchObject([{ id: 'a', content: 'changed' }])
  })

  it('a storage that hangs keeps nobody waiting for longer than 3 s, nor for longer than 10 s to be read', async () => {
    const waits: number[] = []
    let fire: (() => void)[] = []
    const hanging = { ...connect(), read: () => new Promise<never>(() => {}) }
    const chat = createChat({ threadId: 't', scheduler: immediateScheduler })
    const keepers: ChatKeeper[] = []
    const saver = createThreadSaver(
      { ...chat, attach: (keeper) => (keepers.push(keeper), chat.attach(keeper)) },
      hanging,
      {
        threadId: 't',
        setTimer(callback, ms) {
          waits.push(ms)
          fire.push(callback)
          return () => {}
        },
      },
    )
    const timePasses = (): void => {
      const due = fire
      fire = []
      for (const callback of due) callback()
    }
    timePasses()
    await saver.loaded
    const { beforeRequest, refresh, flush } = keepers[0]!
    const all = Promise.all([beforeRequest!(), refresh!(), flush!()])
    timePasses()
    await all
    expect(waits).toEqual([10_000, 3000, 3000, 3000])
  })

  it.each(['beforeRequest', 'flush'] as const)(
    'what begins without being stored, because the write hangs, is not called stored until it is (%s)',
    async (wait) => {
      let answer: (() => void) | undefined
      let fire: (() => void) | undefined
      const storage = connect()
      const slow: ThreadStorage = {
        ...storage,
        write: (change) => new Promise((resolve) => (answer = () => resolve(storage.write(change)))),
      }
      const chat = createChat({ threadId: 't', scheduler: immediateScheduler })
      const keepers: ChatKeeper[] = []
      const attach: typeof chat.attach = (keeper) => (keepers.push(keeper), chat.attach(keeper))
      const setTimer = (callback: () => void) => ((fire = callback), () => (fire = undefined))
      const saver = createThreadSaver({ ...chat, attach }, slow, { threadId: 't', setTimer })
      await saver.loaded
      chat.store.append({ id: 'a', role: 'user', content: 'a' })
      const waited = keepers[0]![wait]!()
      await vi.waitFor(() => expect(answer).toBeDefined())
      expect(saver.getState().status).toBe('saving')
      fire!()
      await waited
      expect(saver.getState()).toMatchObject({ status: 'memory-only', problem: { kind: 'slow' } })
      answer!()
      await vi.waitFor(() => expect(saver.getState()).toMatchObject({ status: 'saved', problem: undefined }))
      await saver.close()
    },
  )
})
