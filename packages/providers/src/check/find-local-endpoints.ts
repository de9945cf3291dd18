import { toChatErrorData } from '@antiphon/core/errors'
import { listModels } from '../list-models.js'
import { listProfiles } from '../list-profiles.js'
import type { ModelInfo } from '../model-info.js'
import { diagnoseSilence, fixForSilence } from './suggest-fix.js'

/** A server that was found on this machine. */
export interface LocalEndpoint {
  /** Id and name of the profile whose usual port it has; the server itself may be another one. */
  profile: string
  name: string
  baseUrl: string
  /** Undefined when the server answers but refuses this page; `fix` then says what to change. */
  models?: readonly ModelInfo[]
  fix?: string
}

/** How the ports are asked, and how long each may take. */
export interface FindLocalOptions {
  /** Default: the global `fetch`. */
  fetch?: typeof fetch
  signal?: AbortSignal
  /** Origin of the page that asks. Default: none. */
  pageOrigin?: string
  /** Longest wait for each, in ms. Default 2,000. */
  timeout?: number
}

/**
 * Looks for servers at the usual ports of this machine: Ollama, LM Studio, llama.cpp, vLLM and other profiles without a
 * key. Call it only when the user asks: browsers warn about pages that scan ports.
 */
export async function findLocalEndpoints(options: FindLocalOptions = {}): Promise<LocalEndpoint[]> {
  const { fetch: request = (...args: Parameters<typeof fetch>) => fetch(...args), pageOrigin } = options
  const candidates = listProfiles().flatMap(({ id, name, baseUrl, needsKey }) =>
    !needsKey && baseUrl?.startsWith('http://localhost:') ? [{ profile: id, name, baseUrl }] : [],
  )
  const found = await Promise.all(
    candidates.map(async (candidate): Promise<LocalEndpoint[]> => {
      const limit = AbortSignal.timeout(options.timeout ?? 2_000)
      const signal = options.signal ? AbortSignal.any([options.signal, limit]) : limit
      const { baseUrl } = candidate
      try {
        return [{ ...candidate, models: await listModels({ baseUrl }, { fetch: request, signal }) }]
      } catch (error) {
        const { kind, message } = toChatErrorData(error)
        if (signal.aborted) return []
        // A server that answers and refuses is one that was found.
        if (kind !== 'network_or_cors') return [{ ...candidate, fix: message }]
        const why = await diagnoseSilence(baseUrl, pageOrigin, { fetch: request, signal })
        return why === 'not-allowed' ? [{ ...candidate, fix: fixForSilence(why, baseUrl, pageOrigin) }] : []
      }
    }),
  )
  return found.flat()
}
