import { sql, type Kysely } from 'kysely'
import { groupAppends, type QueuedAppend } from './group-appends.js'
import { firstOf, formatOffset, parseOffset, placeOf, type LogBounds } from './offset.js'
import { NOTIFY_CHANNEL, type Listen } from './postgres-listen.js'
import { columnsOf, type AnyDatabase, type RunTables } from './schema.js'
import { DEFAULT_LOG_TTL_MS, LogRefusal, nameOf, type LogKey, type LogPage, type RunLog } from './types.js'
import { createTails } from './tails.js'
import { createWaiters, topicOf } from './waiters.js'

export interface SqlLogOptions {
  /** With the tables of `runMigrations`. It is not closed with the log. */
  db: AnyDatabase
  dialect: 'sqlite' | 'postgres'
  /** How other processes wake the readers of this one, on PostgreSQL: `listenWithPool(pool)`. Without it they look every `pollMs`. */
  listen?: Listen
  /**
   * How often a reader looks without being woken, in ms. Default: 1000 on PostgreSQL, where this finds what a lost notification
   * left behind, and 200 on SQLite, where other processes wake nobody.
   */
  pollMs?: number
  /** How long a log is kept after its last event, in ms. Default: a day. */
  ttlMs?: number
  /** Epoch ms. Default: `Date.now`. */
  now?: () => number
}

interface LogHead extends LogBounds {
  epoch: number
  isClosed: boolean
}

/** Rows that one read gives at most. A row has the events of one append. */
const MAX_ROWS = 256
/** Expired logs that one `open` removes. */
const MAX_SWEPT = 50

