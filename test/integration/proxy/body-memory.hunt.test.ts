import { expect, it } from 'vitest'
import { MB, measureBodies, proxied } from './memory-growth.js'

const { arrived, grow } = measureBodies()

// A chunk that is kept costs some hundred bytes, so those of 16 bytes show it; smaller ones take longer and show no more.
it('a body of the whole limit in small chunks takes less than three times its length', async () => {
  const size = 25 * MB
  const { growth, statuses } = await grow({ path: proxied, size, chunk: 16 })
  expect(statuses).toEqual([200])
  expect(arrived).toEqual([size])
  expect(growth).toBeLessThan(3 * size)
})

it('16 bodies at once take less than three times their length', async () => {
  const size = 2 * MB
  const { growth, statuses } = await grow({ path: proxied, size, chunk: 16, times: 16 }, { bodyBytes: size })
  expect(statuses).toEqual(Array(16).fill(200))
  expect(arrived).toEqual(Array(16).fill(size))
  expect(growth).toBeLessThan(16 * 3 * size)
})

it.each([
  ['the proxy', proxied, 25 * MB],
  ['the scripted endpoint', '/v1/chat/completions', 32 * 1024 * 1024],
])('%s ends a body at its limit, in no more memory', async (_, path, limit) => {
  const { growth, statuses } = await grow({ path, size: limit + 1, chunk: 16 })
  expect([statuses, arrived]).toEqual([[413], []])
  expect(growth).toBeLessThan(3 * limit)
})
