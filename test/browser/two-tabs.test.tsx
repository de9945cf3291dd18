import { createChat, defineTool } from '@antiphon/core'
import { immediateScheduler, callsAnswer, scriptedTransport, textAnswer } from '@antiphon/core/testing'
import { createAnswerLeases } from '@antiphon/core/keeper'
import { createIndexedDbStorage, createThreadSaver } from '@antiphon/threads'
import { afterEach, expect, test, vi } from 'vitest'
import * as z from 'zod'
import { until } from '../property/threads/scripted-page.js'

/** Locks, database and channel are those of the browser. A frame plays the part of a tab, because its locks are its own. */
const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const clean of cleanups.splice(0).toReversed()) await clean()
})

function openFrame(): { locks: LockManager; kill(): void } {
  const frame = document.createElement('iframe')
  document.body.append(frame)
  const { locks } = (frame.contentWindow as unknown as { navigator: Navigator }).navigator
  const kill = (): void => frame.remove()
  cleanups.push(kill)
  return { locks, kill }
}

function setUp() {
  const threadId = crypto.randomUUID()
  const name = `tabs ${threadId}`
  cleanups.push(() => new Promise((resolve) => (indexedDB.deleteDatabase(name).onsuccess = resolve)))
  let finish: (result: string) => void = () => {}
  const execute = vi.fn(() => new Promise<string>((resolve) => (finish = resolve)))
  const openTab = (locks: LockManager, ...answers: string[]) => {
    const pay = defineTool({
      name: 'pay',
      description: '',
      parameters: z.object({}),
      approval: 'always',
      execute,
    })
    const chat = createChat({
      transport: scriptedTransport(answers.map((answer) => [answer])),
      tools: [pay],
      threadId,
      scheduler: immediateScheduler,
    })
    const storage = createIndexedDbStorage({ name })
    const saver = createThreadSaver(chat, storage, { threadId, locks })
    cleanups.push(async () => {
      chat.stop()
      await saver.close()
      storage.close()
    })
    return { chat, saver }
  }
  const locksLeft = async (): Promise<string[]> => {
    const { held = [], pending = [] } = await navigator.locks.query()
    return [...held, ...pending].flatMap(({ name: lock = '' }) => (lock.includes(threadId) ? lock : []))
  }
  return { threadId, execute, openTab, locksLeft, finish: (result: string) => finish(result) }
}
const call = callsAnswer([{ name: 'pay' }])

test('a call is asked about and runs in the tab of its answer; the other one shows that, and its result', async () => {
  const { execute, openTab, locksLeft, finish } = setUp()
  const one = openTab(navigator.locks, call)
  await one.saver.loaded
  void one.chat.send('Pay.')
  await until('it asks', () => one.chat.getApprovals().length === 1)
  const other = openTab(openFrame().locks)
  await other.saver.loaded
  const answer = one.chat.store.getIds().at(-1)!
  expect(other.chat.getLiveStep(answer)?.elsewhere).toBe(true)
  expect(other.chat.getApprovals()).toEqual([])
  void one.chat.decideApproval(one.chat.getApprovals()[0]!.key, { type: 'allow' })
  await until('it runs', () => execute.mock.calls.length === 1)
  finish('paid')
  await until('the result is in the other', () =>
    other.chat.store.getMessages().some(({ content }) => content === 'paid'),
  )
  expect(execute).toHaveBeenCalledTimes(1)
  await until('it has ended', () => one.chat.getState().status !== 'streaming')
  await Promise.all([one.saver.close(), other.saver.close()])
  await vi.waitFor(async () => expect(await locksLeft()).toEqual([]))
})

test('two tabs that allow a question at rest at once run it once', async () => {
  const { execute, openTab, finish } = setUp()
  const gone = openFrame()
  const first = openTab(gone.locks, call)
  await first.saver.loaded
  void first.chat.send('Pay.')
  await until('it asks', () => first.chat.getApprovals().length === 1)
  await first.saver.flush()
  gone.kill()
  const tabs = [
    openTab(openFrame().locks, textAnswer('Paid.')),
    openTab(navigator.locks, textAnswer('Paid.')),
  ]
  for (const { chat } of tabs) await until('it asks', () => chat.getApprovals().length === 1)
  await Promise.all(
    tabs.map(({ chat }) => chat.decideApproval(chat.getApprovals()[0]!.key, { type: 'allow' })),
  )
  await until('it runs', () => execute.mock.calls.length > 0)
  finish('paid')
  for (const { chat } of tabs) {
    await until('all is here', () => chat.store.getMessages().at(-1)?.content === 'Paid.')
    expect(chat.store.getMessages().map(({ content }) => content)).toEqual(['Pay.', '', 'paid', 'Paid.'])
  }
  expect(execute).toHaveBeenCalledTimes(1)
})

test('the browser takes the leases of a page that is gone, and tells who waits', async () => {
  const threadId = crypto.randomUUID()
  const frame = openFrame()
  const [one, two] = [createAnswerLeases(threadId, frame.locks), createAnswerLeases(threadId)]
  expect(await one.take('a')).toBeTypeOf('function')
  expect([await two.isTaken('a'), await two.take('a')]).toEqual([true, undefined])
  expect(await two.takenElsewhere()).toEqual(new Set(['a']))
  const freed = two.freed('a', new AbortController().signal)
  frame.kill()
  await freed
  const release = await two.take('a')
  expect(release).toBeTypeOf('function')
  release!()
  // At once, before the browser has answered.
  const again = await two.take('a')
  expect(again).toBeTypeOf('function')
  again!()
})
