import { field } from '@antiphon/base'
import { printThreadFile, type ThreadStorage } from '@antiphon/threads'
import { begin } from './begin.js'
import { userTables, type ChatDatabase } from '../database/schema.js'
import { checkId, inEngine } from './storage-errors.js'
import type { UserFiles } from './user-files.js'
import type { PurgingThreads } from './user-threads.js'

/** Export, erasure and purge: the law and the disk ask for them. */
export interface UserData {
  /**
   * All threads of a user, deleted ones that can still be restored included, as pieces of one file that `importThreads` reads. It holds
   * one thread in memory at a time.
   */
  exportUser(userId: string): AsyncIterable<string>
  /** Deletes every row of a user in one transaction, and then the user's files. When it rejects, call it again. Sign the user out first, because a page that is open writes its threads again. */
  eraseUser(userId: string): Promise<void>
  /**
   * Deletes shared pages whose link has ended, and for good what users deleted more than `olderThanMs` ago, at most `limit` threads (default 1000). Call it from a timer.
   *
   * @returns how many threads it purged.
   */
  purgeRemoved(olderThanMs: number, limit?: number): Promise<number>
}

export function createUserData(
  database: ChatDatabase,
  of: (userId: string) => PurgingThreads,
  clock: () => number,
  filesOf: (userId: string) => UserFiles | undefined,
): UserData {
  const { db } = database
  return {
    exportUser: (userId) => exportThreads(of(userId)),
    async eraseUser(userId) {
      checkId(userId, 'user')
      await inEngine(
        begin(db, database.dialect).execute(async (trx) => {
          // The lock of the user's changes: one that is under way ends first, and its rows are deleted too.
          await trx.updateTable('antiphon_users').set({ version: 0 }).where('user_id', '=', userId).execute()
          for (const table of userTables) await trx.deleteFrom(table).where('user_id', '=', userId).execute()
        }),
      )
      await filesOf(userId)?.deleteUser()
    },
    async purgeRemoved(olderThanMs, limit = 1000) {
      await inEngine(db.deleteFrom('antiphon_shares').where('expires_at', '<=', clock()).execute())
      const before = clock() - olderThanMs
      const old = await inEngine(
        db
          .selectFrom('antiphon_threads')
          .select(['user_id', 'thread_id'])
          .where('removed_at', '<', before)
          .orderBy('removed_at')
          .limit(limit)
          .execute(),
      )
      let count = 0
      for (const { user_id, thread_id } of old) {
        // It may have been restored since the list was read.
        if (await of(user_id).purgeIfRemovedBefore(thread_id, before)) count++
      }
      return count
    },
  }
}

/** All threads of a user as pieces of one file. */
export async function* exportThreads(threads: ThreadStorage): AsyncGenerator<string, void> {
  const [head = '', tail = ''] = printThreadFile([]).split('[]')
  yield `${head}[`
  let isFirst = true
  for (const record of await threads.list()) {
    const id = field(record, 'id')
    if (typeof id !== 'string' || field(record, 'purged') === true) continue
    const thread = await threads.read(id)
    // It was purged meanwhile.
    if (!thread || field(thread.thread, 'purged') === true) continue
    yield (isFirst ? '' : ',') + JSON.stringify(thread)
    isFirst = false
  }
  yield `]${tail}`
}
