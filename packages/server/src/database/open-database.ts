import { field, textOf } from '@antiphon/base'
import { Kysely, Migrator, PostgresDialect, sql, type PostgresPool } from 'kysely'
import type { Dialect } from './dialect.js'
import { listenWithPool, type NotifyingClient } from '../log/postgres-listen.js'
import { isPostgresJs, poolOfPostgresJs, withoutCrashes, type PostgresJsClient } from './postgres.js'
import { migrationsOf, type ChatDatabase } from './schema.js'
import { openSqlite } from './sqlite.js'

/** Where the chat server keeps its data: one file, or one PostgreSQL. */
export type DatabaseOptions =
  | {
      /** `file`: its path; `:memory:` lasts as long as the process. Needs the package `libsql`. */
      sqlite: { file: string }
    }
  | {
      /** PostgreSQL 15 or later: a pool of `pg`, or what the package `postgres` makes. `close` ends it. */
      postgres: PostgresPool | PostgresJsClient
    }

/**
 * Opens the database of the chat server. Call `migrate` before the first use.
 *
 * @throws Error when neither or both are given, the driver of SQLite is not installed, the file cannot be opened, or the server does not
 * answer.
 */
export async function openDatabase(options: DatabaseOptions): Promise<ChatDatabase> {
  const { sqlite, postgres } = options as {
    sqlite?: { file: string }
    postgres?: PostgresPool | PostgresJsClient
  }
  if (sqlite && !postgres) return wrap(new Kysely({ dialect: await openSqlite(sqlite.file) }), 'sqlite')
  if (postgres && !sqlite) {
    const pool = isPostgresJs(postgres) ? poolOfPostgresJs(postgres) : withoutCrashes(postgres)
    const database = await wrap(new Kysely({ dialect: new PostgresDialect({ pool }) }), 'postgres')
    if (isPostgresJs(postgres)) return database
    // Clients of a pool of pg emit notifications, which the type of the query builder leaves out.
    return {
      ...database,
      listen: listenWithPool(postgres as unknown as { connect(): Promise<NotifyingClient> }),
    }
  }
  throw new Error('openDatabase takes either { sqlite: { file } } or { postgres: pool }.')
}

/** Asks once, so that a server that is not there is known now, and `close` has something to close. */
async function wrap(db: ChatDatabase['db'], dialect: Dialect): Promise<ChatDatabase> {
  try {
    await sql`select 1`.execute(db)
  } catch (error) {
    await db.destroy()
    throw new Error(
      `The database does not answer: ${(error as Error).message || textOf(field(error, 'code'))}. Check its address, and that it runs.`,
      { cause: error },
    )
  }
  return { db, dialect, migrate: () => migrate(db, dialect), close: () => db.destroy() }
}

async function migrate(db: ChatDatabase['db'], dialect: Dialect): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrationsOf(dialect) },
    migrationTableName: 'antiphon_migrations',
    migrationLockTableName: 'antiphon_migrations_lock',
    // Each part has its own, and one that comes later may be older than what has run.
    allowUnorderedMigrations: true,
  })
  const { error, results } = await migrator.migrateToLatest()
  if (error === undefined) return
  const failed = results?.find(({ status }) => status === 'Error')?.migrationName
  const reason = error instanceof Error ? error.message : JSON.stringify(error)
  throw new Error(
    `The database was not migrated${failed ? `; the migration "${failed}" failed` : ''}: ${reason}`,
    { cause: error },
  )
}
