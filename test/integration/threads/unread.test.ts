import { createMemoryDatabase, createMemoryStorage, listThreads } from '@antiphon/threads'
import { beforeEach, expect, it, vi } from 'vitest'
import {
  createLockTable,
  createTabHub,
  openPage,
  until,
  type Page,
} from '../../property/threads/scripted-page.js'

let database = createMemoryDatabase()
let channel = createTabHub()
const locks = createLockTable()
const newPage = (): Page => openPage(createMemoryStorage({ database, channel }), locks, { now: () => 7 })
beforeEach(() => {
  database = createMemoryDatabase()
  channel = createTabHub()
})

const unreadOf = async (page: Page): Promise<unknown> => {
  const { threads } = await listThreads(page.sessions.storage)
  return Object.fromEntries(threads.map(({ id, unreadAt }) => [id, unreadAt]))
}
/** Asks in a thread; the answer ends when the returned function is called. */
async function ask(page: Page, threadId: string): Promise<() => Promise<void>> {
  const { chat, saver } = page.sessions.open(threadId)
  await saver.loaded
  const before = page.requests()
  void chat.send('hello')
  await until('the request', () => page.requests() === before + 1)
  return async () => {
    page.answerOf(threadId)!.delta('hi')
    page.answerOf(threadId)!.finish()
    await until('the end', () => chat.getState().status === 'ready')
    await saver.flush()
  }
}

it('an answer that ends while another thread is on screen makes its thread unread, until that is on screen', async () => {
  const page = newPage()
  const leave = page.sessions.show('a')
  const end = await ask(page, 'a')
  leave()
  const leaveB = page.sessions.show('b')
  await end()
  expect(await unreadOf(page)).toEqual({ a: 7 })
  leaveB()
  page.sessions.show('a')
  await vi.waitFor(async () => expect(await unreadOf(page)).toEqual({ a: undefined }))
})

it('one that ends on screen, or while nothing is, is read; so is one that was stopped by deleting its thread', async () => {
  const page = newPage()
  const leave = page.sessions.show('a')
  await (
    await ask(page, 'a')
  )()
  leave()
  await (
    await ask(page, 'b')
  )()
  expect(await unreadOf(page)).toEqual({ a: undefined, b: undefined })
  page.sessions.show('a')
  await ask(page, 'c')
  await page.sessions.remove('c')
  await page.sessions.restore('c')
  expect(await unreadOf(page)).toMatchObject({ c: undefined })
})

it('is unread in all tabs, and read where another tab has it on screen, also in one that was opened later', async () => {
  const [one, two] = [newPage(), newPage()]
  one.sessions.show('b')
  await (
    await ask(one, 'a')
  )()
  expect(await unreadOf(two)).toEqual({ a: 7 })
  two.sessions.show('a')
  await vi.waitFor(async () => expect(await unreadOf(one)).toEqual({ a: undefined }))
  await (
    await ask(one, 'a')
  )()
  await vi.waitFor(async () => expect(await unreadOf(one)).toEqual({ a: undefined }))
})
