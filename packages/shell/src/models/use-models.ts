'use client'
import { type ChatError, type EndpointConfig } from '@antiphon/core'
import type { ModelInfo } from '@antiphon/providers'
import { hashKey, useQuery, type UseQueryResult } from '@tanstack/react-query'

/**
 * All settings that decide on the request. Settings that may hold a secret (key, headers, query) are fingerprints, because
 * devtools show the key of a query and a host may store it.
 */
function queryKey(endpoint: EndpointConfig | undefined): readonly unknown[] {
  const { baseUrl, api, apiKey, profile, overrides, extraHeaders, extraQuery } = endpoint ?? {}
  const profileId = typeof profile === 'object' ? profile.id : profile
  const rest = textOf({ api, apiKey, profile, overrides, extraHeaders, extraQuery })
  return ['antiphon', 'models', baseUrl, profileId, fingerprint(rest)]
}

/**
 * The models that an endpoint offers, from `{baseUrl}/models`, with TanStack Query. Fails with a `ChatError` that says why.
 * Not every endpoint has this list (docs/wire 3.4), so always let people type a model id.
 * `given`: the endpoint, or its base URL alone.
 */
export function useModels(
  given: string | EndpointConfig | undefined,
  options: { fetch?: typeof fetch } = {},
): UseQueryResult<ModelInfo[], ChatError> {
  const endpoint = typeof given === 'string' ? { baseUrl: given } : given
  return useQuery<ModelInfo[], ChatError>({
    queryKey: queryKey(endpoint),
    enabled: endpoint !== undefined && endpoint.baseUrl !== '',
    staleTime: 60_000,
    retry: false,
    queryFn: async ({ signal }) => {
      const { listModels } = await import('@antiphon/providers')
      return listModels(endpoint!, { ...options, signal })
    },
  })
}

/** Settings as text, whatever the order of their fields. Those that JSON cannot hold are in no request, and give none. */
function textOf(settings: object): string {
  try {
    return hashKey([settings])
  } catch {
    return ''
  }
}

/** A fingerprint: tells two texts apart without holding them. */
function fingerprint(text: string): number {
  let hash = 0
  for (let i = 0; i < text.length; i++) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) | 0
  return hash
}
