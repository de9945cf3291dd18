import { asUser, onlyFor, type PageUser } from './page-user.js'
import { loggedIn } from './persist.js'
import { serverUrl } from './server-url.js'
import type { OpenTabChannel } from '@antiphon/threads'

/** How a server with conversations is reached. */
export interface ServerAccess {
  /** Base URL of its service, such as `/api` or `https://example.org/api`. */
  baseUrl: string
  /** Default: the global one. Sends cookies to its own origin as any other request. */
  fetch?: typeof fetch
  /** Called before each request, for example to get a token. */
  headers?: () => Record<string, string> | Promise<Record<string, string>>
  /** How tabs of one browser tell each other what changed. Default: `BroadcastChannel`, where there is one, named after the address. */
  channel?: OpenTabChannel
}

/** A request whose headers are a plain object. */
export interface ServerRequest extends RequestInit {
  headers?: Record<string, string>
  /** Sent as JSON, in place of `body`. */
  json?: unknown
}

/** Sends a request to an address below that of the server. */
export async function sendTo(
  { baseUrl, fetch: request = globalThis.fetch, headers }: ServerAccess,
  user: PageUser,
  path: string,
  { json, ...init }: ServerRequest = {},
): Promise<Response> {
  const isJson = json !== undefined
  const answer = await request(serverUrl(baseUrl) + path, {
    ...init,
    ...(isJson && { body: JSON.stringify(json) }),
    headers: {
      ...(isJson && { 'content-type': 'application/json' }),
      ...asUser(user),
      ...init.headers,
      ...(await headers?.()),
    },
  })
  const response = onlyFor(user, answer)
  if (response.ok) loggedIn.notify()
  return response
}
