'use client'
import { listModels, type ChatError, type EndpointConfig, type ModelInfo } from '@antiphon/core'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'

/** Settings that decide which request is made; the key itself stays out of the query key, which devtools show. */
function queryKey(endpoint: EndpointConfig | undefined): readonly unknown[] {
  const { baseUrl, apiKey, profile } = endpoint ?? {}
  const profileId = typeof profile === 'object' ? profile.id : profile
  return ['antiphon', 'models', baseUrl, profileId, apiKey ? fingerprint(apiKey) : '']
}

/**
 * The models that an endpoint offers, from `{baseUrl}/models`, on TanStack Query. Fails with a `ChatError` that says
 * why; a free-text model id must always stay possible, since not every endpoint has this list (wire-facts 3.4).
 */
export function useModels(
  endpoint: EndpointConfig | undefined,
  options: { fetch?: typeof fetch } = {},
): UseQueryResult<ModelInfo[], ChatError> {
  return useQuery<ModelInfo[], ChatError>({
    queryKey: queryKey(endpoint),
    enabled: endpoint !== undefined && endpoint.baseUrl !== '',
    staleTime: 60_000,
    retry: false,
    queryFn: ({ signal }) => listModels(endpoint!, { ...options, signal }),
  })
}

/** Tells two keys apart without holding either. */
function fingerprint(key: string): number {
  let hash = 0
  for (let i = 0; i < key.length; i++) hash = (Math.imul(hash, 31) + key.charCodeAt(i)) | 0
  return hash
}
