import { randomUUID } from 'node:crypto'
import { field, parseJson } from '@antiphon/base'
import type { Kysely } from 'kysely'
import type { ChatDatabase, ThreadTables } from '../database/schema.js'
import type { ShareStore } from '../shares/types.js'
import { begin } from './begin.js'
import { inEngine } from './storage-errors.js'
import { createThreadRows } from './thread-rows.js'

/** Is this the record of a thread that its user sees? */
export const isLive = (record: unknown): boolean =>
  record !== undefined && field(record, 'purged') !== true && field(record, 'removedAt') === undefined

/** Shared pages in the database of their threads. Every method rejects with a `StorageError`. */
export function createSqlShares({ db: any, dialect }: ChatDatabase): ShareStore {
  const db = any as Kysely<ThreadTables>
  const ofThread = (userId: string, threadId: string) =>
    db.selectFrom('antiphon_shares').where('user_id', '=', userId).where('thread_id', '=', threadId)
  return {
    add: (user_id, thread_id, { id: share_id, createdAt: created_at, expiresAt: expires_at }, page) =>
      inEngine(
        begin(db, dialect).execute(async (trx) => {
          const rows = createThreadRows(user_id)
          // The lock of the user's changes, so that no purge misses the page.
          await rows.nextVersion(trx, randomUUID)
          if (!isLive(await rows.record(trx, thread_id))) return false
          const row = { share_id, user_id, thread_id, page, created_at, expires_at }
          await trx.insertInto('antiphon_shares').values(row).execute()
          return true
        }),
      ),
    async list(userId, threadId, now) {
      const rows = await inEngine(
        ofThread(userId, threadId)
          .select(['share_id', 'created_at', 'expires_at'])
          .where('expires_at', '>', now)
          .orderBy('created_at')
          .execute(),
      )
      return rows.map(({ share_id: id, created_at, expires_at }) => ({
        id,
        createdAt: Number(created_at),
        expiresAt: Number(expires_at),
      }))
    },
    async remove(userId, threadId, id) {
      const all = db.deleteFrom('antiphon_shares').where('share_id', '=', id)
      await inEngine(all.where('user_id', '=', userId).where('thread_id', '=', threadId).execute())
    },
    async page(id, now) {
      const row = await inEngine(
        db
          .selectFrom('antiphon_shares as share')
          .innerJoin('antiphon_threads as thread', (join) =>
            join
              .onRef('thread.user_id', '=', 'share.user_id')
              .onRef('thread.thread_id', '=', 'share.thread_id'),
          )
          .select(['share.page', 'thread.record'])
          .where('share.share_id', '=', id)
          .where('share.expires_at', '>', now)
          .executeTakeFirst(),
      )
      return row && isLive(parseJson(row.record)) ? row.page : undefined
    },
  }
}
