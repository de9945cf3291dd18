import { sql, type Kysely, type Selectable } from 'kysely'
import { NOTIFY_CHANNEL, type Listen } from '../log/postgres-listen.js'
import { columnsOf, type AnyDatabase, type RunTable, type RunTables } from '../log/schema.js'
import type { LogKey } from '../log/types.js'
import { MAX_STOPPED_EARLY, type Run, type RunData, type RunStatus, type RunStore } from './types.js'

export interface SqlRunStoreOptions {
  /** With the tables of `runMigrations`. It is not closed with the store. */
  db: AnyDatabase
  dialect: 'sqlite' | 'postgres'
  /** The same as for `createSqlLog`. Without it a stop from another process arrives with the next sign of life. */
  listen?: Listen
  /** Epoch ms. Default: `Date.now`. */
  now?: () => number
}

/** Before the id of a run, on the channel that logs use too. */
const TOPIC = 'run '

/** Runs in a table of the database that keeps the threads. */
export function createSqlRunStore(options: SqlRunStoreOptions): RunStore {
  const { dialect, listen, now = Date.now } = options
  const db = options.db as Kysely<RunTables>
  const listeners = new Set<(runId: string) => void>()
  const tell = (runId: string): void => listeners.forEach((listener) => listener(runId))
  const listening = listen?.((topic) => topic.startsWith(TOPIC) && tell(topic.slice(TOPIC.length)))
  listening?.catch(() => {})

  const get = async (key: LogKey): Promise<Run | undefined> => {
    const row = await db
      .selectFrom('antiphon_runs')
      .selectAll()
      .where(({ and }) => and(columnsOf(key)))
      .executeTakeFirst()
    return row && runOf(row)
  }
  const openOf = async (userId: string, threadId: string): Promise<Run | undefined> => {
    const row = await db
      .selectFrom('antiphon_runs')
      .selectAll()
      .where('user_id', '=', userId)
      .where('thread_id', '=', threadId)
      .where('status', '<>', 'ended')
      .executeTakeFirst()
    return row && runOf(row)
  }

  return {
    get,
    openOf,
    async add(run) {
      for (;;) {
        const { numInsertedOrUpdatedRows } = await db
          .insertInto('antiphon_runs')
          .values({ ...rowOf(run), updated_at: now() })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst()
        if (numInsertedOrUpdatedRows) {
          if (run.epoch === 0) await dropStoppedEarly(db, run.userId)
          return { run, isNew: true }
        }
        const before = (await get(run)) ?? (await openOf(run.userId, run.threadId))
        // The run in the way has ended meanwhile.
        if (before) return { run: before, isNew: false }
      }
    },
    async change(key, change) {
      for (;;) {
        const before = await get(key)
        const next = before && change(before)
        if (!next) return undefined
        const changed = { ...next, version: before.version + 1 }
        const { beat: _, ...row } = rowOf(changed)
        const { numUpdatedRows } = await db
          .updateTable('antiphon_runs')
          .set({ ...row, updated_at: now() })
          .where(({ and }) => and(columnsOf(key)))
          .where('version', '=', before.version)
          .executeTakeFirst()
        if (numUpdatedRows === 0n) continue
        if (dialect === 'postgres')
          await sql`select pg_notify(${NOTIFY_CHANNEL}, ${TOPIC + key.runId})`.execute(db)
        tell(key.runId)
        return changed
      }
    },
    async beat(owner) {
      const rows = await db
        .updateTable('antiphon_runs')
        .set((row) => ({ beat: row('beat', '+', 1) }))
        .where('status', '=', 'running')
        .where('owner', '=', owner)
        .returningAll()
        .execute()
      return rows.map(runOf)
    },
    async others(owner) {
      const rows = await db
        .selectFrom('antiphon_runs')
        .selectAll()
        .where('status', '=', 'running')
        .where('owner', '<>', owner)
        .execute()
      return rows.map(runOf)
    },
    async remove(key) {
      await db
        .deleteFrom('antiphon_runs')
        .where(({ and }) => and(columnsOf(key)))
        .execute()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async close() {
      const stop = await listening?.catch(() => undefined)
      await stop?.()
    },
  }
}

async function dropStoppedEarly(db: Kysely<RunTables>, userId: string): Promise<void> {
  await sql`delete from antiphon_runs where user_id = ${userId} and epoch = 0 and (thread_id, run_id) not in (
    select thread_id, run_id from antiphon_runs where user_id = ${userId} and epoch = 0
    order by updated_at desc limit ${MAX_STOPPED_EARLY})`.execute(db)
}

/** Keeps other processes from taking a run until a transaction of its owner ends. False where it has another owner, or has ended. */
export async function keepRun(trx: AnyDatabase, dialect: 'sqlite' | 'postgres', run: Run): Promise<boolean> {
  const mine = (trx as Kysely<RunTables>)
    .selectFrom('antiphon_runs')
    .select('epoch')
    .where(({ and }) => and(columnsOf(run)))
    .where('epoch', '=', run.epoch)
    .where('status', '=', 'running')
  // A transaction of SQLite that has written is alone already.
  return (await (dialect === 'sqlite' ? mine : mine.forShare()).executeTakeFirst()) !== undefined
}

const runOf = (row: Selectable<RunTable>): Run => ({
  userId: row.user_id,
  threadId: row.thread_id,
  runId: row.run_id,
  status: row.status as RunStatus,
  owner: row.owner,
  epoch: row.epoch,
  beat: row.beat,
  version: row.version,
  data: JSON.parse(row.data) as RunData,
})

const rowOf = (run: Run): Omit<Selectable<RunTable>, 'updated_at'> => ({
  ...columnsOf(run),
  status: run.status,
  owner: run.owner,
  epoch: run.epoch,
  beat: run.beat,
  version: run.version,
  data: JSON.stringify(run.data),
})
