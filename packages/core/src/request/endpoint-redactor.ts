import { secretHider } from '../errors/hide-secrets.js'
import { secretValues } from '../errors/known-secrets.js'
import { redactSecrets } from '../errors/redact-secrets.js'
import type { EndpointConfig } from './request-types.js'

/**
 * A function that takes the secrets of an endpoint out of a text: its key, the values of its own headers and of its query, and
 * what may stand before the host of its address; and what looks like a key of anybody. For the words of a server or a runtime about a failure.
 */
export function endpointRedactor(endpoint: EndpointConfig): (text: string) => string {
  const { baseUrl, apiKey, extraHeaders = {}, extraQuery = {}, overrides } = endpoint
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : new URL('http://none')
  for (const [name, value] of Object.entries(extraQuery)) url.searchParams.append(name, value)
  const headers: Record<string, string> = { ...extraHeaders }
  for (const [name, value] of Object.entries(overrides?.headers?.extra ?? {}))
    if (typeof value === 'string') headers[name] = value
  const hide = secretHider([...secretValues({ url: url.href, headers }), ...(apiKey ? [apiKey.trim()] : [])])
  return (text) => redactSecrets(hide(text))
}
