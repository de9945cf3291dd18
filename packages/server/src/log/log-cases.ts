import assert from 'node:assert/strict'
import { LOG_START, LogRefusal, type LogKey, type RunLog } from './types.js'

/** An engine under test. */
export interface LogUnderTest {
  log: RunLog
  /** The same logs as another process sees them. Where an engine has none, the same object. */
  other: RunLog
  /** Lets every log expire that has no later event. */
  expire(): Promise<void>
}

/** One promise of `RunLog`. `run` rejects with what is wrong. */
export interface LogCase {
  name: string
  run(engine: LogUnderTest): Promise<void>
}

const keyOf = (runId: string, threadId = 't', userId = 'u'): LogKey => ({ userId, threadId, runId })
const KEY = keyOf('r')
/** Longer than a test may take: a reader that is not woken makes it fail. */
const LONG = 3_600_000

const refuses = (work: Promise<unknown>, reason: LogRefusal['reason']): Promise<void> =>
  assert.rejects(work, (error) => error instanceof LogRefusal && error.reason === reason)

/** Everything behind an offset, page by page. */
async function readAll(log: RunLog, key = KEY, from = LOG_START): Promise<{ data: string[]; next: string }> {
  const data: string[] = []
  for (let next = from; ;) {
    const page = await log.read(key, next)
    data.push(...page.events.map((event) => event.data))
    if (page.events.length === 0) return { data, next: page.next }
    next = page.next
  }
}

/**
 * The promises of every `RunLog`. Run each in a test of its own, over a fresh engine:
 * `for (const { name, run } of logCases) test(name, () => run(engine))`.
 */
