import { describe, expect, it, vi } from 'vitest'
import { ChatError } from '../errors/chat-error.js'
import type { AssistantMessage, Message } from '../message/types.js'
import { createLockTable, scriptedTransport, textAnswer } from '../testing/index.js'
import type { Tool } from '../tools/types.js'
import { createMessageStore } from '../tree/message-store.js'
import { immediateScheduler } from '../tree/scheduler.js'
import { createKeepers, type ChatKeeper } from './keepers.js'
import { createAnswerLeases } from './leases.js'
import { createElsewhere, createLiveSteps } from './live-steps.js'
import { createPerformer, targetOf, unanswered, type PerformerHost } from './perform-run.js'
import { beginAnswer, createRun } from './run.js'
import type { ChatConfig } from './types.js'

const user: Message = { id: 'u', role: 'user', content: 'go' }
const calling: AssistantMessage = {
  id: 'a',
  role: 'assistant',
  content: '',
  finishReason: 'tool_calls',
  tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }],
}
const tool: Tool = { name: 'f', description: '', parameters: {}, execute: () => 'r' }
const done = Promise.resolve()
const refused = new ChatError({ kind: 'provider', message: 'refused', model: 'm' })

/** The performer of a chat of which only this is there, and a run from `head`. */
function setUp({
  messages = [user],
  head = 'u',
  config,
  keeper,
  ...over
}: Partial<PerformerHost> & {
  messages?: Message[]
  head?: string
  config?: ChatConfig
  keeper?: ChatKeeper
} = {}) {
  const store = createMessageStore({ messages, scheduler: immediateScheduler })
  const live = createLiveSteps()
  const keepers = createKeepers()
  if (keeper) keepers.attach(keeper)
  const now = () => 7
  const elsewhere = createElsewhere(store, live, now)
  const host: PerformerHost = {
    store,
    live,
    elsewhere,
    keepers,
    now,
    onFirstToken: () => {},
    loadTools: () => Promise.reject(new Error('There are none.')),
    steer: () => false,
    ...over,
  }
  const performer = createPerformer(host)
  const transport = scriptedTransport([textAnswer('done')])
  const run = createRun(store, { transport, model: 'm', tools: [tool], ...config }, head)
  const begin = () => performer.perform(run, beginAnswer(host, run), done)
  const resume = () => performer.perform(run, undefined, done)
  const contents = () => store.getMessages().map(({ content }) => content)
  return { store, live, elsewhere, performer, transport, run, begin, resume, contents }
}

/** Another tab of the same browser has the answer `a`. */
async function heldElsewhere(keeper: ChatKeeper = {}) {
  const table = createLockTable()
  const release = await createAnswerLeases('t', table.page()).take('a')
  const leases = createAnswerLeases('t', table.page())
  const set = setUp({ messages: [user, calling], head: 'a', keeper: { leases, ...keeper } })
  expect(await set.resume()).toBe('stopped')
  expect([set.elsewhere.isShown(), set.live.get('a')?.elsewhere]).toEqual([true, true])
  return { ...set, table, release: release! }
}

describe('an answer for which nothing was requested', () => {
  it('says that it was stopped, or what failed', () => {
    const empty = { role: 'assistant', content: '', timing: { startedAt: 5, durationMs: 0 } }
    expect(unanswered(undefined, 5, 'm')).toStrictEqual({ ...empty, finishReason: 'cancelled' })
    const failed = { ...empty, finishReason: 'error', isError: true }
    expect(unanswered(refused, 5, 'other')).toStrictEqual({ ...failed, error: refused.data })
    expect(unanswered(new Error('no'), 5, 'm')).toStrictEqual({
      ...failed,
      error: { kind: 'provider', message: 'Error: no', model: 'm' },
    })
  })

  it('is the empty answer that was begun, which is no longer live', async () => {
    const { store, live, performer, run } = setUp()
    const first = beginAnswer({ store, live, now: () => 3 }, run)!
    expect(await performer.perform(run, first, Promise.reject(refused))).toBe('failed')
    expect(store.getMessages().at(-1)).toEqual({ ...first, ...unanswered(refused, 7, 'm') })
    expect(live.get(first.id)).toBeUndefined()
  })

  it('is cancelled when the run ends while the one before still writes', async () => {
    const { store, live, performer, run } = setUp()
    const first = beginAnswer({ store, live, now: () => 3 }, run)!
    const ended = performer.perform(run, first, new Promise(() => {}))
    run.end()
    expect(await ended).toBe('stopped')
    expect(store.getMessages().at(-1)).toEqual({ ...first, ...unanswered(undefined, 7, 'm') })
    expect(live.get(first.id)).toBeUndefined()
  })

  it('is a new one where a thread was to go on, unless its branch is gone or it was stopped', async () => {
    const failed = setUp()
    expect(await failed.performer.perform(failed.run, undefined, Promise.reject(refused))).toBe('failed')
    const added = failed.store.getMessages().at(-1)!
    expect(added).toEqual({ ...unanswered(refused, 7, 'm'), id: failed.run.answerId, timestamp: 7 })
    const gone = setUp()
    gone.store.remove('u')
    expect(await gone.performer.perform(gone.run, undefined, Promise.reject(refused))).toBe('failed')
    const stopped = setUp()
    const ended = stopped.performer.perform(stopped.run, undefined, new Promise(() => {}))
    stopped.run.end()
    expect(await ended).toBe('stopped')
    expect([gone.contents(), stopped.contents()]).toEqual([[], ['go']])
  })

  it('follows the answer whose calls could not be run; a fault of the program is thrown', async () => {
    const broken = { messages: [user, calling], head: 'a', loadTools: () => Promise.reject(refused) }
    const failed = setUp(broken)
    expect(await failed.resume()).toBe('failed')
    expect(failed.store.getMessages().at(-1)).toMatchObject({ isError: true, error: refused.data })
    const thrown = new Error('a fault')
    const faulty = setUp({ ...broken, loadTools: () => Promise.reject(thrown) })
    await expect(faulty.resume()).rejects.toBe(thrown)
    const late = setUp({ ...broken, loadTools: () => (late.run.end(), Promise.reject(thrown)) })
    await expect(late.resume()).rejects.toBe(thrown)
  })
})

