import { loadPart } from '../../errors/load-part.js'
import { parseUrl } from '../../lib/parse-url.js'
import type { EndpointConfig } from '../request/types.js'
import type { ApiName } from '../types.js'
import type { ProviderApi } from './types.js'

/** The wire of an endpoint: as it says, else by its host. A path of its own is one of chat completions. */
export function apiOf({ api, baseUrl, path }: Pick<EndpointConfig, 'api' | 'baseUrl' | 'path'>): ApiName {
  if (api !== undefined) return api
  return path === undefined && parseUrl(baseUrl)?.hostname === 'api.anthropic.com' ? 'messages' : 'chat'
}

/** How each but chat completions is asked and read. Loaded when an endpoint first needs it. */
const apis: Record<Exclude<ApiName, 'chat'>, () => Promise<ProviderApi>> = {
  responses: () => import('./responses/api.js').then(({ responsesApi }) => responsesApi),
  messages: () => import('./messages/api.js').then(({ messagesApi }) => messagesApi),
}

/**
 * What asks and reads an endpoint of this wire. Undefined for chat completions, which every page has.
 *
 * @throws ChatError `network_or_cors` with the code `load_failed`.
 * @throws TypeError for a name that is none.
 */
export async function loadApi(name: ApiName): Promise<ProviderApi | undefined> {
  if (name === 'chat') return undefined
  const load = Object.hasOwn(apis, name) ? apis[name] : undefined
  if (load) return loadPart(load)
  throw new TypeError(
    `There is no wire "${name}". An endpoint's \`api\` is one of: chat, ${Object.keys(apis).join(', ')}.`,
  )
}
