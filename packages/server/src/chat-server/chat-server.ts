import type { ThreadStore } from '../threads/thread-store.js'
import { idFault } from '../threads/storage-errors.js'
import { errorAnswer, RouteError, withDataHeaders } from '../web/answers.js'
import { checkConfig, type ChatServerConfig, type ChatServerOptions } from './config.js'
import { allowOrigin, answerPreflight, checkOrigin } from './cross-origin.js'
import { openEngine } from './engine.js'
import { limitBody } from '../web/limited-body.js'
import { createMetrics } from '../operations/metrics.js'
import { createFileRoutes } from './file-routes.js'
import { createOperations } from '../operations/operations.js'
import { runFamilies, watchRuns, type LogEntry } from '../operations/watch-runs.js'
import type { ChatUser, Route } from '../route.js'
import { createRouter } from './router.js'
import { createServerRuns } from './server-runs.js'
import { createShareRoutes, SHARED_PATH, sharedPage } from './share-routes.js'
import { createThreadRoutes } from './thread-routes.js'
import { checkUser, nameUser } from './user-tag.js'

/** A chat server as a function from request to response. */
export interface ChatServer {
  /** Answers a request, in any runtime with the `Request` and `Response` of the web. It never rejects. */
  fetch(request: Request): Promise<Response>
  /**
   * Answers whoever runs the server: `/health`, `/ready` and `/metrics` (OpenMetrics). It asks nobody who they are, so serve it where
   * only your own machines reach it, such as on another port.
   */
  operations(request: Request): Promise<Response>
  /** Its addresses, for a router that wants each of them. A part of a path that begins with a colon stands for any text. */
  readonly routes: readonly Pick<Route, 'method' | 'path'>[]
  /** The same threads, for code of the host, which names the user itself. */
  readonly threads: ThreadStore
  /**
   * Refuses new requests with 503 and resolves when those under way are answered. Answers of models get `graceMs` to end (default
   * 0). Of those that are left, another process begins the ones again that nobody has seen a word of; the others end with the words that
   * the server stopped. Streams of readers end, and they go on at another process. The database stays open.
   */
  close(graceMs?: number): Promise<void>
}

/**
 * The server behind a chat: threads in your own database, for `createHttpStorage` in the page, and with `upstreams` answers that go on
 * when the page is gone. Call `database.migrate()` before it serves.
 *
 * @throws Error that says which field of the options is wrong, and why.
 */