it('settings that name neither an endpoint nor a transport are refused in words', () => {
  expect(() => targetOf({})).toThrow(
    new TypeError('The chat has no `endpoint` and no `transport`. Give it one of them.'),
  )
})

describe('the lease of an answer', () => {
  it('is held under the name of the thread while the run lasts', async ({ onTestFinished }) => {
    const table = createLockTable()
    vi.stubGlobal('navigator', { locks: table.page() })
    onTestFinished(() => void vi.unstubAllGlobals())
    const isHeld = () =>
      vi.waitFor(() => expect(table.names()).toEqual([`antiphon answer t ${store.getIds().at(-1)!}`]))
    const { begin, store } = setUp({ threadId: 't', config: { beforeRequest: isHeld } })
    expect(await begin()).toBe('done')
    await vi.waitFor(() => expect(table.names()).toEqual([]))
  })

  it('is needed by no chat without a name', async ({ onTestFinished }) => {
    const table = createLockTable()
    vi.stubGlobal('navigator', { locks: table.page() })
    onTestFinished(() => void vi.unstubAllGlobals())
    const claims = await setUp().performer.claims()
    expect([await claims.take('a'), table.names()]).toEqual([true, []])
  })

  it('that another tab has shows the answer as written there, until what came of it was read', async () => {
    const refresh = vi.fn(() => Promise.resolve(true))
    const { elsewhere, live, release, store } = await heldElsewhere({ refresh })
    refresh.mockClear()
    release()
    await vi.waitFor(() => expect(elsewhere.isShown()).toBe(false))
    expect([refresh.mock.calls.length, elsewhere.has('a'), live.get('a')]).toEqual([1, false, undefined])
    expect(store.getIds()).toEqual(['u', 'a'])
  })

  it('that another tab had keeps the answer from going on here, where nothing tells what came of it', async () => {
    const { elsewhere, live, release } = await heldElsewhere()
    release()
    await vi.waitFor(() => expect(elsewhere.isShown()).toBe(false))
    expect([elsewhere.has('a'), live.get('a')]).toEqual([true, undefined])
  })

  it('is waited for no longer once somebody else said that the answer is free', async () => {
    const refresh = vi.fn(() => Promise.resolve(true))
    const { elsewhere, table, release } = await heldElsewhere({ refresh })
    refresh.mockClear()
    await vi.waitFor(() => expect(table.names()).toHaveLength(2))
    elsewhere.set('b', true)
    expect(table.names()).toHaveLength(2)
    elsewhere.set('a', false)
    expect(table.names()).toHaveLength(1)
    release()
    await vi.waitFor(() => expect(table.names()).toEqual([]))
    expect(refresh).not.toHaveBeenCalled()
  })
})

it('a stop while another tab’s changes are read ends the run without a word', async () => {
  const leases = createAnswerLeases('t', createLockTable().page())
  const refresh = vi.fn(() => new Promise<boolean>(() => {}))
  const { resume, run, contents } = setUp({
    messages: [user, calling],
    head: 'a',
    keeper: { leases, refresh },
  })
  const ended = resume()
  await vi.waitFor(() => expect(refresh).toHaveBeenCalled())
  run.end()
  expect(await ended).toBe('stopped')
  expect(contents()).toEqual(['go', ''])
})

describe('the system prompt', () => {
  it('is put before a first question, and not before one that goes on, unless it was changed', async () => {
    const system = 'Be brief.'
    const first = setUp({ system, config: { system } })
    await first.begin()
    expect(first.contents()).toEqual([system, 'go', 'done'])
    const goesOn = setUp({ system, config: { system } })
    await goesOn.resume()
    expect(goesOn.contents()).toEqual(['go', 'done'])
    const changed = setUp({ system: 'Be long.', config: { system } })
    await changed.resume()
    expect(changed.contents()).toEqual([system, 'go', 'done'])
  })

  it('that was changed holds once: what the user wrote over it stays', async () => {
    const { performer, store, resume, contents } = setUp({ config: { system: 'new' } })
    await resume()
    const [top] = store.getMessages()
    store.write(top!.id, { ...top!, role: 'system', content: 'mine' })
    const transport = scriptedTransport([textAnswer('more')])
    const again = createRun(store, { transport, system: 'new' }, store.getIds().at(-2)!)
    await performer.perform(again, undefined, done)
    expect(contents()).toEqual(['mine', 'go', 'more'])
  })
})
