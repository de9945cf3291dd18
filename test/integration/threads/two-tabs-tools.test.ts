import {
  createChat,
  defineTool,
  pairToolCalls,
  type AssistantMessage,
  type ChatController,
  type StoredMessage,
} from '@antiphon/core'
import { removeFrom } from '@antiphon/shell/thread'
import {
  immediateScheduler,
  callsAnswer,
  createLockTable,
  scriptedTransport,
  textAnswer,
  type PageLocks,
} from '@antiphon/core/testing'
import {
  createMemoryDatabase,
  createMemoryStorage,
  createThreadSaver,
  StorageError,
  type NodeRecord,
} from '@antiphon/threads'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod'
import { createTabHub, until } from '../../property/threads/scripted-page.js'

let database = createMemoryDatabase()
let channel = createTabHub()
let locks = createLockTable()
/** How often the tool ran, in all tabs. */
let runs = 0
let finish: (result: string) => void = () => {}
/** That of each run, in their order. */
let ends: (typeof finish)[] = []
beforeEach(() => {
  database = createMemoryDatabase()
  channel = createTabHub()
  locks = createLockTable()
  runs = 0
  ends = []
})

/** A tab with the thread, and the one tool: it runs until the test says. */
function openTab(approval: 'always' | 'never', ...answers: string[]) {
  const page: PageLocks = locks.page()
  const pay = defineTool({
    name: 'pay',
    description: '',
    parameters: z.object({}),
    approval,
    execute: () => {
      runs++
      return new Promise<string>((resolve) => ends.push((finish = resolve)))
    },
  })
  const transport = scriptedTransport(
    answers.map((text) => {
      const pay = { name: 'pay', args: '{}' }
      const calls = text === 'pay' ? [pay] : text === 'pay twice' ? [pay, pay] : []
      return [calls.length > 0 ? callsAnswer(calls) : textAnswer(text)]
    }),
  )
  const chat = createChat({ threadId: 't', transport, tools: [pay], scheduler: immediateScheduler })
  const storage = createMemoryStorage({ database, channel })
  let isDead = false
  let isFull = false
  let isUnreadable = false
  const timers = new Set<() => void>()
  const never = new Promise<never>(() => {})
  const saver = createThreadSaver(
    chat,
    {
      ...storage,
      async read(threadId, ids) {
        if (isUnreadable) throw new StorageError({ kind: 'denied', message: 'Denied.' })
        return storage.read(threadId, ids)
      },
      async write(write) {
        if (isFull) throw new StorageError({ kind: 'quota', message: 'Full.' })
        return isDead ? never : storage.write(write)
      },
    },
    {
      threadId: 't',
      locks: page,
      setTimer(callback) {
        timers.add(callback)
        return () => void timers.delete(callback)
      },
    },
  )
  return {
    chat,
    saver,
    storage,
    setFull: (next: boolean) => void (isFull = next),
    setUnreadable: (next: boolean) => void (isUnreadable = next),
    /** Lets all timers of the saver fire. */
    tick: () => timers.forEach((timer) => (timers.delete(timer), timer())),
    /** As a crash does it. */
    kill() {
      isDead = true
      storage.close()
      page.kill()
    },
  }
}

const answerId = (chat: ChatController): string =>
  chat.store.getMessages().find(({ role }) => role === 'assistant')?.id ?? ''
const stepOf = (chat: ChatController) => chat.getLiveStep(answerId(chat))
const storedAnswer = () =>
  ([...(database.nodes.get('t')?.values() ?? [])] as NodeRecord[]).findLast(
    ({ message }) => message?.role === 'assistant',
  )
const results = (chat: ChatController) =>
  chat.store
    .getMessages()
    .filter(({ role }) => role === 'tool')
    .map(({ content }) => content)
const texts = (chat: ChatController) => chat.store.getMessages().map(({ content }) => content)
const isReady = (chat: ChatController) => () => chat.getState().status === 'ready'

it('a question that another tab removes takes its answer along, of which nothing has arrived', async () => {
  const [one, two] = [openTab('never', 'Hello.'), openTab('never')]
  for (const { saver } of [one, two]) await saver.loaded
  await one.chat.send('Hi.')
  one.chat.configure({ beforeRequest: () => new Promise<void>(() => {}) })
  const sent = one.chat.send('More.')
  await until('the other tab has it', () => texts(two.chat).length === 4)
  removeFrom(two.chat, two.chat.store.getIds()[2]!)
  await sent
  for (const { chat } of [one, two]) {
    await until('it is at rest', () => isReady(chat)() && texts(chat).length === 2)
    expect(texts(chat)).toEqual(['Hi.', 'Hello.'])
  }
  await until('no lock is left', () => locks.names().length === 0)
  expect(storedAnswer()?.open).toBeUndefined()
})

