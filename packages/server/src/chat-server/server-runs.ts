import { createFetchTransport, type EndpointConfig, type Tool } from '@antiphon/core'
import { wires } from '@antiphon/wires'
import type { ChatDatabase } from '../database/schema.js'
import { createSqlLog } from '../log/sql-log.js'
import type { RunLog } from '../log/types.js'
import { createRuns, type Runs } from '../runs/create-runs.js'
import { runRoutes } from '../runs/routes.js'
import type { RunUpstream } from '../runs/run-options.js'
import { createSqlRunStore } from '../runs/sql-run-store.js'
import type { RunOrder } from '../runs/types.js'
import type { ThreadStore } from '../threads/thread-store.js'
import type { Route } from '../route.js'

/** A server of models that answers may come from. */
export interface ChatUpstream {
  /** Its address and key, which no page gets. `api` may name any wire that the kit speaks. */
  endpoint: EndpointConfig
  /** Ids that a page may choose. The first one answers where it chooses none. */
  models: readonly string[]
  /** Sent before each thread. */
  system?: string
}

export interface ServerRunsOptions {
  database: ChatDatabase
  threads: ThreadStore
  upstreams: readonly ChatUpstream[]
  /** Those that run on this server. A page answers its own. */
  tools?: readonly Tool[]
  /** Where the pieces of an answer are kept while it is written. Default: tables of `database`. */
  log?: RunLog
  now?: () => number
  onError: (error: unknown) => void
}

export interface ServerRuns {
  runs: Runs
  routes: readonly Route[]
  /** Gives answers under way `graceMs` to end; the others end as lost. A log that the host made stays open. */
  close(graceMs?: number): Promise<void>
}

/** Answers that are given here, kept in the database that keeps the threads. */
export function createServerRuns(options: ServerRunsOptions): ServerRuns {
  const { database, threads, upstreams, tools, now, onError } = options
  const { db, dialect, listen } = database
  const engine = { db, dialect, ...(listen && { listen }), ...(now && { now }) }
  const store = createSqlRunStore(engine)
  const own = options.log ? undefined : createSqlLog(engine)
  const log = options.log ?? own!
  const storageOf = (id: string) => threads.of({ id })
  const runs = createRuns({
    store,
    log,
    storageOf,
    upstreamOf: chooseUpstream(upstreams),
    onError,
    ...(tools && { tools }),
    ...(now && { now }),
  })
  return {
    runs,
    routes: runRoutes({ runs, log, storageOf }),
    async close(graceMs) {
      await runs.close(graceMs)
      await store.close()
      await own?.close()
    },
  }
}

/** The first upstream that has the model of an order. */
function chooseUpstream(upstreams: readonly ChatUpstream[]): (order: RunOrder) => RunUpstream {
  const open = upstreams.map(({ endpoint, models, system }) => ({
    models,
    transport: createFetchTransport({ wires, ...endpoint }),
    system,
  }))
  return ({ model = open[0]?.models[0] }) => {
    const found = open.find(({ models }) => model !== undefined && models.includes(model))
    if (!found || model === undefined)
      throw new Error(`No server of models here has "${model}". Choose one of those that the host offers.`)
    const { transport, system } = found
    return { transport, chat: { model, ...(system !== undefined && { system }) } }
  }
}
