import { sql, type Kysely, type Migration } from 'kysely'
import type { Dialect } from './dialect.js'

/** Tables of threads, messages, search words and users. */
export function threadMigrations(dialect: Dialect): Record<string, Migration> {
  return {
    '2026-11-threads': {
      async up(db: Kysely<unknown>) {
        await createTables(db)
        await (dialect === 'sqlite' ? createSqliteWords(db) : createPostgresWords(db))
      },
    },
  }
}

async function createTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('antiphon_users')
    .addColumn('user_id', 'text', (column) => column.primaryKey())
    .addColumn('epoch', 'text', (column) => column.notNull())
    .addColumn('version', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('antiphon_threads')
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('thread_id', 'text', (column) => column.notNull())
    .addColumn('record', 'text', (column) => column.notNull())
    .addColumn('version', 'bigint', (column) => column.notNull())
    .addColumn('removed_at', 'bigint')
    .addPrimaryKeyConstraint('antiphon_threads_key', ['user_id', 'thread_id'])
    .execute()
  await db.schema
    .createIndex('antiphon_threads_changes')
    .on('antiphon_threads')
    .columns(['user_id', 'version'])
    .execute()
  await db.schema
    .createIndex('antiphon_threads_removed')
    .on('antiphon_threads')
    .column('removed_at')
    .where(sql.ref('removed_at'), 'is not', null)
    .execute()
  await db.schema
    .createTable('antiphon_nodes')
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('thread_id', 'text', (column) => column.notNull())
    .addColumn('node_id', 'text', (column) => column.notNull())
    .addColumn('node', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('antiphon_nodes_key', ['user_id', 'thread_id', 'node_id'])
    .execute()
}

/** The engine gets words that are cut already, so its tokenizer cuts at blanks only: beyond ASCII it takes all as letters. */
async function createSqliteWords(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('antiphon_words')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('thread_id', 'text', (column) => column.notNull())
    .addColumn('node_id', 'text', (column) => column.notNull())
    .addUniqueConstraint('antiphon_words_key', ['user_id', 'thread_id', 'node_id'])
    .execute()
  await sql`create virtual table antiphon_words_text using fts5(
    words, tokenize = "ascii tokenchars '_'", content = '', contentless_delete = 1, detail = 'none'
  )`.execute(db)
  await sql`create trigger antiphon_words_gone after delete on antiphon_words begin
    delete from antiphon_words_text where rowid = old.id;
  end`.execute(db)
}

async function createPostgresWords(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('antiphon_words')
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('thread_id', 'text', (column) => column.notNull())
    .addColumn('node_id', 'text', (column) => column.notNull())
    .addColumn('words', sql`tsvector`, (column) => column.notNull())
    .addPrimaryKeyConstraint('antiphon_words_key', ['user_id', 'thread_id', 'node_id'])
    .execute()
  await db.schema
    .createIndex('antiphon_words_text')
    .on('antiphon_words')
    .using('gin')
    .column('words')
    .execute()
}
