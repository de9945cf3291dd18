import { expect, it } from 'vitest'
import { MB, measureBodies, proxied } from './memory-growth.js'

const { arrived, grow } = measureBodies()

// A chunk that is kept costs some hundred bytes, so half a million of them would be far above what any busy process takes.
it('a body in chunks of one byte takes less than three times its length', async () => {
  const size = MB / 2
  const { growth, statuses } = await grow({ path: proxied, size, chunk: 1 }, { bodyBytes: size })
  expect([statuses, arrived]).toEqual([[200], [size]])
  expect(growth).toBeLessThan(3 * size + 30 * MB)
})