export function createChatServer(options: ChatServerOptions): ChatServer {
  const config = checkConfig(options)
  const { origins, hooks, limits, clock } = config
  /** A hook that only listens fails nothing. */
  const safely = (listen: () => void): void => {
    try {
      listen()
    } catch (error) {
      hooks.error?.(error)
    }
  }
  const log = (entry: LogEntry): void => safely(() => hooks.log?.(entry))
  const metrics = createMetrics({ ...requestFamilies, ...runFamilies })
  const files = config.files && { store: config.files, most: limits.fileBytes }
  const engine = openEngine({ ...config, files, change: hooks.change })
  const { threads } = engine
  const runs =
    config.upstreams.length > 0
      ? createServerRuns({
          ...config,
          engine,
          leaseSeconds: limits.leaseSeconds,
          ...(clock && { now: clock }),
          observer: watchRuns({
            metrics,
            log,
            used: (use) => safely(() => hooks.used?.(use)),
          }),
          async admit(user, threadId, { model }) {
            const refused = await hooks.quota?.({ user, threadId, ...(model !== undefined && { model }) })
            if (!refused) return
            const { message, retryAfter } = refused
            const headers: Record<string, string> = {}
            if (retryAfter !== undefined) headers['retry-after'] = String(Math.ceil(retryAfter))
            throw new RouteError(429, 'quota', message, headers)
          },
          onError: (error) => hooks.error?.(error),
        })
      : undefined
  const { shares } = engine
  const now = clock ?? Date.now
  const routes = [
    ...createThreadRoutes(threads, limits.pageThreads),
    ...(files ? createFileRoutes(threads, files) : []),
    ...createShareRoutes({ shares, mostMs: limits.shareDays * DAY_MS, clock: now }),
    ...(runs?.routes ?? []),
    ...config.routes,
  ]
  const find = createRouter(config.basePath, routes)
  /** The one path that needs no user and that a link on any page may open. */
  const sharedAt = `${config.basePath}${SHARED_PATH.replace(':token', '')}`
  const running = new Set<Promise<unknown>>()
  let isClosed = false

  const answer = async (request: Request, seen: Seen): Promise<Response> => {
    if (isClosed)
      throw new RouteError(503, 'closing', 'The server is about to end. Try again.', { 'retry-after': '1' })
    const url = new URL(request.url)
    if (request.method === 'GET' && url.pathname.startsWith(sharedAt)) {
      seen.route = SHARED_PATH
      return sharedPage(shares, url.pathname.slice(sharedAt.length), now())
    }
    checkOrigin(request, origins)
    if (request.method === 'OPTIONS') {
      if (!origins.includes(request.headers.get('origin') ?? ''))
        throw new RouteError(405, 'wrong_method', 'This path is not asked with OPTIONS.')
      return answerPreflight(request)
    }
    const { route, params } = find(request.method, url.pathname)
    seen.route = route.path
    const user = await userOf(config, request)
    seen.user = user.id
    checkUser(user.id, request)
    const limited = limitBody(request, limits)
    try {
      return await route.handle({ request: limited.request, user, params, url })
    } catch (error) {
      throw limited.fault() ?? error
    }
  }
  const answerAlways = async (request: Request): Promise<Response> => {
    const since = performance.now()
    const seen: Seen = {}
    let response: Response
    try {
      response = await answer(request, seen)
    } catch (error) {
      const known = error instanceof RouteError
      const refusal = known ? error : new RouteError(500, 'failed', 'The server failed. Its log says why.')
      if (refusal.status >= 500 && !isClosed) hooks.error?.((known && error.cause) || error, request)
      response = errorAnswer(refusal)
    }
    tellRequest(request.method, response.status, (performance.now() - since) / 1000, seen)
    // A copy, because the headers of an answer that a route fetched cannot be changed.
    const copy = withDataHeaders(new Response(response.body, response))
    if (seen.user !== undefined) nameUser(seen.user, copy)
    return allowOrigin(copy, request, origins)
  }

  const tellRequest = (
    method: string,
    status: number,
    seconds: number,
    { route = 'none', user }: Seen,
  ): void => {
    const known = /^(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$/.test(method) ? method : 'other'
    const labels = { method: known, route, status: String(status) }
    metrics.add('antiphon_requests', labels)
    metrics.observe('antiphon_request_seconds', seconds, { route })
    const level = status < 500 ? 'info' : 'error'
    const ms = Math.round(seconds * 1000)
    log({ level, event: 'request', method, route, status, ms, ...(user !== undefined && { user }) })
  }

  return {
    threads,
    routes: [...routes, { method: 'GET' as const, path: SHARED_PATH }].map(({ method, path }) => ({
      method,
      path: config.basePath + path,
    })),
    operations: createOperations({ metrics, ping: engine.ping, isClosing: () => isClosed }),
    fetch(request) {
      const work = answerAlways(request)
      running.add(work)
      const end = (): void => void running.delete(work)
      work.then(end, end)
      return work
    },
    async close(graceMs) {
      isClosed = true
      await runs?.close(graceMs)
      await Promise.allSettled(running)
    },
  }
}

const DAY_MS = 24 * 60 * 60 * 1000

const requestFamilies = {
  antiphon_requests: ['counter', 'Requests by method, route and status.'],
  antiphon_request_seconds: ['histogram', 'Until the answer begins, by route.'],
} as const

/** Facts about a request, for the log. */
interface Seen {
  route?: string
  user?: string
}

async function userOf({ authorize }: ChatServerConfig, request: Request): Promise<ChatUser> {
  // Its own copy of the headers, and no body: that is for the route.
  const user = await authorize(new Request(request.url, { method: request.method, headers: request.headers }))
  if (user === undefined || user === 401)
    throw new RouteError(401, 'not_signed_in', 'Nobody is signed in. Sign in, and send the request again.')
  if (user === 403) throw new RouteError(403, 'not_allowed', 'This user may not use the chat.')
  const fault = idFault(user.id)
  if (fault) throw new Error(`authorize gave a user whose id ${fault}.`)
  return user
}
