import { createChat, type Message, type ToolCall } from '@antiphon/core'
import { immediateScheduler } from '@antiphon/core/testing'
import type { ChatKeeper } from '@antiphon/core/keeper'
import {
  createMemoryDatabase,
  createMemoryStorage,
  createThreadSaver,
  loadThread,
  StorageError,
  type ThreadStorage,
} from '@antiphon/threads'
import { beforeEach, describe, expect, it } from 'vitest'
import { createLockTable, createTabHub, until } from '../../property/threads/scripted-page.js'

let database = createMemoryDatabase()
/** Messages between tabs that the test has not delivered. */
let news: (() => void)[] = []
let channel = createTabHub()
let locks = createLockTable()
beforeEach(() => {
  database = createMemoryDatabase()
  news = []
  channel = createTabHub((task) => void news.push(task))
  locks = createLockTable()
})

/** A gate before the answer of one operation: the disk has done it, and the tab does not know that yet. */
function gate() {
  let isShut = false
  let open = (): void => {}
  let opened: Promise<void> | undefined
  return {
    shut() {
      isShut = true
      opened = new Promise((resolve) => (open = resolve))
    },
    open: () => ((isShut = false), open()),
    async pass<T>(work: Promise<T>): Promise<T> {
      const answer = await work
      if (isShut) await opened
      return answer
    },
  }
}

function openTab() {
  const storage = createMemoryStorage({ database, channel })
  const [reads, writes, looks] = [gate(), gate(), gate()]
  const disk = { isFull: false, writes: 0, reads: 0, looks: 0 }
  const gated: ThreadStorage = {
    ...storage,
    read: (...args) => reads.pass(storage.read(...args).finally(() => disk.reads++)),
    write(write) {
      if (disk.isFull) return Promise.reject(new StorageError({ kind: 'quota', message: 'Full.' }))
      return writes.pass(storage.write(write).finally(() => disk.writes++))
    },
  }
  const page = locks.page()
  const gatedLocks: typeof page = {
    ...page,
    query: () => looks.pass(page.query().finally(() => disk.looks++)),
  }
  const keepers: ChatKeeper[] = []
  const chat = createChat({ threadId: 't', scheduler: immediateScheduler })
  const saver = createThreadSaver(
    { ...chat, attach: (keeper) => (keepers.push(keeper), chat.attach(keeper)) },
    gated,
    { threadId: 't', locks: gatedLocks },
  )
  const { store } = chat
  return { store, saver, storage, reads, writes, looks, disk, keeper: () => keepers[0]! }
}
type Tab = ReturnType<typeof openTab>

const user = (id: string): Message => ({ id, role: 'user', content: id })
const call = (id: string): ToolCall => ({ id, type: 'function', function: { name: 'form', arguments: '{}' } })
const answer = (id: string, ...calls: string[]): Message => ({
  id,
  role: 'assistant',
  content: '',
  finishReason: 'tool_calls',
  tool_calls: calls.map(call),
})
const result = (id: string, callId: string): Message => ({
  id,
  role: 'tool',
  tool_call_id: callId,
  content: id,
})

/** Every message under the one that it follows. */
const treeOf = ({ nodes }: { nodes: readonly { message: { id: string }; parent: string | null }[] }) =>
  nodes.map(({ message, parent }) => `${parent ?? ''} > ${message.id}`).toSorted()
const shownIn = ({ store }: Tab) => treeOf(store.getTree())
const stored = async ({ storage }: Tab) => treeOf((await loadThread(storage, 't'))!.tree)

/** Two tabs that show the same thread. */
async function openBoth(...messages: Message[]): Promise<[Tab, Tab]> {
  const one = openTab()
  await one.saver.loaded
  for (const message of messages) one.store.append(message)
  await one.saver.flush()
  const two = openTab()
  await two.saver.loaded
  expect(shownIn(two)).toEqual(shownIn(one))
  return [one, two]
}

/** All that the tabs told each other arrives, and all of it is stored. */
async function settle(...tabs: Tab[]): Promise<void> {
  for (let round = 0; round < 3; round++) {
    for (const deliver of news.splice(0)) deliver()
    for (const { saver, keeper } of tabs) {
      await keeper().refresh!()
      await saver.flush()
    }
  }
}

