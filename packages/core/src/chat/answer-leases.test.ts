import { expect, it } from 'vitest'
import { createLockTable } from '../testing/lock-table.js'
import { createAnswerLeases, type LeaseLocks } from './answer-leases.js'

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
  expect(await one.take('a')).toBeUndefined()
  release!()
  // At once: before the browser has heard of it.
  expect(await one.take('a')).toBeTypeOf('function')
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
  for (const leases of [createAnswerLeases('t', forbidden), createAnswerLeases('t')]) {
    expect(await leases.take('a')).toBeTypeOf('function')
    expect(await leases.take('a')).toBeTypeOf('function')
    expect(await leases.isTaken('a')).toBe(false)
    await leases.freed('a', never)
  }
})
