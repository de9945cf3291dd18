import { setMaxListeners } from 'node:events'
import { createFetchTransport, type EndpointConfig, type Tool } from '@antiphon/core'
import { compact } from '@antiphon/base'
import { wires } from '@antiphon/wires'
import { createRuns, type Runs } from '../runs/create-runs.js'
import { runRoutes } from '../runs/routes.js'
import type { RunObserver } from '../runs/observer.js'
import type { RunsOptions, RunUpstream } from '../runs/run-options.js'
import type { RunOrder } from '../runs/types.js'
import type { Route } from '../route.js'
import type { ServerEngine } from './engine.js'
import { inStatuses } from './thread-routes.js'

/** A server of models that answers may come from. */
export interface ChatUpstream {
  /** Its address and key, which no page gets. `api` may name any wire that the kit speaks. */
  endpoint: EndpointConfig
  /** Ids that a page may choose. The first one answers where it chooses none. */
  models: readonly string[]
  /** Sent before each thread. */
  system?: string
  /** Rounds of tool calls after which a run stops; the person can continue it. Default 8. */
  maxSteps?: number
}

export interface ServerRunsOptions {
  engine: ServerEngine
  upstreams: readonly ChatUpstream[]
  /** Tools that run on this server. A page runs its own. */
  tools?: readonly Tool[]
  leaseSeconds: number
  now?: () => number
  observer: RunObserver
  admit: NonNullable<RunsOptions['admit']>
  onError: (error: unknown) => void
}

export interface ServerRuns {
  runs: Runs
  routes: readonly Route[]
  /** Gives answers under way `graceMs` to end; the others go to other processes, or end as lost. */
  close(graceMs?: number): Promise<void>
}

/** Answers that are given here, kept where the threads are. */
export function createServerRuns(options: ServerRunsOptions): ServerRuns {
  const { engine, upstreams, tools, leaseSeconds, now, observer, admit, onError } = options
  const { store, log, close } = engine.openRuns()
  const closing = new AbortController()
  // Each reader listens to it, and a warning of Node would take many for a leak.
  setMaxListeners(0, closing.signal)
  const { storageOf } = engine
  const runs = createRuns({
    store,
    log,
    storageOf,
    upstreamOf: chooseUpstream(upstreams),
    leaseMs: leaseSeconds * 1000,
    observer,
    admit,
    onError,
    ...(tools && { tools }),
    ...(now && { now }),
  })
  return {
    runs,
    routes: runRoutes({ runs, log, storageOf, observer, closing: closing.signal }).map(inStatuses),
    async close(graceMs) {
      await runs.close(graceMs)
      closing.abort()
      await close()
    },
  }
}

/** The first upstream that has the model of an order. */
function chooseUpstream(upstreams: readonly ChatUpstream[]): (order: RunOrder) => RunUpstream {
  const open = upstreams.map(({ endpoint, ...rest }) => ({
    ...rest,
    transport: createFetchTransport({ wires, ...endpoint }),
  }))
  return ({ model = open[0]?.models[0] }) => {
    const found = open.find(({ models }) => model !== undefined && models.includes(model))
    if (!found || model === undefined)
      throw new Error(`No server of models here has "${model}". Choose one of those that the host offers.`)
    const { transport, system, maxSteps } = found
    return { transport, chat: compact({ model, system, maxSteps }) }
  }
}
