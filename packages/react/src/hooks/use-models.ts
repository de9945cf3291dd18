'use client'
import {
  ChatError,
  extractError,
  fetchModels,
  type EndpointConfig,
  type ModelInfo,
  toChatErrorData,
} from '@antiphon/core'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'

/** Settings that decide which request is made; the key itself stays out of the query key, which devtools show. */
function queryKey(endpoint: EndpointConfig | undefined): readonly unknown[] {
  return ['antiphon', 'models', endpoint?.baseUrl, endpoint?.apiKey ? fingerprint(endpoint.apiKey) : '']
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
    queryFn: ({ signal }) => readModels(endpoint!, { ...options, signal }),
  })
}

async function readModels(
  endpoint: EndpointConfig,
  options: { fetch?: typeof fetch; signal: AbortSignal },
): Promise<ModelInfo[]> {
  const host = hostOf(endpoint.baseUrl)
  let answer
  try {
    answer = await fetchModels(endpoint, options)
  } catch (error) {
    throw new ChatError({ ...toChatErrorData(error), host })
  }
  if (Array.isArray(answer)) return answer
  throw new ChatError(extractError(answer.body, { status: answer.status, headers: answer.headers, host }))
}

function hostOf(baseUrl: string): string | undefined {
  return URL.canParse(baseUrl) ? new URL(baseUrl).host : undefined
}

/** Tells two keys apart without holding either. */
function fingerprint(key: string): number {
  let hash = 0
  for (let i = 0; i < key.length; i++) hash = (Math.imul(hash, 31) + key.charCodeAt(i)) | 0
  return hash
}
