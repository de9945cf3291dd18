import { afterEach, expect, it, vi } from 'vitest'
import { createLockTable } from '../testing/lock-table.js'
import { createAnswerLeases, type LeaseLocks } from './leases.js'

afterEach(() => void vi.unstubAllGlobals())

const never = new AbortController().signal

/** Two tabs of one browser with the same thread. */
function twoTabs() {
  const table = createLockTable()
  const pages = [table.page(), table.page()] as const
  const [one, two] = pages.map((page) => createAnswerLeases('t', page))
  return { table, pages, one: one!, two: two! }
}

it('is given to one tab at a time, and to the next one when it was given back', async () => {
  const { table, one, two } = twoTabs()
  const [mine, yours] = await Promise.all([one.take('a'), two.take('a')])
  expect([typeof mine, typeof yours]).toEqual(['function', 'undefined'])
  expect(await Promise.all([one.isTaken('a'), two.isTaken('a'), two.isTaken('b')])).toEqual([
    true,
    true,
    false,
  ])
  expect(table.names()).toEqual(['antiphon answer t a'])
  mine!()
  await two.freed('a', never)
  expect(await two.take('a')).toBeTypeOf('function')
})

it('is given to one chat of a page at a time', async () => {
  const page = createLockTable().page()
  const [one, two] = [createAnswerLeases('t', page), createAnswerLeases('t', page)]
  const release = await one.take('a')
  expect(await two.take('a')).toBeUndefined()
  release!()
  // Taken at once, before the browser has handled the release.
  expect(await one.take('a')).toBeTypeOf('function')
  expect([one.holds('a'), two.holds('a'), one.holds('b')]).toEqual([true, false, false])
})

it('is shared by all who take it for one chat, and free when the last has given it back', async () => {
  const { table, one, two } = twoTabs()
  const [first, second] = await Promise.all([one.take('a'), one.take('a')])
  first!()
  first!()
  expect([one.holds('a'), await two.take('a')]).toEqual([true, undefined])
  second!()
  await two.freed('a', never)
  expect([one.holds('a'), table.names()]).toEqual([false, []])
})

it('tells which answers of the thread others have, also another chat of this page', async () => {
  const { pages, one, two } = twoTabs()
  const other = createAnswerLeases('u', pages[0])
  const same = createAnswerLeases('t', pages[0])
  const release = await one.take('a')
  await Promise.all([two.take('b'), other.take('c'), same.take('d')])
  expect([...(await one.takenElsewhere())].sort()).toEqual(['b', 'd'])
  expect([...(await two.takenElsewhere())].sort()).toEqual(['a', 'd'])
  release!()
  expect((await one.takenElsewhere()).has('a')).toBe(false)
  await two.freed('a', never)
  expect((await two.takenElsewhere()).has('a')).toBe(false)
  // Held by another one from now on.
  await two.take('a')
  expect((await one.takenElsewhere()).has('a')).toBe(true)
})

it('is another one for another thread', async () => {
  const page = createLockTable().page()
  expect(await createAnswerLeases('t', page).take('a')).toBeTypeOf('function')
  expect(await createAnswerLeases('u', page).take('a')).toBeTypeOf('function')
})

it('ends with its page', async () => {
  const { pages, one, two } = twoTabs()
  await one.take('a')
  const freed = two.freed('a', never)
  pages[0].kill()
  await freed
  expect(await two.isTaken('a')).toBe(false)
  expect(await two.take('a')).toBeTypeOf('function')
})

it('is not refused because another tab is being told at this moment that it is free', async () => {
  const table = createLockTable()
  const [watcher, page] = [table.page(), table.page()]
  let isTold = (): void => {}
  const told = new Promise<void>((resolve) => (isTold = resolve))
  void watcher.request('antiphon answer t a', { mode: 'shared' }, () => told)
  const owner = createAnswerLeases('t', {
    query: page.query,
    request: (name, options, callback) =>
      page.request(name, options, (lock) => {
        // Until here the other tab was in the way.
        if (!lock) isTold()
        return callback(lock)
      }),
  })
  expect(await owner.isTaken('a')).toBe(false)
  expect(await owner.take('a')).toBeTypeOf('function')
  await told
})

it('asking whether it is taken takes it from nobody', async () => {
  const { one, two } = twoTabs()
  const [isTaken, release] = await Promise.all([one.isTaken('a'), two.take('a'), one.isTaken('a')])
  expect([isTaken, typeof release]).toEqual([false, 'function'])
})

it('does not wait any more once the signal fires, and leaves nothing behind', async () => {
  const { table, one, two } = twoTabs()
  const release = await one.take('a')
  const closing = new AbortController()
  let isFreed = false
  void two.freed('a', closing.signal).then(() => (isFreed = true))
  await two.isTaken('a')
  closing.abort()
  release!()
  await one.freed('a', never)
  expect([isFreed, table.names()]).toEqual([false, []])
})

it('is always granted, and never taken, where there are no locks or where they are forbidden', async () => {
  const forbidden: LeaseLocks = {
    request: () => Promise.reject(new DOMException('no', 'SecurityError')),
    query: () => Promise.reject(new DOMException('no', 'SecurityError')),
  }
  // Node has locks from 24 on.
  vi.stubGlobal('navigator', {})
  for (const leases of [createAnswerLeases('t', forbidden), createAnswerLeases('t')]) {
    const [release, second] = [await leases.take('a'), await leases.take('a')]
    expect([leases.holds('a'), await leases.isTaken('a')]).toEqual([true, false])
    release!()
    second!()
    expect(leases.holds('a')).toBe(false)
    expect((await leases.takenElsewhere()).size).toBe(0)
    await leases.freed('a', never)
  }
})
