import { DEFAULT_SETTINGS } from '../providers/default-settings.js'
import type { HeaderPolicy } from '../providers/provider-types.js'
import type { EndpointConfig } from './request-types.js'

/**
 * Headers of a request: Content-Type, the key when there is one, what the family asks for and what the user set, which
 * wins whatever the case of its letters. Nothing else: each further header is a risk in preflight (wire-facts 0.10, 3.3).
 */
export function requestHeaders(
  endpoint: EndpointConfig,
  { keyHeader, keyPrefix, extra }: HeaderPolicy = DEFAULT_SETTINGS.headers,
): Record<string, string> {
  const key = endpoint.apiKey?.trim()
  const headers = new Map<string, [name: string, value: string]>()
  for (const [name, value] of [
    ['Content-Type', 'application/json'] as const,
    ...(key ? [[keyHeader, keyPrefix + key] as const] : []),
    ...Object.entries(extra),
    ...Object.entries(endpoint.extraHeaders ?? {}),
  ]) {
    if (value !== undefined) headers.set(name.toLowerCase(), [name, value])
  }
  return Object.fromEntries(headers.values())
}
