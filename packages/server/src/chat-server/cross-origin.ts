import { checkSource } from '../guard.js'
import { RouteError } from '../web/answers.js'

const METHODS = 'GET, POST, PATCH, PUT, DELETE'

/**
 * Lets only scripts of allowed origins through: a foreign page sends the cookies of its reader too. Programs send no origin and need
 * their own proof.
 *
 * @throws RouteError 403
 */
export function checkOrigin(request: Request, origins: readonly string[]): void {
  const headers = Object.fromEntries(request.headers)
  const host = (headers['host'] ?? new URL(request.url).host).toLowerCase()
  const refusal = checkSource({ headers, method: request.method }, host, origins, 'data')
  if (refusal) throw new RouteError(refusal.status, 'origin_refused', refusal.message)
}

/** The answer to a browser that asks whether a page of an allowed origin may send a request. */
export function answerPreflight(request: Request): Response {
  const wanted = request.headers.get('access-control-request-headers')
  return new Response(null, {
    status: 204,
    headers: {
      'access-control-allow-methods': METHODS,
      ...(wanted && { 'access-control-allow-headers': wanted }),
      'access-control-max-age': '600',
    },
  })
}

/** Lets a page of an allowed origin read the answer. Never `*`, because the answer belongs to a user. */
export function allowOrigin(response: Response, request: Request, origins: readonly string[]): Response {
  response.headers.append('vary', 'Origin')
  const origin = request.headers.get('origin')
  if (origin !== null && origins.includes(origin)) {
    response.headers.set('access-control-allow-origin', origin)
    response.headers.set('access-control-allow-credentials', 'true')
    response.headers.set('access-control-expose-headers', 'retry-after, antiphon-user')
  }
  return response
}
