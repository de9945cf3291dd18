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

export interface ServerRequest extends Pick<RequestInit, 'method' | 'cache' | 'signal'> {
  /** Sent as JSON. */
  body?: unknown
  accept?: string
}

/** The base URL without slashes at its end. */
export const serverUrl = (baseUrl: string): string => baseUrl.replace(/(?<!\/)\/+$/, '')

/** The address of all threads. */
export const threadsUrl = (baseUrl: string): string => `${serverUrl(baseUrl)}/threads`

/** Sends a request to an address of the server. */
export async function sendTo(
  url: string,
  { body, accept, ...init }: ServerRequest,
  { fetch: request = globalThis.fetch, headers }: Pick<ServerAccess, 'fetch' | 'headers'>,
): Promise<Response> {
  return request(url, {
    ...init,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(accept !== undefined && { accept }),
      ...(await headers?.()),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
}
