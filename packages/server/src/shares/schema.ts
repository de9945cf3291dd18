import type { ColumnType, Kysely, Migration } from 'kysely'

/** PostgreSQL gives a `bigint` as a text. */
type Time = ColumnType<number | string, number, number>

export interface ShareTables {
  antiphon_shares: {
    share_id: string
    user_id: string
    thread_id: string
    page: string
    created_at: Time
    expires_at: Time
  }
}

/** The table of shared pages. */
export const shareMigrations: Record<string, Migration> = {
  '2026-11-shares': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('antiphon_shares')
        .addColumn('share_id', 'text', (column) => column.primaryKey())
        .addColumn('user_id', 'text', (column) => column.notNull())
        .addColumn('thread_id', 'text', (column) => column.notNull())
        .addColumn('page', 'text', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('expires_at', 'bigint', (column) => column.notNull())
        .execute()
      const { schema } = db
      const byThread = schema.createIndex('antiphon_shares_thread').on('antiphon_shares')
      await byThread.columns(['user_id', 'thread_id']).execute()
      await schema.createIndex('antiphon_shares_expiry').on('antiphon_shares').column('expires_at').execute()
    },
  },
}
