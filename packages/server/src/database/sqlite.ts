import { setTimeout } from 'node:timers/promises'
import { field } from '@antiphon/base'
import {
  CompiledQuery,
  SqliteDialect,
  SqliteDriver,
  type DatabaseConnection,
  type Dialect,
  type SqliteDatabase,
  type SqliteDialectConfig,
  type TransactionSettings,
} from 'kysely'

/** How long a change waits while another connection writes to the same file, and how often it tries. */
const BUSY_MS = 10_000
const RETRY_MS = 5

/**
 * A SQLite file by `libsql`, whose binaries come inside its packages. What is committed is on the disk: the log is flushed with each
 * commit.
 *
 * @throws Error that says what is missing: the driver, or the file.
 */
export async function openSqlite(file: string): Promise<Dialect> {
  const Database = await loadDriver()
  let database: SqliteDatabase
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
  return new WritingDialect({ database, onCreateConnection: async (connection) => waitWhileBusy(connection) })
}

/** Tries a statement again while the file is locked. Only the first one of a transaction finds that. */
function waitWhileBusy(connection: DatabaseConnection): void {
  const execute = connection.executeQuery.bind(connection)
  connection.executeQuery = async <Row>(query: CompiledQuery) => {
    for (let waited = 0; ; waited += RETRY_MS) {
      try {
        return await execute<Row>(query)
      } catch (error) {
        if (field(error, 'code') !== 'SQLITE_BUSY' || waited >= BUSY_MS) throw error
        await setTimeout(RETRY_MS)
      }
    }
  }
}

type DriverClass = new (file: string, options: { timeout: number }) => SqliteDatabase

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
  override async beginTransaction(
    connection: DatabaseConnection,
    settings?: TransactionSettings,
  ): Promise<void> {
    const begin = settings?.accessMode === 'read only' ? 'begin' : 'begin immediate'
    await connection.executeQuery(CompiledQuery.raw(begin))
  }
}

class WritingDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig
  constructor(config: SqliteDialectConfig) {
    super(config)
    this.#config = config
  }
  override createDriver(): SqliteDriver {
    return new WritingDriver(this.#config)
  }
  override createAdapter(): ReturnType<SqliteDialect['createAdapter']> {
    // Its tables can be made inside of a transaction, which is what two processes wait for.
    return Object.defineProperty(super.createAdapter(), 'supportsTransactionalDdl', { value: true })
  }
}
