import { raceAbort } from '@antiphon/base'
import type { Endpoint } from './endpoint-types.js'

/** The address that is answered, and the `fetch` for all others. */
export interface EndpointFetchOptions {
  /** Requests below this address go to the endpoint. Default `http://scripted.invalid/v1`. */
  baseUrl?: string
  /** Gets every other request. Default: the global `fetch` at the time of this call, so the result can take its place. */
  fetch?: typeof globalThis.fetch
}

/** Base URL of an endpoint that runs in the page. No name server will ever resolve it. */
export const SCRIPTED_BASE_URL = 'http://scripted.invalid/v1'

/**
 * A `fetch` that answers one base URL from an endpoint in the same process. Aborting works as with the network: the
 * promise, or the body half way through, rejects with the signal's reason.
 */
export function createEndpointFetch(
  endpoint: Endpoint,
  options: EndpointFetchOptions = {},
): typeof globalThis.fetch {
  const { baseUrl = SCRIPTED_BASE_URL, fetch: otherwise = globalThis.fetch } = options
  const base = baseUrl.replace(/(?<!\/)\/+$/, '')
  return async (input, init) => {
    const url = input instanceof Request ? input.url : String(input)
    const rest = url.startsWith(base) ? url.slice(base.length) : undefined
    if (rest === undefined || !/^(?:[/?#]|$)/.test(rest)) return otherwise(input, init)
    const request = new Request(input, init)
    request.signal.throwIfAborted()
    return raceAbort(endpoint.fetch(request), request.signal)
  }
}
