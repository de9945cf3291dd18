import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase, type ChatDatabase } from '@antiphon/server'
import pg from 'pg'
import postgres from 'postgres'
import { noPostgres, startPostgres, type Postgres } from '../../support/postgres.js'

/** Databases of an engine for tests. */
export interface Engine {
  start(): Promise<void>
  /** A new database with its tables, closed with the engine. */
  open(): Promise<ChatDatabase>
  /** Another connection to a database, such as of another process. */
  again(database: ChatDatabase): Promise<ChatDatabase>
  stop(): Promise<void>
}

function createEngine(
  start: () => Promise<void>,
  newPlace: () => Promise<string>,
  connect: (place: string) => Promise<ChatDatabase>,
  stop: () => Promise<void>,
): Engine {
  const places = new Map<ChatDatabase, string>()
  const openAt = async (place: string): Promise<ChatDatabase> => {
    const database = await connect(place)
    places.set(database, place)
    return database
  }
  return {
    start,
    async open() {
      const database = await openAt(await newPlace())
      await database.migrate()
      return database
    },
    again: (database) => openAt(places.get(database)!),
    async stop() {
      await Promise.all([...places.keys()].map((database) => database.close()))
      await stop()
    },
  }
}

export function sqliteFiles(): Engine & { folder: () => string } {
  let folder = ''
  let count = 0
  const engine = createEngine(
    async () => void (folder = mkdtempSync(join(tmpdir(), 'antiphon-sqlite-'))),
    async () => join(folder, `${++count}.db`),
    (file) => openDatabase({ sqlite: { file } }),
    async () => rmSync(folder, { recursive: true, force: true }),
  )
  return { ...engine, folder: () => folder }
}

export function postgresServer(client: 'pg' | 'postgres' = 'pg'): Engine & { server: () => Postgres } {
  let server: Postgres | undefined
  const engine = createEngine(
    async () => void (server = await startPostgres()),
    () => server!.createDatabase(),
    (url) =>
      openDatabase({
        postgres:
          client === 'pg' ? new pg.Pool({ connectionString: url, max: 10 }) : postgres(url, { max: 10 }),
      }),
    async () => server?.close(),
  )
  return { ...engine, server: () => server! }
}

/** The engines by name, and why one cannot run here. */
export const engines: readonly [name: string, make: () => Engine, missing: string | undefined][] = [
  ['SQLite', sqliteFiles, undefined],
  ['PostgreSQL by pg', postgresServer, noPostgres],
  ['PostgreSQL by postgres', () => postgresServer('postgres'), noPostgres],
]
