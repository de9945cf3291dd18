import { ChatError } from '../errors/chat-error.js'
import { loadPart } from '../errors/load-part.js'
import type { EndpointConfig, ProviderApi } from './request/types.js'
import type { ApiName } from './types.js'

/** Addresses of which the wire is known. Google and Ollama have chat completions below another path of the same host. */
const ADDRESSES: readonly [ApiName, RegExp][] = [
  ['messages', /^\W*(https:\/\/)?api\.anthropic\.com(?![\w.-])/],
  ['gemini', /^\W*(https:\/\/)?generativelanguage\.googleapis\.com(?!.*\/openai)(?![\w.-])/],
  ['ollama', /^(?:[^/?]*\/\/)?[^/?]*(?:(?<=[\w.[\]:-]):11434|ollama\.com)\/api(?!\w)/],
]

/** The wire of an endpoint: as it says, else by its address. A path of its own is one of chat completions. */
export function apiOf({ api, baseUrl, path }: Pick<EndpointConfig, 'api' | 'baseUrl' | 'path'>): ApiName {
  return (
    api ?? ((path === undefined && ADDRESSES.find(([, address]) => address.test(baseUrl))?.[0]) || 'chat')
  )
}

/**
 * Loads the code that asks and reads an endpoint of this wire. Undefined for chat completions, which every page has.
 *
 * @throws ChatError `network_or_cors` with the code `load_failed`.
 * @throws ChatError `invalid_request` with the code `no_wire`, where the endpoint was not given this wire.
 */
export async function loadApi(
  name: ApiName,
  wires: EndpointConfig['wires'] = {},
): Promise<ProviderApi | undefined> {
  if (name === 'chat') return undefined
  const load = Object.hasOwn(wires, name) ? wires[name] : undefined
  if (load) return loadPart(load)
  throw new ChatError({
    kind: 'invalid_request',
    code: 'no_wire',
    message: `This endpoint speaks "${name}", not chat completions, and was given no such wire. Install @antiphon/wires, import { wires } from '@antiphon/wires', and add \`wires\` to the endpoint.`,
  })
}
