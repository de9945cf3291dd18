import { ChatError, isChatError } from '../../errors/chat-error.js'
import { isPagePath, resolveBaseUrl } from './endpoint.js'
import type { EndpointConfig, RequestValue, SettledEndpoint } from './types.js'

/**
 * The endpoint as one request needs it: its address whole, its key and headers asked for where these are functions.
 *
 * @param headers of this request alone, over those of the endpoint.
 * @throws TypeError as `resolveBaseUrl` does.
 * @throws ChatError of kind `auth`, with what a function for a key or a header said when it failed.
 */
export async function settleEndpoint(
  endpoint: EndpointConfig,
  headers?: Readonly<Record<string, string>>,
): Promise<SettledEndpoint> {
  const { apiKey, baseUrl, profile, extraHeaders } = endpoint
  const [key, settled] = await Promise.all([ask(apiKey, 'apiKey'), settleHeaders(extraHeaders, headers)])
  return {
    ...endpoint,
    baseUrl: resolveBaseUrl(baseUrl),
    // A path has the port of the page, which tells nothing about the server behind it.
    profile: profile ?? (isPagePath(baseUrl) ? 'generic' : undefined),
    apiKey: key,
    extraHeaders: settled,
  }
}

/** Calls the functions among the headers. Those of this request override the endpoint's; undefined leaves one out. */
export async function settleHeaders(
  headers: Readonly<Record<string, RequestValue>> = {},
  ofRequest: Readonly<Record<string, string>> = {},
): Promise<Record<string, string>> {
  const settled = await Promise.all(
    Object.entries({ ...headers, ...ofRequest }).map(
      async ([name, value]) => [name, await ask(value, `the header ${name}`)] as const,
    ),
  )
  return Object.fromEntries(settled.filter((entry): entry is [string, string] => entry[1] !== undefined))
}

async function ask(value: RequestValue | undefined, name: string): Promise<string | undefined> {
  if (typeof value !== 'function') return value
  try {
    return (await value()) ?? undefined
  } catch (error) {
    if (isChatError(error)) throw error
    const why = error instanceof Error ? error.message : String(error)
    throw new ChatError(
      { kind: 'auth', message: `Your function for ${name} failed: ${why}` },
      { cause: error },
    )
  }
}