export const logCases: readonly LogCase[] = [
  {
    name: 'gives events in order, with offsets that sort as text and from which reading goes on',
    async run({ log }) {
      await log.open(KEY, 1)
      await log.append(KEY, 1, ['"a"', '"b"'])
      const last = await log.append(KEY, 1, ['"c"'])
      const { events, state, next } = await log.read(KEY, LOG_START)
      assert.deepEqual(
        events.map(({ data }) => data),
        ['"a"', '"b"', '"c"'],
      )
      assert.equal(state, 'open')
      assert.equal(next, last)
      const offsets = events.map(({ offset }) => offset)
      assert.deepEqual(offsets.toSorted(), offsets)
      assert.equal(new Set(offsets).size, 3)
      for (const [index, offset] of offsets.entries()) {
        const rest = await log.read(KEY, offset)
        assert.deepEqual(rest.events, events.slice(index + 1))
      }
    },
  },
  {
    name: 'keeps every character of an event',
    async run({ log }) {
      const events = ['"\\u0000 \\n"', '"ü 東京 🎈 \u2028"', `"${'x'.repeat(200_000)}"`]
      await log.open(KEY, 1)
      await log.append(KEY, 1, events)
      assert.deepEqual((await readAll(log)).data, events)
    },
  },
  {
    name: 'gives a long log in pages and loses nothing between them',
    async run({ log, other }) {
      await log.open(KEY, 1)
      const all = Array.from({ length: 300 }, (_, at) => String(at))
      for (const event of all) await log.append(KEY, 1, [event])
      assert.deepEqual((await readAll(other)).data, all)
    },
  },
  {
    name: 'takes appends that are made at once in their order',
    async run({ log }) {
      const keys = Array.from({ length: 20 }, (_, at) => keyOf(`r${at}`, `t${at}`))
      await Promise.all(keys.map((key) => log.open(key, 1)))
      const numbers = Array.from({ length: 20 }, (_, at) => String(at))
      await Promise.all(keys.flatMap((key) => numbers.map((event) => log.append(key, 1, [event]))))
      for (const key of keys) assert.deepEqual((await readAll(log, key)).data, numbers)
    },
  },
  {
    name: 'wakes a reader that waits, also one of another process, long before it would look again',
    async run({ log, other }) {
      await log.open(KEY, 1)
      for (const reader of [log, other]) {
        const { next } = await readAll(reader)
        const reading = reader.read(KEY, next, { waitMs: LONG })
        await log.append(KEY, 1, ['1'])
        assert.deepEqual(
          (await reading).events.map(({ data }) => data),
          ['1'],
        )
      }
    },
  },
  {
    name: 'answers with an empty page when nothing comes in time, or when the reader leaves',
    async run({ log }) {
      await log.open(KEY, 1)
      const { state, events, next } = await log.read(KEY, LOG_START, { waitMs: 20 })
      assert.deepEqual([state, events], ['open', []])
      assert.notEqual(next, LOG_START)
      const leaving = new AbortController()
      const reading = log.read(KEY, next, { waitMs: LONG, signal: leaving.signal })
      leaving.abort()
      assert.deepEqual((await reading).events, [])
    },
  },
  {
    name: 'tells a reader that waits when the log is closed, and takes nothing after that',
    async run({ log, other }) {
      await log.open(KEY, 1)
      const { next } = await readAll(other)
      const reading = other.read(KEY, next, { waitMs: LONG })
      await log.append(KEY, 1, ['1'], true)
      assert.deepEqual([(await reading).state, (await reading).events.length], ['closed', 1])
      assert.equal((await other.read(KEY, (await reading).next, { waitMs: LONG })).state, 'closed')
      await refuses(log.append(KEY, 1, ['2']), 'closed')
      await refuses(log.open(KEY, 2), 'closed')
      assert.equal((await log.status(KEY)).state, 'closed')
      assert.deepEqual((await readAll(log)).data, ['1'])
    },
  },
  {
    name: 'closes without an event',
    async run({ log }) {
      await log.open(KEY, 1)
      const last = await log.append(KEY, 1, ['1'])
      assert.equal(await log.append(KEY, 1, [], true), last)
      assert.deepEqual((await log.read(KEY, last)).state, 'closed')
    },
  },
  {
    name: 'refuses a writer once another has opened the log with a higher epoch',
    async run({ log, other }) {
      await log.open(KEY, 1)
      await log.append(KEY, 1, ['"first"'])
      await other.open(KEY, 2)
      await refuses(log.append(KEY, 1, ['"late"']), 'fenced')
      await refuses(log.open(KEY, 1), 'fenced')
      await other.append(KEY, 2, ['"second"'])
      assert.deepEqual((await readAll(log)).data, ['"first"', '"second"'])
    },
  },
  {
    name: 'opens again for the same writer and keeps what is there',
    async run({ log }) {
      await log.open(KEY, 3)
      await log.append(KEY, 3, ['1'])
      await log.open(KEY, 3)
      await log.append(KEY, 3, ['2'])
      assert.deepEqual((await readAll(log)).data, ['1', '2'])
    },
  },
  {
    name: 'keeps runs, threads and users apart, also those with the same run id',
    async run({ log }) {
      const keys = [
        keyOf('a'),
        keyOf('b'),
        keyOf('a', 't2'),
        keyOf('a', 't', 'u2'),
        keyOf('x/y:{z}', 'ü%', "'"),
      ]
      for (const [index, key] of keys.entries()) {
        await log.open(key, 1)
        await log.append(key, 1, [String(index)])
      }
      for (const [index, key] of keys.entries())
        assert.deepEqual((await readAll(log, key)).data, [String(index)])
      assert.equal((await log.read(keyOf('b', 't2'), LOG_START)).state, 'gone')
    },
  },
  {
    name: 'says that a log is gone: never made, deleted, or asked for at a text that never was an offset of it',
    async run({ log, other }) {
      assert.equal((await log.read(KEY, LOG_START, { waitMs: LONG })).state, 'gone')
      assert.deepEqual(await log.status(KEY), { state: 'gone', next: LOG_START })
      await refuses(log.append(KEY, 1, ['1']), 'gone')
      await log.open(KEY, 1)
      await log.append(KEY, 1, ['1'])
      for (const offset of ['', 'now', '9'.repeat(16), '7', '0'.repeat(15) + 'x', "' or 1=1"])
        assert.equal((await log.read(KEY, offset)).state, 'gone', offset)
      const reading = other.read(KEY, (await readAll(other)).next, { waitMs: LONG })
      await log.delete(KEY)
      assert.equal((await reading).state, 'gone')
      assert.equal((await log.read(KEY, LOG_START)).state, 'gone')
    },
  },
  {
    name: 'says that an expired log is gone, and that an offset of it is gone when a later writer begins it again',
    async run({ log, expire }) {
      await log.open(KEY, 1)
      const before = await log.append(KEY, 1, ['1'])
      await expire()
      assert.equal((await log.read(KEY, before, { waitMs: LONG })).state, 'gone')
      assert.equal((await log.status(KEY)).state, 'gone')
      await log.open(KEY, 2)
      const after = await log.append(KEY, 2, ['2'])
      assert.ok(after > before)
      assert.equal((await log.read(KEY, before)).state, 'gone')
      assert.deepEqual((await readAll(log)).data, ['2'])
    },
  },
  {
    name: 'answers readers that wait when it is closed',
    async run({ log, other }) {
      await log.open(KEY, 1)
      const { next } = await readAll(other)
      const reading = other.read(KEY, next, { waitMs: LONG })
      await other.close()
      assert.deepEqual((await reading).events, [])
    },
  },
]
