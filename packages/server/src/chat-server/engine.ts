import { sql } from 'kysely'
import type { ChatDatabase } from '../database/schema.js'
import { createMemoryLog } from '../log/memory-log.js'
import { createSqlLog } from '../log/sql-log.js'
import type { RunLog } from '../log/types.js'
import { createMemoryRunStore } from '../runs/memory-run-store.js'
import { createSqlRunStore, keepRun } from '../runs/sql-run-store.js'
import { createMemoryShares } from '../shares/memory-shares.js'
import type { RunsOptions } from '../runs/run-options.js'
import type { ShareStore } from '../shares/types.js'
import type { RunStore } from '../runs/types.js'
import { createMemoryThreadStore } from '../threads/memory-thread-store.js'
import { refused, toEngineProblem } from '../threads/storage-errors.js'
import { createSqlShares, isLive } from '../threads/sql-shares.js'
import { createThreadStore, type ThreadStore } from '../threads/thread-store.js'
import type { FileKeeping } from '../threads/user-files.js'
import type { ThreadHooks } from '../threads/user-threads.js'

export interface EngineOptions {
  database: ChatDatabase | 'memory'
  /** Where the pieces of an answer are kept while it is written. Default: where all the rest is. */
  log?: RunLog | undefined
  change?: ThreadHooks['change'] | undefined
  clock?: (() => number) | undefined
  files?: FileKeeping | undefined
}

/** The keepers of runs and of their logs. */
interface RunKeepers {
  store: RunStore
  log: RunLog
  /** A log that the host made stays open. */
  close(): Promise<void>
}

/** Where a chat server keeps all that it knows. */
export interface ServerEngine {
  threads: ThreadStore
  storageOf: RunsOptions['storageOf']
  shares: ShareStore
  /** Rejects when the database does not answer. */
  ping(): Promise<unknown>
  /** Call it once. Not called where no answers are given. */
  openRuns(): RunKeepers
}

export function openEngine(options: EngineOptions): ServerEngine {
  const { database, log, change, clock, files } = options
  if (database === 'memory') return memoryEngine(options)
  const { db, dialect, listen } = database
  const threadsWith = (hooks: ThreadHooks): ThreadStore =>
    createThreadStore(database, {
      hooks,
      ...(clock && { clock }),
      ...(files && { files: files.store, fileBytes: files.most }),
    })
  const threads = threadsWith({ change })
  return {
    threads,
    storageOf(id, run) {
      if (!run) return threads.of({ id })
      const own = threadsWith({
        async change(stored, trx) {
          if (!(await keepRun(trx, dialect, run)))
            throw refused('Another process has this run, or it has ended.')
          await change?.(stored, trx)
        },
      })
      return own.of({ id })
    },
    shares: createSqlShares(database),
    ping: () => sql`select 1`.execute(db),
    openRuns() {
      const shared = { db, dialect, ...(listen && { listen }), ...(clock && { now: clock }) }
      return keepers(inWords(createSqlRunStore(shared)), log, () => createSqlLog(shared))
    },
  }
}

/** The store with the errors that a request meets as problems, which the routes answer with a status each. */
function inWords(store: RunStore): RunStore {
  const fail = (error: unknown): never => {
    throw toEngineProblem(error)
  }
  return {
    ...store,
    get: (key) => store.get(key).catch(fail),
    add: (run) => store.add(run).catch(fail),
    change: (key, change) => store.change(key, change).catch(fail),
  }
}

/** Everything lasts as long as the process. */
function memoryEngine({ log, clock, files }: EngineOptions): ServerEngine {
  const threads = createMemoryThreadStore(clock, files)
  const store = createMemoryRunStore()
  const own = createMemoryLog(clock && { now: clock })
  return {
    storageOf: (id) => threads.of({ id }),
    threads: {
      ...threads,
      async eraseUser(userId) {
        await threads.eraseUser(userId)
        store.eraseUser(userId)
        own.eraseUser(userId)
      },
    },
    shares: createMemoryShares(async (userId, threadId) =>
      isLive((await threads.of({ id: userId }).read(threadId, []))?.thread),
    ),
    ping: async () => {},
    openRuns: () => keepers(store, log, () => own),
  }
}

function keepers(store: RunStore, given: RunLog | undefined, make: () => RunLog): RunKeepers {
  const log = given ?? make()
  return {
    store,
    log,
    async close() {
      await store.close()
      if (!given) await log.close()
    },
  }
}
