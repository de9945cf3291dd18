import { createHash } from 'node:crypto'
import { firstOf, formatOffset, parseOffset, placeOf } from './offset.js'
import { redisConnection, type RedisClient } from './redis-client.js'
import { APPEND, OPEN, READ } from './redis-scripts.js'
import { DEFAULT_LOG_TTL_MS, LogRefusal, type LogKey, type LogPage, type RunLog } from './types.js'
import { createWaiters, topicOf } from './waiters.js'

/** The client of Redis, and how long the log of a run stays. */
export interface RedisLogOptions {
  /** A client of `redis`, connected, or of `ioredis`; Redis 7 or Valkey. It is not closed with the log. */
  client: RedisClient
  /** Begins the names of all keys. Default `antiphon:`. */
  prefix?: string
  /** How often a reader looks without being woken, in ms. Default 1000: it finds what a lost message left behind. */
  pollMs?: number
  /** How long a log is kept after its last event, in ms. Default: a day. */
  ttlMs?: number
}

/** Entries that one read gives at most. An entry has the events of one append. */
const MAX_ENTRIES = 256

const SHA_OF = new Map(
  [OPEN, APPEND, READ].map((script) => [script, createHash('sha1').update(script).digest('hex')]),
)

/** Logs as streams of Redis, for many processes with many readers. */
export function createRedisLog(options: RedisLogOptions): RunLog {
  const { prefix = 'antiphon:', pollMs = 1000, ttlMs = DEFAULT_LOG_TTL_MS } = options
  const connection = redisConnection(options.client)
  const channel = `${prefix}runs`
  const waiters = createWaiters()
  const listening = connection.subscribe(channel, waiters.hear)
  // Without messages the readers look on their own.
  listening.then(waiters.wakeAll, () => {})

  const keysOf = ({ userId, threadId, runId }: LogKey): [string, string] => {
    // In braces: a cluster keeps both keys of a thread at one place.
    const name = `${prefix}{${encodeURIComponent(threadId)}}:${encodeURIComponent(userId)}:${encodeURIComponent(runId)}`
    return [`${name}:head`, `${name}:events`]
  }
  const run = async (script: string, key: LogKey, ...args: (string | number)[]): Promise<unknown> => {
    const rest = ['2', ...keysOf(key), ...args.map(String)]
    try {
      return await connection.command('EVALSHA', SHA_OF.get(script)!, ...rest)
    } catch (error) {
      if (!String(error).includes('NOSCRIPT')) throw error
      return connection.command('EVAL', script, ...rest)
    }
  }

  return {
    async open(key, epoch) {
      const said = await run(OPEN, key, epoch, firstOf(epoch), ttlMs)
      if (said === 'closed' || said === 'fenced') throw new LogRefusal(said)
    },
    async append(key, epoch, events, isLast = false) {
      const about = [epoch, events.length, isLast ? 1 : 0, ttlMs, channel, waiters.call(topicOf(key))]
      const said = String(await run(APPEND, key, ...about, events.join('\n')))
      if (said === 'gone' || said === 'closed' || said === 'fenced') throw new LogRefusal(said)
      waiters.wake(topicOf(key))
      return formatOffset(Number(said))
    },
    read(key, after, reading = {}) {
      const gone: LogPage = { state: 'gone', events: [], next: after }
      const look = async (): Promise<LogPage> => {
        const asked = parseOffset(after)
        if (asked === undefined) return gone
        const [first, last, closed, entries] = (await run(READ, key, Math.max(asked, -1), MAX_ENTRIES)) as [
          string?,
          string?,
          string?,
          [string, string[]][]?,
        ]
        const bounds = { first: Number(first), last: Number(last) }
        const at = first === undefined ? undefined : placeOf(after, bounds)
        if (at === undefined) return gone
        const events = (entries ?? []).flatMap(([id, [, data = '']]) => {
          const lines = data.split('\n')
          const start = Number(id.slice(0, -2)) - lines.length + 1
          return lines.flatMap((line, index) =>
            start + index > at ? [{ seq: start + index, data: line }] : [],
          )
        })
        const end = events.at(-1)?.seq ?? at
        return {
          state: closed === '1' && end === bounds.last ? 'closed' : 'open',
          events: events.map(({ seq, data }) => ({ offset: formatOffset(seq), data })),
          next: formatOffset(end),
        }
      }
      return waiters.readWhen(topicOf(key), look, reading, pollMs)
    },
    async status(key) {
      const [last, closed] = (await connection.command('HMGET', keysOf(key)[0], 'last', 'closed')) as (
        | string
        | null
      )[]
      if (last === null || last === undefined) return { state: 'gone', next: '-1' }
      return { state: closed === '1' ? 'closed' : 'open', next: formatOffset(Number(last)) }
    },
    async delete(key) {
      await connection.command('DEL', ...keysOf(key))
      await connection.command('PUBLISH', channel, waiters.call(topicOf(key)))
      waiters.wake(topicOf(key))
    },
    async close() {
      waiters.close()
      const stop = await listening.catch(() => undefined)
      stop?.()
    },
  }
}
