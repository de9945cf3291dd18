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
 * The answer to a preflight. Only `Authorization` and `Content-Type` are allowed, as at most hosted endpoints
 * (wire-facts 3.3), so a client that adds its own headers fails here as it would there.
 */
export function preflightResponse(request: Request, policy: CorsPolicy): Response {
  if (allowedOrigin(policy, request.headers.get('origin')) === undefined)
    return new Response(null, { status: 403 })
  const headers = new Headers({
    'access-control-allow-methods': 'GET, POST, OPTIONS',
    'access-control-allow-headers': 'Authorization, Content-Type',
    'access-control-max-age': '600',
  })
  // Chrome asks this before a public page may call a server on this machine.
  if (request.headers.has('access-control-request-private-network')) {
    headers.set('access-control-allow-private-network', 'true')
  }
  return new Response(null, { status: 204, headers })
}
