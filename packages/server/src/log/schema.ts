import { sql, type ColumnType, type Kysely, type Migration } from 'kysely'

/** A number of 64 bits: PostgreSQL gives it as a text. */
type BigNumber = ColumnType<number | string, number, number>

/** The head of a log: who may write it, and where it ends. */
interface RunLogTable {
  user_id: string
  thread_id: string
  run_id: string
  epoch: number
  first_seq: BigNumber
  last_seq: BigNumber
  closed: number
  expires_at: BigNumber
}

/** The events of one append: `first_seq` to `last_seq`, one line each. */
interface RunEventTable {
  user_id: string
  thread_id: string
  run_id: string
  first_seq: BigNumber
  last_seq: BigNumber
  data: string
}

/** A run: its state as JSON, and the fields that queries ask for. */
export interface RunTable {
  user_id: string
  thread_id: string
  run_id: string
  status: string
  /** The process that executes it; empty while nobody does. */
  owner: string
  epoch: number
  /** Counts signs of life of the owner. */
  beat: number
  /** Counts changes of the row, so that two changes at once are told apart. */
  version: number
  updated_at: BigNumber
  data: string
}

/** A database of kysely with these tables, and any others. */
// oxlint-disable-next-line typescript/no-explicit-any -- the type of a host's database is known to the host alone
export type AnyDatabase = Kysely<any>

export interface RunTables {
  run_logs: RunLogTable
  run_events: RunEventTable
  runs: RunTable
}

const key = ['user_id', 'thread_id', 'run_id'] as const

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('run_logs')
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('thread_id', 'text', (column) => column.notNull())
    .addColumn('run_id', 'text', (column) => column.notNull())
    .addColumn('epoch', 'integer', (column) => column.notNull())
    .addColumn('first_seq', 'bigint', (column) => column.notNull())
    .addColumn('last_seq', 'bigint', (column) => column.notNull())
    .addColumn('closed', 'integer', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('run_logs_key', [...key])
    .execute()
  await db.schema.createIndex('run_logs_expiry').on('run_logs').column('expires_at').execute()
  await db.schema
    .createTable('run_events')
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('thread_id', 'text', (column) => column.notNull())
    .addColumn('run_id', 'text', (column) => column.notNull())
    .addColumn('first_seq', 'bigint', (column) => column.notNull())
    .addColumn('last_seq', 'bigint', (column) => column.notNull())
    .addColumn('data', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('run_events_key', [...key, 'last_seq'])
    .execute()
  await db.schema
    .createTable('runs')
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('thread_id', 'text', (column) => column.notNull())
    .addColumn('run_id', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('owner', 'text', (column) => column.notNull())
    .addColumn('epoch', 'integer', (column) => column.notNull())
    .addColumn('beat', 'integer', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .addColumn('data', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('runs_key', [...key])
    .execute()
  // One run of a thread at a time, whichever process is asked.
  await db.schema
    .createIndex('runs_open')
    .unique()
    .on('runs')
    .columns(['user_id', 'thread_id'])
    .where(sql.ref('status'), '<>', sql.lit('ended'))
    .execute()
  await db.schema.createIndex('runs_owner').on('runs').columns(['status', 'owner']).execute()
}

/** The tables of runs and of their logs, for the migrator of kysely. */
export const runMigrations: Record<string, Migration> = {
  '2026-11-runs-1': { up, down: async () => {} },
}