describe('calls that run in another tab', () => {
  it('are seen running, run once, and what is sent meanwhile goes out when all has ended', async () => {
    const one = openTab('never', 'pay', 'Paid.')
    await one.saver.loaded
    const sent = one.chat.send('Pay.')
    await until('the call runs', () => runs === 1)
    // Opened while it runs.
    const two = openTab('never', 'Gladly.')
    await two.saver.loaded
    expect(stepOf(two.chat)).toMatchObject({ elsewhere: true, phase: 'tools' })
    await until('it is seen running', () => stepOf(two.chat)?.calls[0]?.state === 'running')
    expect(two.chat.getState().status).toBe('streaming')
    // Neither goes on with it.
    await two.chat.continue()
    two.chat.stop()
    void two.chat.send('Thanks.')
    await until('it waits', () => two.chat.getState().queue.length === 1)
    expect([results(two.chat), one.chat.getState().status]).toEqual([[], 'streaming'])
    finish('paid')
    await sent
    const all = ['Pay.', '', 'paid', 'Paid.', 'Thanks.', 'Gladly.']
    for (const { chat } of [one, two]) {
      await until('all is here', () => texts(chat).length === all.length && isReady(chat)())
      expect(texts(chat)).toEqual(all)
    }
    expect(runs).toBe(1)
    await until('no lock is left', () => locks.names().length === 0)
  })

  it('stay whole when another tab puts back the beginning of their answer, which is all that it had seen', async () => {
    const one = openTab('always', 'pay', 'Paid.')
    await one.saver.loaded
    const sent = one.chat.send('Pay.')
    await until('somebody is asked', () => one.chat.getApprovals().length === 1)
    await one.saver.flush()
    const whole = storedAnswer()!
    const { tool_calls, ...beginning } = whole.message as AssistantMessage & StoredMessage
    expect(tool_calls).toHaveLength(1)
    await createMemoryStorage({ database, channel }).write({
      threadId: 't',
      known: true,
      at: 0,
      durability: 'strict',
      nodes: [{ ...whole, message: beginning }],
    })
    await until('it is stored whole again', () => isDeepStrictEqual(storedAnswer()!.message, whole.message))
    void one.chat.decideApproval(one.chat.getApprovals()[0]!.key, { type: 'allow' })
    await until('it runs', () => runs === 1)
    finish('paid')
    await sent
    expect(texts(one.chat)).toEqual(['Pay.', '', 'paid', 'Paid.'])
  })

  it.each([false, true])(
    'stay with the results that they have when another tab empties the thread, whose end was not stored by then (known there: %s)',
    async (isKnown) => {
      const one = openTab('never', 'pay twice', 'Paid.')
      await one.saver.loaded
      const sent = one.chat.send('Pay.')
      await until('both run', () => runs === 2)
      ends[0]!('the first')
      await until('one result is here', () => results(one.chat).length === 1)
      await one.saver.flush()
      const nodes = [...database.nodes.get('t')!.values()] as NodeRecord[]
      const empty = () =>
        createMemoryStorage({ database, ...(isKnown && { channel }) }).write({
          threadId: 't',
          known: true,
          at: 0,
          durability: 'strict',
          nodes: nodes.map(({ v, threadId, id, parent, order, message }) => ({
            v,
            threadId,
            id,
            parent,
            order,
            removed: true,
            role: message!.role,
          })),
        })
      one.setFull(isKnown)
      if (!isKnown) await empty()
      ends[1]!('the second')
      await sent
      if (isKnown) await empty()
      if (isKnown) await until('the question is gone', () => !texts(one.chat).includes('Pay.'))
      one.setFull(false)
      one.tick()
      await one.saver.flush()
      const two = openTab('never')
      await two.saver.loaded
      for (const { chat } of [one, two]) expect(results(chat)).toEqual(['the first', 'the second'])
    },
  )

  it('that begins with an answer at rest in both: the other neither runs it nor calls it interrupted', async () => {
    const first = openTab('always', 'pay')
    await first.saver.loaded
    void first.chat.send('Pay.')
    await until('it asks', () => first.chat.getApprovals().length === 1)
    await first.saver.flush()
    first.kill()
    const [one, two] = [openTab('always', 'Paid.'), openTab('always')]
    for (const { chat } of [one, two]) await vi.waitFor(() => expect(chat.getApprovals()).toHaveLength(1))
    const allowed = one.chat.decideApproval(one.chat.getApprovals()[0]!.key, { type: 'allow' })
    await until('the call runs', () => runs === 1)
    await until('the other sees it', () => stepOf(two.chat)?.elsewhere === true)
    expect(two.chat.getApprovals()).toEqual([])
    await two.chat.continue()
    finish('paid')
    await allowed
    for (const { chat } of [one, two]) {
      await until('all is here', () => texts(chat).length === 4 && isReady(chat)())
      expect(texts(chat)).toEqual(['Pay.', '', 'paid', 'Paid.'])
    }
    expect(runs).toBe(1)
  })

  it('both tabs allow at once: it runs in one of them, once', async () => {
    const first = openTab('always', 'pay')
    await first.saver.loaded
    void first.chat.send('Pay.')
    await until('it asks', () => first.chat.getApprovals().length === 1)
    await first.saver.flush()
    first.kill()
    const tabs = [openTab('always', 'Paid.'), openTab('always', 'Paid.')]
    for (const { chat } of tabs) await vi.waitFor(() => expect(chat.getApprovals()).toHaveLength(1))
    await Promise.all(
      tabs.map(({ chat }) => chat.decideApproval(chat.getApprovals()[0]!.key, { type: 'allow' })),
    )
    await until('the call runs', () => runs > 0)
    finish('paid')
    for (const { chat } of tabs) {
      await until('all is here', () => texts(chat).at(-1) === 'Paid.' && isReady(chat)())
      expect(texts(chat)).toEqual(['Pay.', '', 'paid', 'Paid.'])
    }
    expect(runs).toBe(1)
  })

  it('a question that another tab asks is asked there only; when that tab dies it is asked here', async () => {
    const one = openTab('always', 'pay')
    await one.saver.loaded
    void one.chat.send('Pay.')
    await until('it asks', () => one.chat.getApprovals().length === 1)
    await one.saver.flush()
    const two = openTab('always', 'Paid.')
    await two.saver.loaded
    expect(stepOf(two.chat)?.elsewhere).toBe(true)
    expect(two.chat.getApprovals()).toEqual([])
    one.kill()
    await until('it is asked', () => two.chat.getApprovals().length === 1)
    void two.chat.decideApproval(two.chat.getApprovals()[0]!.key, { type: 'allow' })
    await until('the call runs', () => runs === 1)
    finish('paid')
    await until('all is here', () => texts(two.chat).at(-1) === 'Paid.')
  })

  it('a question is stored as soon as it is asked: a tab that dies then takes nothing with it', async () => {
    const one = openTab('always', 'pay')
    await one.saver.loaded
    void one.chat.send('Pay.')
    await until('it asks', () => one.chat.getApprovals().length === 1)
    // No timer fires: what is stored now is stored because the answer has ended.
    await until('it is stored', () => storedAnswer()?.open === undefined)
    one.kill()
    const two = openTab('always', 'Paid.')
    await until('it is asked', () => two.chat.getApprovals().length === 1)
  })

  it('of a tab that dies are never run again: one result says that they were interrupted', async () => {
    const one = openTab('never', 'pay')
    await one.saver.loaded
    void one.chat.send('Pay.')
    await until('the call runs', () => runs === 1)
    await one.saver.flush()
    const two = openTab('never', 'Sorry.')
    await two.saver.loaded
    expect(stepOf(two.chat)?.elsewhere).toBe(true)
    one.kill()
    await until('it is at rest', () => stepOf(two.chat) === undefined)
    expect(results(two.chat)).toEqual([])
    await two.chat.continue()
    await until('all is here', () => texts(two.chat).at(-1) === 'Sorry.')
    expect(results(two.chat)).toHaveLength(1)
    expect(String(results(two.chat)[0])).toContain('not known whether it took effect')
    expect(pairToolCalls(two.chat.store.getMessages()).calls[0]!.result).toBeDefined()
    expect(runs).toBe(1)
  })

  /** Two tabs show the question of one call. */
  async function askInTwoTabs() {
    const first = openTab('always', 'pay')
    await first.saver.loaded
    void first.chat.send('Pay.')
    await until('it asks', () => first.chat.getApprovals().length === 1)
    await first.saver.flush()
    first.kill()
    const [one, two] = [openTab('always', 'Paid.'), openTab('always', 'Paid again.')]
    for (const { chat } of [one, two]) await until('it asks', () => chat.getApprovals().length === 1)
    return { one, two, question: two.chat.getApprovals()[0]! }
  }

  /** The call ran in the first tab, which could not store it; the second one still shows the question. */
  async function runUnsaved() {
    const { one, two, question } = await askInTwoTabs()
    one.setFull(true)
    const allowed = one.chat.decideApproval(one.chat.getApprovals()[0]!.key, { type: 'allow' })
    await until('the call runs', () => runs === 1)
    finish('paid')
    await allowed
    // It goes on when a tab has waited long enough for what it cannot store.
    const goesOn = setInterval(one.tick)
    await until('it is answered', () => texts(one.chat).at(-1) === 'Paid.' && isReady(one.chat)())
    clearInterval(goesOn)
    expect(one.saver.getState().problem?.kind).toBe('quota')
    return { one, two, question }
  }

  it('whose result could not be stored are not run again: the other tab waits until it is stored', async () => {
    const { one, two, question } = await runUnsaved()
    expect(await two.chat.decideApproval(question.key, { type: 'allow' })).toEqual({ status: 'stale' })
    expect(await two.chat.addToolResult(question.callKey, 'mine')).toBe(false)
    expect(stepOf(two.chat)?.elsewhere).toBe(true)
    // Nothing is done in the first tab: it tries again by itself.
    one.setFull(false)
    one.tick()
    await until('all is here', () => texts(two.chat).length === 4 && isReady(two.chat)())
    expect(texts(two.chat)).toEqual(['Pay.', '', 'paid', 'Paid.'])
    expect(runs).toBe(1)
    await until('no lock is left', () => locks.names().length === 0)
  })

  it('that another tab answered are not run where that could not be read; they are seen as answered once it can', async () => {
    const { one, two } = await askInTwoTabs()
    two.setUnreadable(true)
    await one.chat.addToolResult(one.chat.getApprovals()[0]!.callKey, 'paid elsewhere')
    await until('it is stored', () => one.saver.getState().status === 'saved' && isReady(one.chat)())
    await until('the other is behind', () => two.saver.getState().problem?.kind === 'denied')
    const [question] = two.chat.getApprovals()
    expect(await two.chat.decideApproval(question!.key, { type: 'allow' })).toEqual({
      status: 'stale',
      reason: 'unread',
    })
    expect([runs, two.chat.getApprovals().length, texts(two.chat)]).toEqual([0, 1, ['Pay.', '']])
    two.setUnreadable(false)
    expect(await two.chat.decideApproval(question!.key, { type: 'allow' })).toEqual({ status: 'stale' })
    expect(texts(two.chat).slice(0, 4)).toEqual(['Pay.', '', 'paid elsewhere', 'Paid.'])
    expect(runs).toBe(0)
    await until('no lock is left', () => locks.names().length === 0)
  })

  it('of a deleted thread do not run: their results could not be stored; once it is had back, one tab runs them', async () => {
    const { one, two } = await askInTwoTabs()
    const allow = (chat: ChatController) =>
      chat.decideApproval(chat.getApprovals()[0]!.key, { type: 'allow' })
    await one.storage.update('t', { removedAt: 1 })
    for (const { chat, saver } of [one, two]) {
      await until('it knows', () => saver.getState().problem?.kind === 'removed')
      // A deleted thread is not one that could not be read: trying again would not help.
      expect(await allow(chat)).toEqual({ status: 'stale' })
      await chat.continue()
      await until('it asks again', () => chat.getApprovals().length === 1)
      expect([runs, texts(chat)]).toEqual([0, ['Pay.', '']])
    }
    await one.storage.update('t', { removedAt: null })
    await until('both are back', () => [one, two].every(({ saver }) => saver.getState().status === 'saved'))
    const allowed = allow(one.chat)
    await until('the call runs', () => runs === 1)
    finish('paid')
    await allowed
    await until('all is here', () => texts(two.chat).length === 4 && isReady(two.chat)())
    expect(texts(two.chat)).toEqual(['Pay.', '', 'paid', 'Paid.'])
    expect(runs).toBe(1)
    await until('no lock is left', () => locks.names().length === 0)
  })

  it('are not run again either where the tab that ran them took them out and could not store that', async () => {
    const { one, two, question } = await runUnsaved()
    one.chat.store.reset([])
    await one.saver.flush()
    expect(await two.chat.decideApproval(question.key, { type: 'allow' })).toEqual({ status: 'stale' })
    one.setFull(false)
    await one.saver.flush()
    await until('it is taken out', () => texts(two.chat).length === 0 && isReady(two.chat)())
    expect(runs).toBe(1)
    await until('no lock is left', () => locks.names().length === 0)
  })
})
