import { getEventListeners } from 'node:events'
import { describe, expect, it, vi } from 'vitest'
import { createListeners } from '@antiphon/base'
import { countingIds } from '../testing/clock.js'
import { createMessageStore } from '../tree/message-store.js'
import { becomes, createMessageQueue, type QueueHost } from './message-queue.js'
import { createRun, type Run, type RunEnd } from './run.js'
import { setSystemPrompt, systemPromptOf } from './system-prompt.js'
import type { QueuedMessage } from './types.js'

/** A queue of a chat of which only this is there; `ask` ends as `ends` says, and calls `onAsk` before. */
function setUp({ ends = [] as RunEnd[], isLoaded = true, onAsk = () => {} } = {}) {
  const store = createMessageStore({
    messages: ['top', 'a', 'b'].map((id) => ({ id, role: 'user', content: id })),
    generateId: countingIds('s'),
  })
  const changes = createListeners()
  const busy = new Set<string>()
  const tabs = createListeners()
  let queue: readonly QueuedMessage[] = []
  let run: Run | undefined
  let load = (): void => {}
  const loaded = new Promise<void>((resolve) => (load = resolve))
  const asked: [unknown, string | null][] = []
  const set = vi.fn((next: readonly QueuedMessage[]) => {
    queue = next
    changes.notify()
  })
  const host = {
    store,
    elsewhere: {
      subscribe: tabs.add,
      isIn: (path: readonly { id: string }[]) => path.some(({ id }) => busy.has(id)),
    },
    keepers: { isLoaded: () => isLoaded, loaded: () => (isLoaded ? Promise.resolve() : loaded) },
    generateId: countingIds('q'),
    active: () => run,
    get: () => queue,
    set,
    subscribe: changes.add,
    ask: (message: QueuedMessage, place: string | null) => {
      queue = queue.filter(({ id }) => id !== message.id)
      asked.push([message.content, place])
      onAsk()
      return Promise.resolve(ends.shift() ?? 'done')
    },
  } as unknown as QueueHost
  return {
    store,
    host,
    set,
    asked,
    changes,
    tabs,
    queue: createMessageQueue(host),
    contents: () => queue.map(({ content }) => content),
    parents: () => queue.map(({ parent }) => parent),
    begin: (head: string) => (run = createRun(store, {}, head)),
    rest: () => (run = undefined),
    load: () => {
      isLoaded = true
      load()
    },
    occupy: (id: string, isBusy: boolean) => {
      busy[isBusy ? 'add' : 'delete'](id)
      tabs.notify()
    },
  }
}

