import { resolveBaseUrl } from '../request/endpoint-url.js'
import type { Healing } from './connection-types.js'

/** What endpoints were found to refuse or demand, by base URL and model, so that they are asked only once. */
export interface EndpointMemory {
  list(endpoint: { baseUrl: string }, model?: string): readonly Healing[]
  add(endpoint: { baseUrl: string }, model: string | undefined, healing: Healing): void
  /** Without a model: everything about the endpoint. Without anything: everything. */
  forget(endpoint?: { baseUrl: string }, model?: string): void
}

/** A memory of its own, for tests and for apps that must not share what was learned between their chats. */
export function createEndpointMemory(): EndpointMemory {
  const endpoints = new Map<string, Map<string | undefined, readonly Healing[]>>()
  return {
    list: (endpoint, model) => endpoints.get(keyOf(endpoint))?.get(model) ?? [],
    add(endpoint, model, healing) {
      const key = keyOf(endpoint)
      const models = endpoints.get(key) ?? new Map<string | undefined, readonly Healing[]>()
      // Two requests at one moment may find out the same.
      const others = (models.get(model) ?? []).filter(({ field }) => field !== healing.field)
      endpoints.set(key, models.set(model, [...others, healing]))
    },
    forget(endpoint, model) {
      if (!endpoint) endpoints.clear()
      else if (model === undefined) endpoints.delete(keyOf(endpoint))
      else endpoints.get(keyOf(endpoint))?.delete(model)
    },
  }
}

/** The memory that all chats of a page share, unless they are given one of their own. */
export const endpointMemory: EndpointMemory = createEndpointMemory()

/** The same server, however its address was typed. */
function keyOf({ baseUrl }: { baseUrl: string }): string {
  try {
    return resolveBaseUrl(baseUrl)
  } catch {
    return baseUrl
  }
}
