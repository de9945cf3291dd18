import { ChatError } from '../../errors/chat-error.js'
import type { ModelInfo } from '../models/list-models.js'
import type { EndpointConfig } from '../request/types.js'
import type * as Connection from './connection.js'
import type { FetchTransportOptions } from './fetch-transport.js'
import type { ChatTransport } from './types.js'

/**
 * What makes requests (profiles, request builder, retries, deadlines) is loaded on demand: a page that shows a thread does
 * not need it. A chat asks for it when it is made, so it is there by the first request.
 */
export function loadConnection(): Promise<typeof Connection> {
  return orInWords(import('./connection.js'))
}

/** Says in words that a part of the page could not be loaded, which browsers report as a failed import. */
export async function orInWords<T>(part: Promise<T>): Promise<T> {
  try {
    return await part
  } catch (error) {
    const message = `A part of this page could not be loaded. The connection may be down, or the page newer on the server: try again, or reload it. Nothing is lost. (${String(error)})`
    throw new ChatError({ kind: 'network_or_cors', code: 'load_failed', message }, { cause: error })
  }
}

/** As of `@antiphon/core/provider`, loaded with the first call. */
export const requestCompletion: typeof Connection.requestCompletion = async (...args) =>
  (await loadConnection()).requestCompletion(...args)

/** As of `@antiphon/core/provider`, loaded with the first call. */
export const listModels = async (...args: Parameters<typeof Connection.listModels>): Promise<ModelInfo[]> =>
  (await loadConnection()).listModels(...args)

/** As of `@antiphon/core/provider`, loaded with the first request. */
export function createFetchTransport(
  endpoint: EndpointConfig,
  options?: FetchTransportOptions,
): ChatTransport {
  let transport: ChatTransport | undefined
  return {
    deadlines: endpoint.deadlines,
    host: (URL.canParse(endpoint.baseUrl) && new URL(endpoint.baseUrl).host) || undefined,
    continues: true,
    async send(request, how) {
      transport ??= (await loadConnection()).createFetchTransport(endpoint, options)
      return transport.send(request, how)
    },
    recover: (...failure) => transport?.recover?.(...failure),
  }
}
