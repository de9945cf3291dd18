import type { ColumnType, Generated, Kysely, Migration, RawBuilder } from 'kysely'
import type { Dialect } from './dialect.js'
import { runMigrations } from '../log/schema.js'
import { shareMigrations, type ShareTables } from '../shares/schema.js'
import type { Listen } from '../log/postgres-listen.js'
import { threadMigrations } from './thread-migrations.js'

/** PostgreSQL gives a `bigint` as a text. */
type Count = ColumnType<number | string, number, number | RawBuilder<unknown>>

/** One row per user: the lock that orders the user's changes, and the number of the last one. */
interface UserRow {
  user_id: string
  /** A new one for each life of the user's data, so that a mark of before an erasure is refused. */
  epoch: string
  version: Count
}

interface ThreadRow {
  user_id: string
  thread_id: string
  /** JSON of a `ThreadRecord`, as it came. Text, because `jsonb` sorts keys and refuses `\u0000`. */
  record: string
  /** The change of the user that wrote it last. */
  version: Count
  /** Epoch ms, or null: for the purge of what was deleted long ago. */
  removed_at: number | null
}

interface NodeRow {
  user_id: string
  thread_id: string
  node_id: string
  /** JSON of a `NodeRecord`, as it came. */
  node: string
}

/** Search words of one message, or of the title (`node_id` is empty). */
interface WordRow {
  user_id: string
  thread_id: string
  node_id: string
  /** SQLite: the row of the full-text table that has the words. */
  id: Generated<number>
  /** PostgreSQL: a `tsvector`. */
  words: unknown
}

/** The tables of threads. Every key begins with the user, then the thread. */
export interface ThreadTables extends ShareTables {
  antiphon_users: UserRow
  antiphon_threads: ThreadRow
  antiphon_nodes: NodeRow
  antiphon_words: WordRow
}

/** Tables with rows of users: an erasure empties all of them. The last one is the user's lock. */
export const userTables = [
  'antiphon_shares',
  'antiphon_run_events',
  'antiphon_run_logs',
  'antiphon_runs',
  'antiphon_words',
  'antiphon_nodes',
  'antiphon_threads',
  'antiphon_users',
] as const

/** The migrations of all parts, by name. A name is never changed, because databases remember it. */
export function migrationsOf(dialect: Dialect): Record<string, Migration> {
  return { ...threadMigrations(dialect), ...runMigrations, ...shareMigrations }
}

/** An open database of the chat server. Make one with `openDatabase`. */
export interface ChatDatabase {
  /** The query builder over it, for queries of your own. */
  // oxlint-disable-next-line typescript/no-explicit-any -- a host has tables of its own
  readonly db: Kysely<any>
  readonly dialect: Dialect
  /** How another process wakes readers of this one. Absent on SQLite, and with a client of the package `postgres`: they look by themselves. */
  readonly listen?: Listen
  /**
   * Creates and changes the tables, where that is still to do. Several processes may do so at once: one does the work, and the others
   * wait for it. On PostgreSQL give it a connection of its own, because a pooler by transaction loses the lock.
   *
   * @throws Error that names the migration that failed; then none of them has happened.
   */
  migrate(): Promise<void>
  /** Closes the SQLite file, or ends the pool that was handed in. */
  close(): Promise<void>
}
