import { loadPart } from '../../errors/load-part.js'
import type { EndpointConfig } from '../request/types.js'
import type { ApiName } from '../types.js'
import type { ProviderApi } from './types.js'

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

/** How each but chat completions is asked and read. Loaded when an endpoint first needs it. */
const apis: Record<Exclude<ApiName, 'chat'>, () => Promise<ProviderApi>> = {
  responses: () => import('./responses/api.js').then(({ responsesApi }) => responsesApi),
  messages: () => import('./messages/api.js').then(({ messagesApi }) => messagesApi),
  gemini: () => import('./gemini/api.js').then(({ geminiApi }) => geminiApi),
  ollama: () => import('./ollama/api.js').then(({ ollamaApi }) => ollamaApi),
}

/**
 * Loads the code that asks and reads an endpoint of this wire. Undefined for chat completions, which every page has.
 *
 * @throws ChatError `network_or_cors` with the code `load_failed`.
 * @throws TypeError when no wire has this name.
 */
export async function loadApi(name: ApiName): Promise<ProviderApi | undefined> {
  if (name === 'chat') return undefined
  const load = Object.hasOwn(apis, name) ? apis[name] : undefined
  if (load) return loadPart(load)
  throw new TypeError(
    `There is no wire "${name}". An endpoint's \`api\` is one of: chat, ${Object.keys(apis).join(', ')}.`,
  )
}
