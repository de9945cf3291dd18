import { expect, it } from 'vitest'
import { watchOwners } from './owners.js'
import type { Run } from './types.js'

const BEAT_MS = 5
/** The runs of a process that has died. */
const left = Array.from({ length: 20 }, (_, at): Run => {
  const data = { order: {}, startedAt: 0 }
  const key = { userId: 'ann', threadId: `t${at}`, runId: `r${at}` }
  return { ...key, status: 'running', owner: '', epoch: 1, beat: 0, version: 1, data }
})

it('who takes over the runs of another process, one after another, gives a sign of life in between', async () => {
  let signs = 0
  const signsAt: number[] = []
  await new Promise<void>((resolve, reject) => {
    const stop = watchOwners({
      beatMs: BEAT_MS,
      leaseMs: 1_000_000,
      beat: async () => void signs++,
      others: async () => left,
      async takeOver() {
        if (signsAt.push(signs) === left.length) resolve(stop())
        const began = performance.now()
        while (performance.now() - began < BEAT_MS) await new Promise((next) => setImmediate(next))
      },
      report: reject,
    })
  })
  expect(signsAt).toEqual(left.map((_, at) => at + 1))
})
