import { parseJson } from '../errors/parse-json.js'
import type { HeaderPolicy } from '../providers/provider-types.js'
import { resolveProvider } from '../providers/resolve-provider.js'
import { endpointUrl, resolveBaseUrl } from './endpoint-url.js'
import type { ModelInfo } from './model-info.js'
import { parseModels } from './parse-models.js'
import { requestHeaders } from './request-headers.js'
import type { EndpointConfig } from './request-types.js'

export type * from './model-info.js'
export { parseModels }

/** What came back instead of a list of models: the response, for the error extractor. */
export interface ModelsFailure {
  status: number
  headers: Headers
  body: string
  /** Where a redirect leads to. It is not followed: the key would go there too. Empty where a browser hides it. */
  redirect?: string
}

/**
 * Asks an endpoint for its models: one GET, with the headers that its profile says. Network failures reject as `fetch`
 * does; a bad status resolves with what it held.
 *
 * @throws TypeError when the base URL is no web address, or `profile` names none.
 */
export async function fetchModels(
  endpoint: EndpointConfig,
  options: { fetch?: typeof fetch; signal?: AbortSignal } = {},
): Promise<ModelInfo[] | ModelsFailure> {
  const { fetch: request = fetch, signal } = options
  const baseUrl = resolveBaseUrl(endpoint.baseUrl)
  const { id, settings } = resolveProvider({ ...endpoint, baseUrl })
  const url = new URL(listUrl(baseUrl))
  // Anthropic's list is part of its native API and gives 20 entries unless told otherwise.
  if (id === 'anthropic') url.searchParams.set('limit', '1000')
  const policy = id === 'anthropic' ? nativeHeaders(settings.headers) : settings.headers
  const { 'Content-Type': _, ...headers } = requestHeaders(endpoint, policy)
  for (const [name, value] of Object.entries(endpoint.extraQuery ?? {})) url.searchParams.set(name, value)

  const response = await request(url.href, { headers, signal, credentials: 'omit', redirect: 'manual' })
  const body = await response.text()
  const models = response.ok ? parseModels(parseJson(body)) : undefined
  if (models) return models
  const { status } = response
  const isRedirect = response.type === 'opaqueredirect' || (status >= 300 && status < 400)
  const redirect = isRedirect ? { redirect: leadsTo(response.headers.get('location'), url.href) } : {}
  return { status, headers: response.headers, body, ...redirect }
}

function nativeHeaders({ extra }: HeaderPolicy): HeaderPolicy {
  return { keyHeader: 'x-api-key', keyPrefix: '', extra: { ...extra, 'anthropic-version': '2023-06-01' } }
}

/** GitHub Models has its list beside the API (wire-facts 3.4). */
function listUrl(baseUrl: string): string {
  const { origin, host } = new URL(baseUrl)
  return host === 'models.github.ai' ? `${origin}/catalog/models` : endpointUrl(baseUrl, 'models')
}

/** Without the query, which may hold a secret. */
function leadsTo(location: string | null, from: string): string {
  if (!location || !URL.canParse(location, from)) return ''
  const { origin, pathname } = new URL(location, from)
  return origin + pathname
}
