import { field } from '@antiphon/base'
import type { Kysely, Transaction } from 'kysely'
import {
  applyChange,
  applyWrite,
  changeType,
  createThreadEvents,
  purgedRecord,
  wordsOf,
  type RawThread,
  type ThreadEvent,
  type ThreadRecord,
  type ThreadStorage,
} from '@antiphon/threads'
import type { ChatDatabase, ThreadTables } from '../database/schema.js'
import { begin } from './begin.js'
import { readChanges, type ThreadChanges } from './changes.js'
import { checkId, inEngine, toEngineProblem } from './storage-errors.js'
import { createThreadRows } from './thread-rows.js'
import type { UserFiles } from './user-files.js'
import { createWordTable, wordsByNode } from './words.js'

/** The change that a hook gets. */
export interface StoredChange extends Pick<ThreadEvent, 'threadId' | 'type' | 'ids'> {
  userId: string
  /** Epoch ms, by the clock of the server. */
  at: number
}

/** Code of the host that takes part in changes of threads. */
export interface ThreadHooks {
  /**
   * Runs inside the transaction of each change, after its rows are written, for an audit or a quota. Rows that it writes by `transaction` are
   * stored together with the change, or neither is. When it throws, nothing is stored and the writer gets the error.
   */
  // oxlint-disable-next-line typescript/no-explicit-any -- tables of the host
  change?(change: StoredChange, transaction: Transaction<any>): void | Promise<void>
}

/** The threads of one user: the port of `@antiphon/threads`, and pages of what changed. */
export interface UserThreads extends ThreadStorage {
  /** @param files `references`: large files stay where they are kept, and the messages name them. Default: the messages are whole. */
  read(threadId: string, ids?: readonly string[], files?: 'references'): Promise<RawThread | undefined>
  /** Threads that changed after a mark (default: all), at most `limit` (default 500). The mark of the last page is its `next`. */
  changes(since?: string, limit?: number): Promise<ThreadChanges>
}

/** A timer must look again at what it purges: the user may have restored it. */
export interface PurgingThreads extends UserThreads {
  purgeIfRemovedBefore(threadId: string, time: number): Promise<boolean>
}

interface UserThreadsOptions {
  database: ChatDatabase
  userId: string
  hooks: ThreadHooks
  clock: () => number
  newEpoch: () => string
  /** Deleted with their thread. */
  files?: UserFiles | undefined
}

export function createUserThreads({
  database,
  userId,
  hooks,
  clock,
  newEpoch,
  files,
}: UserThreadsOptions): PurgingThreads {
  const db = database.db as Kysely<ThreadTables>
  const rows = createThreadRows(userId)
  const words = createWordTable(database.dialect, userId)
  const events = createThreadEvents('', () => undefined)

  /** Runs a change with the user locked. The event that `work` returns is told when it is stored. */
  const change = async <T>(
    threadId: string,
    work: (
      trx: Transaction<ThreadTables>,
      version: number,
    ) => Promise<{ result: T; event?: Pick<ThreadEvent, 'type' | 'ids'>; last?: () => Promise<void> }>,
  ): Promise<T> => {
    checkId(threadId, 'thread')
    try {
      const { result, event } = await begin(db, database.dialect).execute(async (trx) => {
        const done = await work(trx, await rows.nextVersion(trx, newEpoch))
        if (done.event) await hooks.change?.({ userId, threadId, at: clock(), ...done.event }, trx)
        await done.last?.()
        return done
      })
      if (event) events.tell({ threadId, ...event })
      return result
    } catch (error) {
      throw toEngineProblem(error)
    }
  }
  const purge = (threadId: string, mayPurge: (record: unknown) => boolean): Promise<boolean> =>
    change(threadId, async (trx, version) => {
      if (!mayPurge(await rows.record(trx, threadId))) return { result: false }
      await rows.deleteNodes(trx, threadId)
      await rows.putRecord(trx, purgedRecord(threadId, clock()), version)
      // Last: a hook may still refuse. If they cannot be deleted, the thread is not purged either, and may be again.
      return { result: true, event: { type: 'purged' }, last: async () => files?.deleteThread(threadId) }
    })
  const putTitle = (trx: Transaction<ThreadTables>, { id, title }: ThreadRecord): Promise<void> =>
    words.put(trx, id, new Map([['', wordsOf(title)]]))

  return {
    place: 'server',
    async list() {
      const all: unknown[] = []
      let page: ThreadChanges | undefined
      do {
        page = await this.changes(page?.next)
        all.push(...page.threads)
      } while (page.more)
      return all
    },
    changes: (since, limit = 500) => inEngine(readChanges(db, userId, since, limit)),
    read: (threadId, ids) =>
      inEngine(
        begin(db, database.dialect, 'read').execute(async (trx) => {
          checkId(threadId, 'thread')
          const thread = await rows.record(trx, threadId)
          const nodes = await rows.nodes(trx, threadId, ids)
          return thread === undefined && nodes.length === 0 ? undefined : { thread, nodes }
        }),
      ),
    async write(write) {
      const { threadId, nodes } = write
      for (const { id } of nodes) checkId(id, 'message')
      return change(threadId, async (trx, version) => {
        const before = await rows.record(trx, threadId)
        const next = applyWrite(before, write)
        if ('answer' in next) return { result: next.answer }
        if (next.record) {
          await rows.putRecord(trx, next.record, version)
          if (next.record.title !== field(before, 'title')) await putTitle(trx, next.record)
        }
        await rows.putNodes(trx, threadId, nodes)
        await words.put(trx, threadId, wordsByNode(threadId, nodes))
        return { result: 'written', event: { type: 'nodes', ids: nodes.map(({ id }) => id) } }
      })
    },
    update: (threadId, update) =>
      change(threadId, async (trx, version) => {
        const next = applyChange(await rows.record(trx, threadId), update)
        if (!next) return { result: undefined }
        await rows.putRecord(trx, next, version)
        if (update.title !== undefined) await putTitle(trx, next)
        return { result: undefined, event: { type: changeType(update) } }
      }),
    purge: async (threadId) => void (await purge(threadId, () => true)),
    purgeIfRemovedBefore: (threadId, time) =>
      purge(threadId, (record) => Number(field(record, 'removedAt') ?? Number.POSITIVE_INFINITY) < time),
    search: (query) => inEngine(words.find(db, query)),
    subscribe: events.subscribe,
    close: events.close,
  }
}
