import { sql, type ColumnType, type CreateTableBuilder, type Kysely, type Migration } from 'kysely'
import type { LogKey } from './types.js'

/** A number of 64 bits: PostgreSQL gives it as a text. */
type BigNumber = ColumnType<number | string, number, number>

/** The columns that name a run, in each of the tables. */
interface RunColumns {
  user_id: string
  thread_id: string
  run_id: string
}

export const columnsOf = ({ userId, threadId, runId }: LogKey): RunColumns => ({
  user_id: userId,
  thread_id: threadId,
  run_id: runId,
})

/** The head of a log: who may write it, and where it ends. */
interface RunLogTable extends RunColumns {
  epoch: number
  first_seq: BigNumber
  last_seq: BigNumber
  closed: number
  expires_at: BigNumber
}

/** The events of one append: `first_seq` to `last_seq`, one line each. */
interface RunEventTable extends RunColumns {
  first_seq: BigNumber
  last_seq: BigNumber
  data: string
}

/** A run: its state as JSON, and the fields that queries ask for. */
export interface RunTable extends RunColumns {
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
  antiphon_run_logs: RunLogTable
  antiphon_run_events: RunEventTable
  antiphon_runs: RunTable
}

const key = ['user_id', 'thread_id', 'run_id'] as const
/** Types by column. None may be null. */
type Columns = Readonly<Record<string, 'text' | 'integer' | 'bigint'>>
const keyColumns: Columns = { user_id: 'text', thread_id: 'text', run_id: 'text' }

async function createTable(
  db: Kysely<unknown>,
  name: string,
  columns: Columns,
  primary: readonly string[],
): Promise<void> {
  let table: CreateTableBuilder<string, string> = db.schema.createTable(name)
  for (const [column, type] of Object.entries({ ...keyColumns, ...columns })) {
    table = table.addColumn(column, type, (made) => made.notNull())
  }
  await table.addPrimaryKeyConstraint(`${name}_key`, [...primary]).execute()
}

async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  const log: Columns = {
    epoch: 'integer',
    first_seq: 'bigint',
    last_seq: 'bigint',
    closed: 'integer',
    expires_at: 'bigint',
  }
  await createTable(db, 'antiphon_run_logs', log, key)
  await schema.createIndex('antiphon_run_logs_expiry').on('antiphon_run_logs').column('expires_at').execute()
  const events: Columns = { first_seq: 'bigint', last_seq: 'bigint', data: 'text' }
  await createTable(db, 'antiphon_run_events', events, [...key, 'last_seq'])
  const run: Columns = {
    status: 'text',
    owner: 'text',
    epoch: 'integer',
    beat: 'integer',
    version: 'integer',
    updated_at: 'bigint',
    data: 'text',
  }
  await createTable(db, 'antiphon_runs', run, key)
  // One run of a thread at a time, whichever process is asked.
  const open = schema.createIndex('antiphon_runs_open').unique().on('antiphon_runs')
  await open.columns(['user_id', 'thread_id']).where(sql.ref('status'), '<>', sql.lit('ended')).execute()
  const byOwner = schema.createIndex('antiphon_runs_owner').on('antiphon_runs')
  await byOwner.columns(['status', 'owner']).execute()
}

/** The tables of runs and of their logs, for the migrator of kysely. */
export const runMigrations: Record<string, Migration> = {
  '2026-11-runs-1': { up, down: async () => {} },
}
