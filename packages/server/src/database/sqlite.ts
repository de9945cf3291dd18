import { setTimeout } from 'node:timers/promises'
import { field } from '@antiphon/base'
import {
  type CompiledQuery,
  SqliteDialect,
  SqliteDriver,
  type DatabaseConnection,
  type Dialect,
  type QueryResult,
  type SqliteDatabase,
  type SqliteDialectConfig,
  type TransactionSettings,
} from 'kysely'

/** How long a change waits while another connection writes to the same file, and how often it tries. */
const BUSY_MS = 10_000
const RETRY_MS = 5

/**
 * A SQLite file by `libsql`, whose binaries come inside its packages. A commit is on the disk when it returns, because the log is
 * flushed with each.
 *
 * @throws Error that says what is missing: the driver, or the file.
 */
export async function openSqlite(file: string): Promise<Dialect> {
  const Database = await loadDriver()
  let database: LibsqlDatabase
  try {
    database = new Database(file, { timeout: BUSY_MS })
    for (const pragma of ['journal_mode = wal', 'synchronous = full'])
      database.prepare(`pragma ${pragma}`).all([])
  } catch (error) {
    throw new Error(
      `The SQLite file ${file} cannot be opened: ${(error as Error).message}. Its folder must exist, and this process must be allowed to write there.`,
      { cause: error },
    )
  }
  // The driver would stop the whole process while it waits, and with it the transaction that it waits for, if that is one of its own.
  database.prepare('pragma busy_timeout = 0').all([])
  return new WritingDialect(database)
}

/** Tries again while another connection writes. Meanwhile this process does other things. */
async function whileBusy<T>(work: () => T): Promise<T> {
  for (let waited = 0; ; waited += RETRY_MS) {
    try {
      return work()
    } catch (error) {
      if (field(error, 'code') !== 'SQLITE_BUSY' || waited >= BUSY_MS) throw error
      await setTimeout(RETRY_MS)
    }
  }
}

/**
 * Runs statements as kysely's driver does, except that a statement that found the file locked is itself tried again. The driver
 * would leave it unfinished and prepare a second one, and no transaction can commit while a statement is unfinished.
 */
function waitWhileBusy(connection: DatabaseConnection, database: SqliteDatabase): void {
  const execute = async ({ sql, parameters }: CompiledQuery): Promise<QueryResult<unknown>> => {
    const statement = database.prepare(sql)
    if (statement.reader) return { rows: await whileBusy(() => statement.all(parameters)) }
    const { changes } = await whileBusy(() => statement.run(parameters))
    return { rows: [], numAffectedRows: BigInt(changes) }
  }
  connection.executeQuery = execute as DatabaseConnection['executeQuery']
}

interface LibsqlDatabase extends SqliteDatabase {
  exec(sql: string): void
}
type DriverClass = new (file: string, options: { timeout: number }) => LibsqlDatabase

async function loadDriver(): Promise<DriverClass> {
  try {
    const { default: driver } = (await import('libsql')) as unknown as { default: DriverClass }
    return driver
  } catch (error) {
    throw new Error(
      `The SQLite driver cannot be loaded: ${(error as Error).message}. Install it with "npm install libsql", or use PostgreSQL.`,
      { cause: error },
    )
  }
}

/**
 * Takes the write lock at the beginning of a transaction. Without that, two processes that have read and then want to write fail: one
 * of them cannot wait for the other, because it has read what is old by now.
 */
class WritingDriver extends SqliteDriver {
  readonly #database: LibsqlDatabase
  constructor(config: SqliteDialectConfig, database: LibsqlDatabase) {
    super(config)
    this.#database = database
  }
  override async beginTransaction(_: DatabaseConnection, settings?: TransactionSettings): Promise<void> {
    const begin = settings?.accessMode === 'read only' ? 'begin' : 'begin immediate'
    // Not by a statement, which would stay unfinished if the lock is not given in time.
    await whileBusy(() => this.#database.exec(begin))
  }
  override async rollbackTransaction(): Promise<void> {
    try {
      this.#database.exec('rollback')
    } catch (error) {
      // A full disk has ended the transaction already, and the first error is the one to tell.
      if (!(error as Error).message.includes('no transaction is active')) throw error
    }
  }
}

class WritingDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig
  readonly #database: LibsqlDatabase
  constructor(database: LibsqlDatabase) {
    const config: SqliteDialectConfig = {
      database,
      onCreateConnection: async (connection) => waitWhileBusy(connection, database),
    }
    super(config)
    this.#config = config
    this.#database = database
  }
  override createDriver(): SqliteDriver {
    return new WritingDriver(this.#config, this.#database)
  }
  override createAdapter(): ReturnType<SqliteDialect['createAdapter']> {
    // Its tables can be made inside of a transaction, which is what two processes wait for.
    return Object.defineProperty(super.createAdapter(), 'supportsTransactionalDdl', { value: true })
  }
}
