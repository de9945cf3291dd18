import { sql, type Kysely } from 'kysely'
import { parseJson } from '@antiphon/base'
import type { NodeRecord, ThreadRecord } from '@antiphon/threads'
import type { ThreadTables } from '../database/schema.js'
import { inParts } from './in-parts.js'

type Db = Kysely<ThreadTables>

/** The queries over the rows of one user. `db` may be a transaction. */
export interface ThreadRows {
  /**
   * The number of the user's next change. It locks the user until the transaction ends, so changes of a user come one after the other,
   * and one with a higher number is never seen before one with a lower number.
   */
  nextVersion(db: Db, newEpoch: () => string): Promise<number>
  record(db: Db, threadId: string): Promise<unknown>
  putRecord(db: Db, record: ThreadRecord, version: number): Promise<void>
  nodes(db: Db, threadId: string, ids?: readonly string[]): Promise<unknown[]>
  putNodes(db: Db, threadId: string, nodes: readonly NodeRecord[]): Promise<void>
  /** Deletes the messages of a thread, the words of all that it has, and pages that it was shared as. */
  deleteNodes(db: Db, threadId: string): Promise<void>
}

export function createThreadRows(userId: string): ThreadRows {
  const ofThread = { user_id: userId }
  return {
    async nextVersion(db, newEpoch) {
      const row = await db
        .insertInto('antiphon_users')
        .values({ user_id: userId, epoch: newEpoch(), version: 1 })
        .onConflict((conflict) =>
          conflict.column('user_id').doUpdateSet({ version: sql`antiphon_users.version + 1` }),
        )
        .returning('version')
        .executeTakeFirstOrThrow()
      return Number(row.version)
    },
    async record(db, threadId) {
      const row = await db
        .selectFrom('antiphon_threads')
        .select('record')
        .where('user_id', '=', userId)
        .where('thread_id', '=', threadId)
        .executeTakeFirst()
      return row && (parseJson(row.record) ?? row.record)
    },
    async putRecord(db, record, version) {
      await db
        .insertInto('antiphon_threads')
        .values({
          ...ofThread,
          thread_id: record.id,
          record: JSON.stringify(record),
          version,
          removed_at: record.removedAt ?? null,
        })
        .onConflict((conflict) =>
          conflict.columns(['user_id', 'thread_id']).doUpdateSet((row) => ({
            record: row.ref('excluded.record'),
            version: row.ref('excluded.version'),
            removed_at: row.ref('excluded.removed_at'),
          })),
        )
        .execute()
    },
    async nodes(db, threadId, ids) {
      const all = db
        .selectFrom('antiphon_nodes')
        .select('node')
        .where('user_id', '=', userId)
        .where('thread_id', '=', threadId)
        .orderBy('node_id')
      const parts = ids ? inParts([...new Set(ids)]).map((some) => all.where('node_id', 'in', some)) : [all]
      const found: unknown[] = []
      for (const part of parts) {
        for (const { node } of await part.execute()) found.push(parseJson(node) ?? node)
      }
      return found
    },
    async putNodes(db, threadId, nodes) {
      // The last one of an id counts: a statement cannot write a row twice.
      const byId = new Map(nodes.map((node) => [node.id, node]))
      for (const some of inParts([...byId])) {
        const rows = some.map(([id, node]) => ({
          ...ofThread,
          thread_id: threadId,
          node_id: id,
          node: JSON.stringify(node),
        }))
        await db
          .insertInto('antiphon_nodes')
          .values(rows)
          .onConflict((conflict) =>
            conflict
              .columns(['user_id', 'thread_id', 'node_id'])
              .doUpdateSet((row) => ({ node: row.ref('excluded.node') })),
          )
          .execute()
      }
    },
    async deleteNodes(db, threadId) {
      for (const table of ['antiphon_words', 'antiphon_nodes', 'antiphon_shares'] as const) {
        await db.deleteFrom(table).where('user_id', '=', userId).where('thread_id', '=', threadId).execute()
      }
    },
  }
}