describe('a result that one tab stores while another takes its answer out', () => {
  it('goes with the answer, and what follows it stays', async () => {
    const [one, two] = await openBoth(user('q'), answer('a', 'c', 'd'), result('r', 'c'))
    one.store.remove('a')
    await one.saver.flush()
    two.store.append(result('s', 'd'))
    two.store.append(user('u'))
    await two.saver.flush()
    await settle(one, two)
    for (const tab of [one, two]) expect(shownIn(tab)).toEqual([' > q', 'q > u'])
    expect(await stored(one)).toEqual([' > q', 'q > u'])
  })

  it('goes also where the tab that took it out has not stored that yet', async () => {
    const [one, two] = await openBoth(user('q'), answer('a', 'c'))
    one.disk.isFull = true
    one.store.remove('a')
    two.store.append(result('r', 'c'))
    await two.saver.flush()
    await settle(one, two)
    expect(shownIn(one)).toEqual([' > q'])
    one.disk.isFull = false
    await settle(one, two)
    expect([shownIn(one), shownIn(two), await stored(one)]).toEqual([[' > q'], [' > q'], [' > q']])
  })

  it('stays when only the result before it was taken out', async () => {
    const [one, two] = await openBoth(user('q'), answer('a', 'c', 'd'), result('r', 'c'))
    one.store.remove('r')
    await one.saver.flush()
    two.store.append(result('s', 'd'))
    await two.saver.flush()
    await settle(one, two)
    for (const tab of [one, two]) expect(shownIn(tab)).toEqual([' > q', 'a > s', 'q > a'])
    expect(await stored(one)).toEqual([' > q', 'a > s', 'q > a'])
  })
})

describe('a message that one tab takes out with what follows it', () => {
  const thread = [user('q'), answer('a', 'c', 'd'), result('r', 'c'), result('s', 'd'), user('u')]

  it('is gone in the other one at once, also where that reads of it with older news', async () => {
    const [one, two] = await openBoth(...thread)
    one.store.write('r', { ...result('r', 'c'), content: 'changed' })
    await one.saver.flush()
    const [older] = news.splice(0)
    one.store.remove('r')
    await one.saver.flush()
    const seen: string[][] = []
    two.store.subscribeIds(() => seen.push(shownIn(two)))
    older!()
    await until('it is gone', () => shownIn(two).length === 2)
    expect(seen).toEqual([[' > q', 'q > a']])
  })

  it('leaves what the other one put below it, which is not written again for its new place', async () => {
    const [one, two] = await openBoth(...thread.slice(0, 3))
    two.store.append(user('u'))
    await two.saver.flush()
    one.store.remove('r')
    await one.saver.flush()
    const writes = two.disk.writes
    await settle(one, two)
    for (const tab of [one, two]) expect(shownIn(tab)).toEqual([' > q', 'a > u', 'q > a'])
    expect(await stored(one)).toEqual(shownIn(one))
    expect(two.disk.writes).toBe(writes)
  })
})

it('a message that comes back takes its place above what was said since, also in a tab that opened while it was gone', async () => {
  const [one, two] = await openBoth(user('q'), answer('a'))
  two.store.append(user('u'))
  one.store.remove('a')
  await one.saver.flush()
  await two.saver.flush()
  const three = openTab()
  await three.saver.loaded
  expect(shownIn(three)).toEqual([' > q', 'q > u'])
  news = []
  one.store.append(answer('a'), { parent: 'q' })
  await one.saver.flush()
  for (const deliver of news.splice(0)) deliver()
  await until('it is back', () => shownIn(three).includes('q > a'))
  for (const tab of [one, three]) expect(shownIn(tab)).toEqual([' > q', 'a > u', 'q > a'])
})

it('a result that was put between two messages, and is not stored, stays between them when the thread is read', async () => {
  const [one] = await openBoth(user('q'), answer('a', 'c', 'd'), result('r', 'd'))
  one.disk.isFull = true
  one.store.append(result('s', 'c'), { parent: 'a', between: true })
  await one.keeper().refresh!()
  expect(shownIn(one)).toEqual([' > q', 'a > s', 'q > a', 's > r'])
  one.disk.isFull = false
  await one.saver.flush()
  expect(await stored(one)).toEqual(shownIn(one))
})

it('what another tab stored last is shown here also where the thread was deleted by then', async () => {
  const [one, two] = await openBoth(user('q'), answer('a', 'c'))
  one.store.append(result('r', 'c'))
  await one.saver.flush()
  await one.storage.update('t', { removedAt: 1 })
  await settle(one, two)
  expect(two.saver.getState().problem?.kind).toBe('removed')
  expect(shownIn(two)).toEqual([' > q', 'a > r', 'q > a'])
  // Who opens it now is not shown what was deleted.
  const three = openTab()
  await three.saver.loaded
  expect(three.saver.getState().problem?.kind).toBe('removed')
  expect(shownIn(three)).toEqual([])
})

it('a message that two tabs change at once is the same in both, also where one hears of it while it writes', async () => {
  const [one, two] = await openBoth(user('q'))
  one.writes.shut()
  one.store.write('q', { ...user('q'), content: 'of one' })
  const writes = one.disk.writes
  const flushed = one.saver.flush()
  await until('it is on the disk', () => one.disk.writes > writes)
  two.store.write('q', { ...user('q'), content: 'of two' })
  await two.saver.flush()
  for (const deliver of news.splice(0)) deliver()
  await one.keeper().refresh!()
  one.writes.open()
  await flushed
  for (const { store } of [one, two])
    await until('the last one stored is shown', () => store.getMessage('q')?.content === 'of two')
})

