import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface AuthorizationServer {
  issuer: string
  /** For `serveV2`: lets in who has a token of this server, and tells the others where to get one. */
  guard(request: Request): Response | undefined
  /** Requests so far, such as `POST /token refresh_token`. */
  asked: string[]
  /** Refuses all access tokens from here on; those for a refresh still count. */
  expire(): void
  /** Refuses everything that was ever given out. */
  revoke(): void
  close(): Promise<void>
}

interface Grant {
  client: string
  redirect: string
  challenge: string
  resource: string
}

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers': 'content-type, accept, authorization, mcp-protocol-version',
}

/**
 * A strict authorization server over HTTP on loopback: dynamic registration of public clients, codes with PKCE (S256), a state, the
 * resource and the exact address, each code once, refresh tokens that change with each use. Its page has two links, Allow and Deny.
 */
export async function serveAuthorization({
  registers = true,
}: { registers?: boolean } = {}): Promise<AuthorizationServer> {
  const asked: string[] = []
  const clients = new Map<string, readonly string[]>()
  const codes = new Map<string, Grant>()
  const access = new Map<string, string>()
  const refresh = new Map<string, Grant>()
  let issuer = ''

  const json = (res: ServerResponse, status: number, body: object): void =>
    void res.writeHead(status, { 'content-type': 'application/json', ...CORS }).end(JSON.stringify(body))
  const refuse = (res: ServerResponse, error: string, words: string): void =>
    json(res, 400, { error, error_description: words })
  const give = (res: ServerResponse, grant: Grant): void => {
    const tokens = { access_token: `at-${randomUUID()}`, refresh_token: `rt-${randomUUID()}` }
    access.set(tokens.access_token, grant.resource)
    refresh.set(tokens.refresh_token, grant)
    json(res, 200, { ...tokens, token_type: 'Bearer', expires_in: 3600 })
  }

  const register = (res: ServerResponse, text: string): void => {
    const { redirect_uris: addresses, token_endpoint_auth_method: method } = JSON.parse(text) as {
      redirect_uris: string[]
      token_endpoint_auth_method: string
    }
    if (!Array.isArray(addresses) || addresses.length === 0 || method !== 'none')
      return refuse(res, 'invalid_client_metadata', 'Public clients with an address only.')
    const id = `client-${randomUUID()}`
    clients.set(id, addresses)
    json(res, 201, { ...(JSON.parse(text) as object), client_id: id })
  }
  const authorize = (res: ServerResponse, params: URLSearchParams): void => {
    const get = (name: string): string => params.get(name) ?? ''
    const redirect = get('redirect_uri')
    const wrong =
      (!clients.get(get('client_id'))?.includes(redirect) && 'client_id or redirect_uri') ||
      (get('response_type') !== 'code' && 'response_type') ||
      (get('code_challenge_method') !== 'S256' && 'code_challenge_method') ||
      (!/^[\w-]{43}$/.test(get('code_challenge')) && 'code_challenge') ||
      (get('state').length < 16 && 'state') ||
      (get('resource') === '' && 'resource')
    if (wrong) return void res.writeHead(400, { 'content-type': 'text/plain' }).end(`Wrong: ${wrong}`)
    const back = (more: Record<string, string>): string => {
      const url = new URL(redirect)
      for (const [name, value] of Object.entries({ ...more, state: get('state'), iss: issuer }))
        url.searchParams.set(name, value)
      return url.href.replaceAll('&', '&amp;')
    }
    const code = `code-${randomUUID()}`
    codes.set(code, {
      client: get('client_id'),
      redirect,
      challenge: get('code_challenge'),
      resource: get('resource'),
    })
    const refusal = { error: 'access_denied', error_description: 'The person said no.' }
    res
      .writeHead(200, { 'content-type': 'text/html' })
      .end(
        `<!doctype html><title>Depot</title><a href="${back({ code })}">Allow</a> <a href="${back(refusal)}">Deny</a>`,
      )
  }
  const token = (res: ServerResponse, params: URLSearchParams): void => {
    const get = (name: string): string => params.get(name) ?? ''
    const isRefresh = get('grant_type') === 'refresh_token'
    const held = isRefresh ? refresh : codes
    const given = get(isRefresh ? 'refresh_token' : 'code')
    const grant = held.get(given)
    held.delete(given)
    const proof = createHash('sha256').update(get('code_verifier')).digest('base64url')
    if (!grant || grant.client !== get('client_id') || grant.resource !== get('resource'))
      return refuse(res, 'invalid_grant', 'Not known here.')
    if (!isRefresh && (grant.challenge !== proof || grant.redirect !== get('redirect_uri')))
      return refuse(res, 'invalid_grant', 'The verifier or the address is another one.')
    give(res, grant)
  }

  const answer = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const url = new URL(req.url ?? '/', issuer)
    let text = ''
    for await (const piece of req as AsyncIterable<Buffer>) text += piece.toString()
    const body = new URLSearchParams(text)
    if (req.method === 'OPTIONS') return void res.writeHead(204, CORS).end()
    asked.push(`${req.method} ${url.pathname} ${body.get('grant_type') ?? ''}`.trim())
    if (url.pathname === '/.well-known/oauth-authorization-server')
      return json(res, 200, {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        ...(registers && { registration_endpoint: `${issuer}/register` }),
        response_types_supported: ['code'],
        grant_types_supported: ['authorization_code', 'refresh_token'],
        code_challenge_methods_supported: ['S256'],
        token_endpoint_auth_methods_supported: ['none'],
        authorization_response_iss_parameter_supported: true,
      })
    if (req.method === 'POST' && url.pathname === '/register' && registers) return register(res, text)
    if (req.method === 'GET' && url.pathname === '/authorize') return authorize(res, url.searchParams)
    if (req.method === 'POST' && url.pathname === '/token') return token(res, body)
    json(res, 404, { error: 'not_found' })
  }
  const http = createServer((req, res) => void answer(req, res))
  await new Promise<void>((ready) => http.listen(0, '127.0.0.1', ready))
  issuer = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  return {
    issuer,
    asked,
    guard(request) {
      const { origin, pathname } = new URL(request.url)
      if (pathname.startsWith('/.well-known/oauth-protected-resource'))
        return Response.json({ resource: `${origin}/mcp`, authorization_servers: [issuer] })
      if (pathname.startsWith('/.well-known/')) return new Response('{}', { status: 404 })
      const [, bearer = ''] = /^Bearer (.+)$/.exec(request.headers.get('authorization') ?? '') ?? []
      if (access.get(bearer) === `${origin}/mcp`) return undefined
      const where = `Bearer error="invalid_token", resource_metadata="${origin}/.well-known/oauth-protected-resource/mcp"`
      return new Response('{}', { status: 401, headers: { 'www-authenticate': where } })
    },
    expire: () => access.clear(),
    revoke() {
      access.clear()
      refresh.clear()
    },
    close: () =>
      new Promise((closed) => {
        http.close(() => closed())
        http.closeAllConnections()
      }),
  }
}
