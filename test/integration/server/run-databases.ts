import { openDatabase, type ChatDatabase } from '@antiphon/server'
import pg from 'pg'

export type RunDatabase = ChatDatabase & { pool?: pg.Pool }

export async function openSqlite(file = ':memory:'): Promise<RunDatabase> {
  const database = await openDatabase({ sqlite: { file } })
  await database.migrate()
  return database
}

export async function openPostgres(url: string): Promise<RunDatabase> {
  const pool = new pg.Pool({ connectionString: url, max: 10 })
  const database = await openDatabase({ postgres: pool })
  await database.migrate()
  return { ...database, pool }
}
