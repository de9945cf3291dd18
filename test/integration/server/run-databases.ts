import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer } from 'node:net'
import Database from 'libsql'
import { Kysely, Migrator, PostgresDialect, SqliteDialect } from 'kysely'
import pg from 'pg'
import { runMigrations, type AnyDatabase } from '../../../packages/server/src/log/schema.js'

const PROGRAMS = '/usr/lib/postgresql/15/bin'

/** Whether PostgreSQL is on this machine; Debian's package `postgresql-15` has it. */
export function hasPostgres(): boolean {
  try {
    execFileSync(`${PROGRAMS}/postgres`, ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

export interface PostgresServer {
  /** Makes an empty database. */
  database(): Promise<string>
  close(): Promise<void>
}

/** PostgreSQL does not run as root. */
const asUser = (command: string, args: string[]): [string, string[]] =>
  process.getuid?.() === 0
    ? ['setpriv', ['--reuid=postgres', '--regid=postgres', '--clear-groups', command, ...args]]
    : [command, args]

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

/** Starts a PostgreSQL of its own on loopback, in a folder that goes with it. */
export async function startPostgres(): Promise<PostgresServer> {
  const folder = await mkdtemp(join(tmpdir(), 'antiphon-postgres-'))
  if (process.getuid?.() === 0) execFileSync('chown', ['postgres', folder])
  await chmod(folder, 0o700)
  const data = join(folder, 'data')
  const [init, initArgs] = asUser(`${PROGRAMS}/initdb`, ['-D', data, '-U', 'postgres', '-A', 'trust', '-N'])
  execFileSync(init, initArgs, { stdio: 'ignore' })
  const port = await freePort()
  const settings = ['-h', '127.0.0.1', '-k', '', '-c', 'fsync=off', '-c', 'max_connections=100']
  const [command, args] = asUser(`${PROGRAMS}/postgres`, ['-D', data, '-p', String(port), ...settings])
  const server = spawn(command, args, { stdio: 'ignore' })
  const ended = once(server, 'exit')
  const root = new pg.Pool({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres' })
  root.on('error', () => {})
  for (let tries = 0; ; tries++) {
    try {
      await root.query('select 1')
      break
    } catch (error) {
      if (tries > 300) throw error
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
  let count = 0
  return {
    async database() {
      const name = `test_${++count}`
      await root.query(`create database ${name}`)
      return `postgres://postgres@127.0.0.1:${port}/${name}`
    },
    async close() {
      await root.end()
      server.kill('SIGQUIT')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export interface RunDatabase {
  db: AnyDatabase
  dialect: 'sqlite' | 'postgres'
  pool?: pg.Pool
  close(): Promise<void>
}

/** Brings the tables of runs into a database. */
async function migrate(db: AnyDatabase): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => runMigrations } })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}

export async function openSqlite(file = ':memory:'): Promise<RunDatabase> {
  const database = new Database(file, { timeout: 5000 })
  database.exec('pragma journal_mode = wal; pragma synchronous = normal')
  const db: AnyDatabase = new Kysely({ dialect: new SqliteDialect({ database }) })
  await migrate(db)
  return { db, dialect: 'sqlite', close: () => db.destroy() }
}

export async function openPostgres(url: string): Promise<RunDatabase> {
  const pool = new pg.Pool({ connectionString: url, max: 10 })
  pool.on('error', () => {})
  const db: AnyDatabase = new Kysely({ dialect: new PostgresDialect({ pool }) })
  await migrate(db)
  return { db, dialect: 'postgres', pool, close: () => db.destroy() }
}