it('a reset to the same messages changes nothing: what another tab stored meanwhile stays', async () => {
  const [one, two] = await openBoth(user('q'))
  one.store.write('q', { ...user('q'), content: 'of one' })
  await one.saver.flush()
  two.store.reset(two.store.getMessages())
  await two.saver.flush()
  await settle(one, two)
  for (const { store } of [one, two]) expect(store.getMessage('q')?.content).toBe('of one')
})

it('a message that one tab takes out and another changes is the same in both, whichever was stored last', async () => {
  const [one, two] = await openBoth(user('q'))
  one.writes.shut()
  one.store.remove('q')
  const writes = one.disk.writes
  void one.saver.flush()
  await until('it is taken out on the disk', () => one.disk.writes > writes)
  two.store.write('q', { ...user('q'), content: 'changed' })
  await two.saver.flush()
  // Read before the tab has heard that its own write is done, and answered after that.
  one.reads.shut()
  const reads = one.disk.reads
  for (const deliver of news.splice(0)) deliver()
  await until('it is read', () => one.disk.reads > reads)
  one.writes.open()
  await until('the tab hears of its write', () => one.saver.getState().status === 'saved')
  one.reads.open()
  await settle(two)
  await until('the change is here', () => shownIn(one).length === 1)
  expect([shownIn(one), shownIn(two), await stored(one)]).toEqual([[' > q'], [' > q'], [' > q']])
})

it('what hung under a message that was taken out hangs under it again when another tab brings it back', async () => {
  const [one, two] = await openBoth(user('q'))
  two.store.append(user('u'))
  await two.saver.flush()
  one.store.remove('q')
  await one.saver.flush()
  two.disk.isFull = true
  two.store.write('q', { ...user('q'), content: 'changed' })
  await settle(one, two)
  expect([shownIn(one), shownIn(two)]).toEqual([[' > u'], [' > q', 'q > u']])
  two.disk.isFull = false
  await two.saver.flush()
  for (const deliver of news.splice(0)) deliver()
  await until('it is back', () => shownIn(one).length === 2)
  expect([shownIn(one), await stored(one)]).toEqual([shownIn(two), shownIn(two)])
})

it('what another tab wrote below a message is no follower of something else when a reset takes that message away', async () => {
  const [one, two] = await openBoth(user('q'), user('p'))
  two.reads.shut()
  one.store.append(user('u'))
  await one.saver.flush()
  const { reads } = two.disk
  for (const deliver of news.splice(0)) deliver()
  await until('it is read', () => two.disk.reads > reads)
  two.looks.shut()
  const { looks } = two.disk
  two.reads.open()
  await until('it asks who writes answers', () => two.disk.looks > looks)
  const seen = new Set<string>()
  two.store.subscribeIds(() => shownIn(two).forEach((place) => seen.add(place)))
  two.store.reset([user('b')])
  two.looks.open()
  await settle(two, one, two)
  expect(seen).not.toContain('b > u')
  for (const tab of [one, two]) expect(shownIn(tab)).toEqual([' > b', ' > u'])
  expect(await stored(one)).toEqual([' > b', ' > u'])
})

it('a result that is taken out hands on the place that another tab gave it meanwhile', async () => {
  const [one, two] = await openBoth(user('q'), answer('a', 'c', 'd'), result('r', 'd'))
  one.disk.isFull = true
  one.store.remove('r')
  two.store.append(result('s', 'c'), { parent: 'a', between: true })
  two.store.append(user('u'))
  await two.saver.flush()
  await settle(one, two)
  one.disk.isFull = false
  await settle(one, two)
  for (const tab of [one, two]) expect(shownIn(tab)).toEqual([' > q', 'a > s', 'q > a', 's > u'])
  expect(await stored(one)).toEqual(shownIn(one))
})

describe('of two equal results of one call one is shown; the other one takes its place', () => {
  const twin = { ...result('s', 'c'), content: 'r' } as Message

  it('where another tab took the first one out, also when that is heard last', async () => {
    const [one, two] = await openBoth(user('q'), answer('a', 'c'), result('r', 'c'))
    const three = openTab()
    await three.saver.loaded
    one.store.remove('r')
    await one.saver.flush()
    await two.keeper().refresh!()
    two.store.append(twin, { parent: 'a' })
    await two.saver.flush()
    for (const deliver of news.splice(0).toReversed()) deliver()
    await until('it takes the place', () => shownIn(three).includes('a > s'))
    expect([shownIn(one), shownIn(two), shownIn(three)]).toEqual(
      Array.from({ length: 3 }, () => [' > q', 'a > s', 'q > a']),
    )
    expect(await stored(one)).toEqual(shownIn(one))
  })

  it('where this tab takes the first one out', async () => {
    const [one, two] = await openBoth(user('q'), answer('a', 'c'))
    one.store.append(result('r', 'c'))
    two.store.append(twin)
    await settle(one, two)
    expect(shownIn(one)).toEqual([' > q', 'a > r', 'q > a'])
    one.store.remove('r')
    await one.saver.flush()
    expect(shownIn(one)).toEqual([' > q', 'a > s', 'q > a'])
    expect(await stored(one)).toEqual(shownIn(one))
  })
})
