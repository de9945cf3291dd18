/** `true`: any origin (the default, as OpenAI, vLLM and llama.cpp do). A list: those origins. `false`: no headers at all. */
export type CorsPolicy = boolean | readonly string[]

function allowedOrigin(policy: CorsPolicy, origin: string | null): string | undefined {
  if (policy === true) return '*'
  if (policy === false || origin === null) return undefined
  return policy.includes(origin) ? origin : undefined
}

/** Puts the headers on a response that let a page of another origin read it. */
export function addCorsHeaders(headers: Headers, request: Request, policy: CorsPolicy): void {
  const origin = allowedOrigin(policy, request.headers.get('origin'))
  if (Array.isArray(policy)) headers.append('vary', 'Origin')
  if (origin === undefined) return
  headers.set('access-control-allow-origin', origin)
  headers.set('access-control-expose-headers', 'x-request-id, retry-after')
}

/**
 * The answer to a preflight. Only `headers` are allowed: at most hosted endpoints `Authorization` and `Content-Type`
 * (docs/wire 3.3), so a client that adds its own headers fails here as it would there.
 */
export function preflightResponse(
  request: Request,
  policy: CorsPolicy,
  allowed = 'Authorization, Content-Type',
): Response {
  if (allowedOrigin(policy, request.headers.get('origin')) === undefined)
    return new Response(null, { status: 403 })
  const headers = new Headers({
    'access-control-allow-methods': 'GET, POST, OPTIONS',
    'access-control-allow-headers': allowed,
    'access-control-max-age': '600',
  })
  // Chrome asks this before a public page may call a server on this machine.
  if (request.headers.has('access-control-request-private-network')) {
    headers.set('access-control-allow-private-network', 'true')
  }
  return new Response(null, { status: 204, headers })
}

/** The error object of OpenAI's API, the value of `error` in a body or in a `data:` event. */
export interface ErrorBody {
  message: string
  type: string
  param: string | null
  code: string | null
}

/** An error with the given HTTP status: `{ error: … }` in OpenAI's shape (docs/wire 3.1), or what `shape` makes of it. */
export function errorResponse(
  status: number,
  error: Partial<ErrorBody> & { message: string },
  headers: HeadersInit = {},
  shape: (status: number, error: ErrorBody) => unknown = (_, body) => ({ error: body }),
): Response {
  const body: ErrorBody = {
    message: error.message,
    type: error.type ?? 'invalid_request_error',
    param: error.param ?? null,
    code: error.code ?? null,
  }
  return jsonResponse(shape(status, body), status, headers)
}

export function jsonResponse(value: unknown, status = 200, headers: HeadersInit = {}): Response {
  const all = new Headers(headers)
  all.set('content-type', 'application/json; charset=utf-8')
  return new Response(JSON.stringify(value, null, 2), { status, headers: all })
}

/** A request that is refused before any model sees it. */
export class RefusedRequest extends Error {
  override name = 'RefusedRequest'
  constructor(
    readonly status: number,
    readonly body: Partial<ErrorBody> & { message: string },
  ) {
    super(body.message)
  }
}

/** The target of a path, with the wire if the path names one. */
export type Route =
  | { name: 'models'; wire?: 'gemini' | 'ollama' }
  | { name: 'model'; id: string; wire?: 'gemini' }
  | { name: 'answer'; wire: 'chat' | 'responses' | 'messages' | 'gemini' | 'ollama' }
  | { name: 'unknown'; underV1: boolean }

/**
 * The route of a path: `/models`, `/models/{id}`, `/chat/completions`, `/responses` or `/messages`, bare or under any prefix that
 * ends in `/v1`; `/models…` of Gemini under one that ends in `/v1beta`; `/tags` and `/chat` of Ollama under one that ends in `/api`.
 */
export function matchRoute(pathname: string): Route {
  const path = pathname.length > 1 ? pathname.replace(/(?<!\/)\/+$/, '') : pathname
  const gemini = /\/v1(beta|alpha)?\/models(?:\/([^/:]+)(:(?:streamG|g)enerateContent)?)?$/.exec(path)
  if (gemini?.[3]) return { name: 'answer', wire: 'gemini' }
  if (gemini?.[1] && gemini[2]) return { name: 'model', id: decode(gemini[2]), wire: 'gemini' }
  if (gemini?.[1]) return { name: 'models', wire: 'gemini' }
  const ollama = /\/api\/(?:(tags)|chat)$/.exec(path)
  if (ollama) return ollama[1] ? { name: 'models', wire: 'ollama' } : { name: 'answer', wire: 'ollama' }
  const match = /^(?:.*?\/v1)?\/(?:(models)(?:\/(.+))?|(chat\/completions)|(responses|messages))$/.exec(path)
  if (match?.[4]) return { name: 'answer', wire: match[4] as 'responses' | 'messages' }
  if (match?.[3]) return { name: 'answer', wire: 'chat' }
  if (match?.[2]) return { name: 'model', id: decode(match[2]) }
  if (match?.[1]) return { name: 'models' }
  return { name: 'unknown', underV1: /(^|\/)v1(\/|$)/.test(path) }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