/** Logs in two tables of a database, so that runs need no other engine than the one that keeps the threads. */
export function createSqlLog(options: SqlLogOptions): RunLog {
  const { dialect, listen, ttlMs = DEFAULT_LOG_TTL_MS, now = Date.now } = options
  const { pollMs = dialect === 'postgres' ? 1000 : 200 } = options
  const db = options.db as Kysely<RunTables>
  const waiters = createWaiters()
  const tails = createTails()
  const listening = listen?.(waiters.hear)
  // Without notifications the readers look on their own.
  listening?.then(waiters.wakeAll, () => {})

  const head = async (key: LogKey): Promise<LogHead | undefined> => {
    const row = await db
      .selectFrom('antiphon_run_logs')
      .selectAll()
      .where(({ and }) => and(columnsOf(key)))
      .where('expires_at', '>', now())
      .executeTakeFirst()
    // PostgreSQL gives numbers of 64 bits as texts.
    if (!row) return undefined
    const { epoch, first_seq, last_seq, closed } = row
    return { epoch, first: Number(first_seq), last: Number(last_seq), isClosed: closed === 1 }
  }

  /** Inside of the transaction: readers are woken when it has ended, and not where it fails. */
  const notify = async (trx: Kysely<RunTables>, topics: readonly string[]): Promise<void> => {
    if (dialect !== 'postgres' || topics.length === 0) return
    const list = sql`json_array_elements_text(${JSON.stringify(topics.map(waiters.call))}::json)`
    await sql`select pg_notify(${NOTIFY_CHANNEL}, said) from ${list} as said`.execute(trx)
  }

  const append = groupAppends(async (group) => {
    const accepted = await db.transaction().execute(async (trx) => {
      const ends = await moveHeads(trx, group, now() + ttlMs)
      const rows = group.flatMap(({ key, events }) => {
        const last = ends.get(nameOf(key))
        if (last === undefined || events.length === 0) return []
        const first_seq = last - events.length + 1
        return [{ ...columnsOf(key), first_seq, last_seq: last, data: events.join('\n') }]
      })
      if (rows.length > 0) await trx.insertInto('antiphon_run_events').values(rows).execute()
      await notify(
        trx,
        group.flatMap(({ key }) => (ends.has(nameOf(key)) ? [topicOf(key)] : [])),
      )
      return ends
    })
    for (const { key, epoch, events, isLast, resolve, reject } of group) {
      const name = nameOf(key)
      const last = accepted.get(name)
      // A reader at the end asks the database, which knows whether the log is closed.
      if (isLast || last === undefined) tails.delete(name)
      else tails.set(name, { first: last - events.length + 1, last, events, expiresAt: now() + ttlMs })
      if (last !== undefined) resolve(formatOffset(last))
      else reject(await refusal(key, epoch))
      waiters.wake(topicOf(key))
    }
  })

  const refusal = async (key: LogKey, epoch: number): Promise<unknown> => {
    try {
      const row = await head(key)
      return new LogRefusal(!row ? 'gone' : row.epoch !== epoch ? 'fenced' : 'closed')
    } catch (error) {
      return error
    }
  }

  const remove = async (trx: Kysely<RunTables>, keys: readonly LogKey[]): Promise<void> => {
    for (const key of keys)
      for (const table of ['antiphon_run_events', 'antiphon_run_logs'] as const)
        await trx
          .deleteFrom(table)
          .where(({ and }) => and(columnsOf(key)))
          .execute()
  }

  /** Nothing else removes expired logs, so a server without runs keeps the last of them. */
  const sweep = async (): Promise<void> => {
    const expired = await db
      .selectFrom('antiphon_run_logs')
      .select(['user_id as userId', 'thread_id as threadId', 'run_id as runId'])
      .where('expires_at', '<=', now())
      .limit(MAX_SWEPT)
      .execute()
    if (expired.length > 0) await db.transaction().execute((trx) => remove(trx, expired))
  }

  return {
    async open(key, epoch) {
      await sweep()
      const before = await head(key)
      const first_seq = firstOf(epoch)
      const expires_at = now() + ttlMs
      const opened = await db.transaction().execute(async (trx) => {
        if (!before) await remove(trx, [key])
        return trx
          .insertInto('antiphon_run_logs')
          .values({
            ...columnsOf(key),
            epoch,
            first_seq,
            last_seq: first_seq - 1,
            closed: 0,
            expires_at,
          })
          .onConflict((conflict) =>
            conflict
              .columns(['user_id', 'thread_id', 'run_id'])
              .doUpdateSet({ epoch, expires_at })
              .where('antiphon_run_logs.epoch', '<=', epoch)
              .where('antiphon_run_logs.closed', '=', 0),
          )
          .returning('epoch')
          .execute()
      })
      if (opened.length > 0) return
      throw new LogRefusal((await head(key))?.isClosed ? 'closed' : 'fenced')
    },
    append: (key, epoch, events, isLast = false) => append({ key, epoch, events, isLast }),
    read(key, after, reading = {}) {
      const name = nameOf(key)
      const asked = parseOffset(after) ?? -1
      const look = async (isFirst: boolean): Promise<LogPage> => {
        const tail = tails.after(name, asked, now())
        if (tail && (isFirst || tail.events.length > 0)) return tail
        const log = await head(key)
        const at = log && placeOf(after, log)
        if (!log || at === undefined) return { state: 'gone', events: [], next: after }
        const open = log.isClosed ? 'closed' : 'open'
        if (at === log.last) return { state: open, events: [], next: formatOffset(at) }
        const rows = await db
          .selectFrom('antiphon_run_events')
          .select(['first_seq', 'last_seq', 'data'])
          .where(({ and }) => and(columnsOf(key)))
          .where('last_seq', '>', at)
          // Skip events that came after the head was read, because the head decides whether this is the end.
          .where('last_seq', '<=', log.last)
          .orderBy('last_seq')
          .limit(MAX_ROWS)
          .execute()
        const events = rows.flatMap(({ first_seq, data }) =>
          eventsOf(Number(first_seq), data).filter(({ seq }) => seq > at),
        )
        const last = events.at(-1)?.seq ?? at
        return {
          state: last === log.last ? open : 'open',
          events: events.map(({ seq, data }) => ({ offset: formatOffset(seq), data })),
          next: formatOffset(last),
        }
      }
      return waiters.readWhen(topicOf(key), look, reading, pollMs)
    },
    async status(key) {
      const log = await head(key)
      if (!log) return { state: 'gone', next: '-1' }
      return { state: log.isClosed ? 'closed' : 'open', next: formatOffset(log.last) }
    },
    async delete(key) {
      tails.delete(nameOf(key))
      await db.transaction().execute(async (trx) => {
        await remove(trx, [key])
        await notify(trx, [topicOf(key)])
      })
      waiters.wake(topicOf(key))
    },
    async close() {
      waiters.close()
      const stop = await listening?.catch(() => undefined)
      await stop?.()
    },
  }
}

const eventsOf = (first: number, data: string): { seq: number; data: string }[] =>
  data.split('\n').map((line, index) => ({ seq: first + index, data: line }))

/** Moves the ends of all logs of a group, and gives the new ends of those that the writer still has. One statement for all. */
async function moveHeads(
  trx: Kysely<RunTables>,
  group: readonly QueuedAppend[],
  expiresAt: number,
): Promise<Map<string, number>> {
  const rows = group.map(
    ({ key: { userId, threadId, runId }, epoch, events, isLast }) =>
      sql`select ${userId} as u, ${threadId} as t, ${runId} as r, cast(${epoch} as integer) as e, cast(${events.length} as integer) as n, cast(${isLast ? 1 : 0} as integer) as c`,
  )
  const { rows: moved } = await sql<{
    user_id: string
    thread_id: string
    run_id: string
    last_seq: number | string
  }>`
    update antiphon_run_logs set last_seq = last_seq + v.n, closed = v.c, expires_at = ${expiresAt}
    from (${sql.join(rows, sql` union all `)}) as v
    where user_id = v.u and thread_id = v.t and run_id = v.r and epoch = v.e and closed = 0
    returning user_id, thread_id, run_id, last_seq`.execute(trx)
  return new Map(
    moved.map(({ user_id, thread_id, run_id, last_seq }) => [
      nameOf({ userId: user_id, threadId: thread_id, runId: run_id }),
      Number(last_seq),
    ]),
  )
}
