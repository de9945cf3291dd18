import type { ThreadStore } from '../threads/thread-store.js'
import { idFault } from '../threads/storage-errors.js'
import { errorAnswer, RouteError, withDataHeaders } from './answers.js'
import { checkConfig, type ChatServerConfig, type ChatServerOptions } from './config.js'
import { allowOrigin, answerPreflight, checkOrigin } from './cross-origin.js'
import { openEngine } from './engine.js'
import { limitBody } from './limited-body.js'
import type { ChatUser } from '../route.js'
import { createRouter } from './router.js'
import { createServerRuns } from './server-runs.js'
import { createThreadRoutes } from './thread-routes.js'

export interface ChatServer {
  /** Answers a request, in any runtime with the `Request` and `Response` of the web. It never rejects. */
  fetch(request: Request): Promise<Response>
  /** The same threads, for code of the host, which names the user itself. */
  readonly threads: ThreadStore
  /**
   * Refuses new requests with 503 and resolves when those under way are answered. Answers of models get `graceMs` to end (default
   * 0); those that are left end with the words that the server stopped. The database stays open.
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
  const engine = openEngine({ ...config, change: hooks.change })
  const { threads } = engine
  const runs =
    config.upstreams.length > 0
      ? createServerRuns({
          ...config,
          engine,
          ...(clock && { now: clock }),
          onError: (error) => hooks.error?.(error),
        })
      : undefined
  const find = createRouter(config.basePath, [
    ...createThreadRoutes(threads, limits.pageThreads),
    ...(runs?.routes ?? []),
    ...config.routes,
  ])
  const running = new Set<Promise<unknown>>()
  let isClosed = false

  const answer = async (request: Request): Promise<Response> => {
    if (isClosed)
      throw new RouteError(503, 'closing', 'The server is about to end. Try again.', { 'retry-after': '1' })
    checkOrigin(request, origins)
    const url = new URL(request.url)
    if (request.method === 'OPTIONS') {
      if (!origins.includes(request.headers.get('origin') ?? ''))
        throw new RouteError(405, 'wrong_method', 'This path is not asked with OPTIONS.')
      return answerPreflight(request)
    }
    const { route, params } = find(request.method, url.pathname)
    const user = await userOf(config, request)
    const limited = limitBody(request, limits)
    try {
      return await route.handle({ request: limited.request, user, params, url })
    } catch (error) {
      throw limited.fault() ?? error
    }
  }
  const answerAlways = async (request: Request): Promise<Response> => {
    let response: Response
    try {
      response = await answer(request)
    } catch (error) {
      const known = error instanceof RouteError
      const refusal = known ? error : new RouteError(500, 'failed', 'The server failed. Its log says why.')
      if (refusal.status >= 500 && !isClosed) hooks.error?.((known && error.cause) || error, request)
      response = errorAnswer(refusal)
    }
    // A copy, because the headers of an answer that a route fetched cannot be changed.
    return allowOrigin(withDataHeaders(new Response(response.body, response)), request, origins)
  }

  return {
    threads,
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