describe('what waits is sent', () => {
  it('oldest first, until an answer does not end well', async () => {
    const { queue, asked, contents } = setUp({ ends: ['done', 'failed'] })
    for (const text of ['1', '2', '3']) queue.add(text)
    await queue.drain()
    expect([asked.map(([content]) => content), contents()]).toEqual([['1', '2'], ['3']])
    await queue.drain()
    expect([contents(), queue.isWaiting()]).toEqual([[], false])
  })

  it('to where it was shown when it was written, or to the end', async () => {
    const { queue, asked, store, parents } = setUp()
    queue.add('1')
    expect(parents()).toEqual(['b'])
    store.append({ id: 'c', role: 'user', content: 'c' }, { parent: 'a' })
    await queue.drain()
    expect(asked).toEqual([['1', 'b']])
  })

  it('not while a run is on', async () => {
    const { queue, asked, begin, rest } = setUp()
    begin('b')
    queue.add('1')
    await queue.drain()
    expect(asked).toEqual([])
    rest()
    await queue.drain()
    expect(asked).toHaveLength(1)
  })

  it('when the stored thread is read, and no other tab writes there; a stop ends the waiting', async () => {
    const { queue, asked, load, occupy, contents } = setUp({ isLoaded: false })
    queue.add('1')
    const sent = queue.drain()
    expect(queue.isWaiting()).toBe(true)
    occupy('b', true)
    load()
    await vi.waitFor(() => expect(asked).toEqual([]))
    expect(queue.isWaiting()).toBe(true)
    occupy('b', false)
    await sent
    expect([asked, queue.isWaiting()]).toEqual([[['1', 'b']], false])
    occupy('b', true)
    queue.add('2')
    const stopped = queue.drain()
    expect(queue.isWaiting()).toBe(true)
    queue.stop()
    await stopped
    expect([contents(), queue.isWaiting()]).toEqual([['2'], false])
  })

  it('no longer waited for where a run begins, or the message is taken out', async () => {
    const { queue, asked, begin, occupy, changes } = setUp()
    occupy('b', true)
    queue.add('1')
    const overtaken = queue.drain()
    begin('b')
    changes.notify()
    await overtaken
    const emptied = setUp()
    emptied.occupy('b', true)
    emptied.queue.add('1')
    const sent = emptied.queue.drain()
    emptied.queue.remove('q1')
    await sent
    expect([asked, emptied.asked]).toEqual([[], []])
    expect([queue.isWaiting(), emptied.queue.isWaiting()]).toEqual([false, false])
  })

  it('once, however often it is asked for; a stop ends that', async () => {
    const { queue, asked, occupy, contents } = setUp()
    occupy('b', true)
    queue.add('1')
    const sent = [queue.drain(), queue.drain()]
    queue.stop()
    await Promise.all(sent)
    occupy('b', false)
    await new Promise((resolve) => setImmediate(resolve))
    expect([asked, contents(), queue.isWaiting()]).toEqual([[], ['1'], false])
  })

  it('also when that was asked for right after a stop', async () => {
    const { queue, asked, occupy } = setUp()
    occupy('b', true)
    queue.add('1')
    const sent = queue.drain()
    queue.stop()
    void queue.drain()
    occupy('b', false)
    await sent
    expect(asked).toEqual([['1', 'b']])
  })

  it.each<[string, (made: ReturnType<typeof setUp>) => void, string[]]>([
    [
      'goes on after a failure where that was asked for as no run was on',
      ({ queue }) => void queue.drain(),
      ['1', '2'],
    ],
    [
      'does not where a run was on',
      ({ queue, begin }) => {
        begin('b')
        void queue.drain()
      },
      ['1'],
    ],
    [
      'does not where that was asked for before the run began',
      ({ queue, begin }) => {
        void queue.drain()
        queue.follow(begin('b'), {})
      },
      ['1'],
    ],
  ])('%s', async (_, onAsk, expected) => {
    const made = setUp({
      ends: ['failed'],
      onAsk() {
        onAsk(made)
        made.rest()
      },
    })
    for (const text of ['1', '2']) made.queue.add(text)
    await made.queue.drain()
    expect(made.asked.map(([content]) => content)).toEqual(expected)
  })
})

describe('a message', () => {
  it('belongs to nothing yet while nothing is read or there', () => {
    const unread = setUp({ isLoaded: false })
    unread.queue.add('1')
    const empty = setUp()
    empty.store.reset([])
    empty.queue.add('1')
    expect([unread.parents(), empty.parents()]).toEqual([[undefined], [undefined]])
  })

  it('sent while nothing is shown goes to the top, whatever is there later', async () => {
    const { queue, asked, store, begin, rest, parents } = setUp()
    begin('b')
    store.reset([])
    queue.add('1')
    expect(parents()).toEqual([null])
    store.append({ id: 'later', role: 'user', content: 'l' })
    rest()
    await queue.drain()
    expect(asked).toEqual([['1', null]])
  })

  it('sent while nothing is shown follows the system prompt that comes before its turn', async () => {
    const { store, queue, begin, rest, asked } = setUp()
    begin('b')
    store.reset([])
    queue.add('waits')
    setSystemPrompt(store, 'Be brief.')
    rest()
    await queue.drain()
    expect(asked).toEqual([['waits', systemPromptOf(store)!.id]])
  })

  it('sent after a run belongs to what is shown, with one that waits for that run to the run', () => {
    const { queue, begin, rest, parents, store } = setUp()
    queue.follow(begin('b'), {})
    queue.add('1')
    rest()
    queue.add('2')
    expect(parents()).toEqual([undefined, undefined])
    queue.remove('q1')
    queue.remove('q2')
    queue.add('3')
    expect(parents()).toEqual(['b'])
    queue.remove('q3')
    queue.follow(begin('b'), {})
    store.append({ id: 'c', role: 'user', content: 'c' }, { parent: 'a' })
    queue.add('4')
    rest()
    store.activate('b')
    queue.add('5')
    expect(parents()).toEqual(['c', 'b'])
  })
})

