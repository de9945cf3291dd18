import { expect, it } from 'vitest'
import { createWaiters } from './waiters.js'

it('wakes readers once for an append of its own, and for each call of another process', async () => {
  const [own, other] = [createWaiters(), createWaiters()]
  let looks = 0
  const look = async () => ({ state: 'open' as const, events: [], next: String(++looks) })
  const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))
  const reading = own.readWhen('a b', look, { waitMs: 1e6 }, 1e6)
  await settled()
  own.wake('a b')
  await settled()
  own.hear(own.call('a b'))
  await settled()
  expect(looks).toBe(2)
  own.hear(other.call('a b'))
  own.hear('antiphon-run:r')
  await settled()
  expect(looks).toBe(3)
  own.close()
  await reading
})
