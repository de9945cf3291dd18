import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { RunLog } from '../log/types.js'
import { createLogWriter } from './log-writer.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A log that notes when it was written, and with how many events. */
function createNotes(): { log: RunLog; written: [at: number, events: number][] } {
  const written: [number, number][] = []
  const log = {
    open: async () => {},
    status: async () => ({ state: 'open' as const, next: '-1' }),
    async append(_: unknown, __: number, events: readonly string[]) {
      written.push([performance.now(), events.length])
      return String(written.length)
    },
  } satisfies Partial<RunLog>
  return { log: log as unknown as RunLog, written }
}

it('writes the first event at once, and what follows at moments that all runs of a process share', async () => {
  const { log, written } = createNotes()
  const writers = Array.from({ length: 10 }, (_, at) =>
    createLogWriter({
      log,
      key: { userId: 'u', threadId: 't', runId: String(at) },
      epoch: 1,
      onFenced() {},
    }),
  )
  for (const writer of writers) {
    await vi.advanceTimersByTimeAsync(3)
    writer.write('{}')
    await vi.advanceTimersByTimeAsync(0)
  }
  expect(written).toHaveLength(10)
  for (let tokens = 0; tokens < 20; tokens++)
    for (const writer of writers) {
      await vi.advanceTimersByTimeAsync(2)
      writer.write('{}')
    }
  await vi.advanceTimersByTimeAsync(40)
  const later = written.slice(10)
  expect(later.reduce((sum, [, events]) => sum + events, 0)).toBe(200)
  // 400 ms of events, and 40 between two moments.
  expect(new Set(later.map(([at]) => at)).size).toBeLessThanOrEqual(11)
})