it('taking a message out that is not there tells nobody', () => {
  const { queue, set, contents } = setUp()
  queue.add('1')
  set.mockClear()
  queue.remove('gone')
  expect(set).not.toHaveBeenCalled()
  queue.remove('q1')
  expect(contents()).toEqual([])
})

describe('a run', () => {
  it('takes what was sent to it, until it is ended', () => {
    const { queue, begin, contents } = setUp()
    const run = begin('b')
    expect(queue.steer(run, () => {})).toBe(false)
    for (const text of ['1', '2']) queue.add(text)
    const taken: unknown[] = []
    expect(queue.steer(run, ({ content }) => (taken.push(content), run.end()))).toBe(true)
    expect([taken, contents()]).toEqual([['1'], ['2']])
    expect(queue.steer(begin('b'), () => {})).toBe(true)
    expect(contents()).toEqual([])
  })

  it('that asks again further up takes what waits with it; one with a new question does not', () => {
    const { queue, begin, parents } = setUp()
    queue.follow(begin('b'), {})
    queue.add('1')
    queue.follow(begin('a'), {})
    expect(parents()).toEqual([undefined])
    queue.follow(begin('top'), { isNew: true })
    expect(parents()).toEqual(['a'])
  })

  it('below the rest of a removed branch takes what waits with it', () => {
    const { queue, begin, parents, store } = setUp()
    store.append({ id: 'gone', role: 'user', content: 'gone' }, { parent: 'a' })
    queue.follow(begin('gone'), {})
    queue.add('1')
    store.remove('gone')
    queue.follow(begin('b'), {})
    expect(parents()).toEqual([undefined])
  })

  it('with a new question in another branch leaves what waits behind the rest of a removed one', () => {
    const { queue, begin, rest, store, parents } = setUp()
    for (const id of ['older', 'younger', 'gone'])
      store.append({ id, role: 'user', content: id }, { parent: 'a' })
    queue.follow(begin('gone'), {})
    queue.add('1')
    rest()
    store.remove('gone')
    store.append({ id: 'new', role: 'user', content: 'new' }, { parent: 'older' })
    queue.follow(begin('new'), { isNew: true })
    expect(parents()).toEqual(['a'])
  })

  it('that begins leaves an empty queue alone, and what waits for another branch with that', () => {
    const { queue, begin, set, store, parents } = setUp()
    const first = begin('b')
    queue.follow(first, {})
    expect(set).not.toHaveBeenCalled()
    queue.add('1')
    store.append({ id: 'c', role: 'user', content: 'c' }, { parent: 'a' })
    queue.follow(begin('c'), {})
    expect(parents()).toEqual(['b'])
    queue.follow(begin('b'), { parent: 'x' })
    expect(parents()).toEqual(['b'])
    queue.follow(begin('b'), { parent: 'b' })
    expect(parents()).toEqual([undefined])
  })
})

it.each(['store', 'tabs', 'changes'] as const)(
  'what becomes so is looked at with each change of %s, once',
  async (which) => {
    const made = setUp()
    let isSo = false
    const look = vi.fn(() => isSo)
    const change = {
      store: () => void made.store.append({ role: 'user', content: 'x' }),
      tabs: made.tabs.notify,
      changes: made.changes.notify,
    }[which]
    const done = becomes(made.host, look)
    change()
    isSo = true
    change()
    await done
    change()
    expect(look).toHaveBeenCalledTimes(3)
    const controller = new AbortController()
    const never = becomes(made.host, () => false, controller.signal)
    controller.abort()
    await never
    expect([made.tabs.size, made.changes.size]).toEqual([0, 0])
    await becomes(made.host, () => true)
  },
)

it('a run that lives on keeps no listener of what has become so', async () => {
  const { signal } = new AbortController()
  await becomes(setUp().host, () => true, signal)
  expect(getEventListeners(signal, 'abort')).toEqual([])
})
