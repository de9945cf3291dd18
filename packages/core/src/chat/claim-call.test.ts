import { expect, it } from 'vitest'
import { claimByLock, type Locks } from './claim-call.js'

/** Locks as a browser has them: held until the callback's promise ends, shared by all tabs. */
function sharedLocks(): Locks {
  const held = new Set<string>()
  return {
    async request(name, _, callback) {
      if (held.has(name)) return callback(null)
      held.add(name)
      try {
        return await callback({})
      } finally {
        held.delete(name)
      }
    },
  }
}

it('is given to the first who asks, in any tab, for good', async () => {
  const locks = sharedLocks()
  expect(await Promise.all([claimByLock('a', locks), claimByLock('a', locks)])).toEqual([true, false])
  await new Promise((resolve) => setTimeout(resolve, 1))
  expect(await claimByLock('a', locks)).toBe(false)
  expect(await claimByLock('b', locks)).toBe(true)
})

it('is always given where there are no locks, or where they are forbidden', async () => {
  const forbidden: Locks = { request: () => Promise.reject(new Error('SecurityError')) }
  expect(await claimByLock('a', forbidden)).toBe(true)
  expect([await claimByLock('a', undefined), await claimByLock('a', undefined)]).toEqual([true, true])
})
