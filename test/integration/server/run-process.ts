import { createFetchTransport, type Tool } from '@antiphon/core'
import type { ThreadStorage } from '@antiphon/threads'
import type { Route } from '../../../packages/server/src/route.js'
import type { RunLog } from '../../../packages/server/src/log/types.js'
import { createRuns, type Runs } from '../../../packages/server/src/runs/create-runs.js'
import { runRoutes } from '../../../packages/server/src/runs/routes.js'
import type { RunsOptions } from '../../../packages/server/src/runs/run-options.js'
import type { RunStore } from '../../../packages/server/src/runs/types.js'

export interface RunProcess {
  runs: Runs
  /** Asks the routes as the user `u`, or another. */
  fetch(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Response>
  errors: unknown[]
}

export interface RunProcessOptions {
  store: RunStore
  log: RunLog
  /** The threads of all users; or `storageOf`. */
  storage?: ThreadStorage
  storageOf?: RunsOptions['storageOf']
  upstream: string
  tools?: readonly Tool[]
  owner?: string
  beatMs?: number
  leaseMs?: number
  /** Longest wait of a read. */
  waitMs?: number
}

/** The runs of one server process, and their routes. */
export function openProcess(options: RunProcessOptions): RunProcess {
  const { store, log, storage, upstream, beatMs = 20, leaseMs = 300, waitMs = 1000, ...rest } = options
  const storageOf = options.storageOf ?? (() => storage!)
  const errors: unknown[] = []
  const transport = createFetchTransport({ baseUrl: upstream, retry: { retries: 0 } })
  const runs = createRuns({
    store,
    log,
    storageOf,
    upstreamOf: () => ({ transport, chat: { model: 'script' } }),
    beatMs,
    leaseMs,
    onError: (error) => errors.push(error),
    ...rest,
  })
  const routes = runRoutes({ runs, log, storageOf, waitMs })
  return {
    runs,
    errors,
    async fetch(method, path, body, headers = {}) {
      const url = new URL(path, 'http://server.test')
      const request = new Request(url, {
        method,
        headers: { 'content-type': 'application/json', ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      for (const route of routes) {
        const params = match(route, method, url.pathname)
        const user = { id: headers['user'] ?? 'u' }
        if (params) return route.handle({ request, user, params, url })
      }
      return new Response('no route', { status: 404 })
    },
  }
}

function match(route: Route, method: string, path: string): Record<string, string> | undefined {
  if (route.method !== method) return undefined
  const wanted = route.path.split('/')
  const given = path.split('/')
  if (wanted.length !== given.length) return undefined
  const params: Record<string, string> = {}
  for (const [at, part] of wanted.entries()) {
    if (part.startsWith(':')) params[part.slice(1)] = decodeURIComponent(given[at]!)
    else if (part !== given[at]) return undefined
  }
  return params
}
