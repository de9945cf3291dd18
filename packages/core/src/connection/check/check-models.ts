import type { ChatErrorData } from '../../errors/chat-error-data.js'
import { toChatErrorData } from '../../errors/to-chat-error-data.js'
import { detectProfile } from '../../providers/detect-profile.js'
import { endpointUrl, resolveBaseUrl } from '../../request/endpoint-url.js'
import { findBaseUrl } from '../../request/list-models.js'
import type { ModelInfo } from '../../request/model-info.js'
import { BAD_HEADER, requestHeaders } from '../../request/request-headers.js'
import type { EndpointConfig } from '../../request/request-types.js'
import { resolveProvider } from '../../providers/resolve-provider.js'
import { askWhySilent } from './ask-why-silent.js'
import type { EndpointCheck } from './check-types.js'
import { fixForError, fixForSilence } from './suggest-fix.js'

interface Asked {
  fetch: typeof fetch
  signal?: AbortSignal
  pageOrigin?: string
}

export type ModelsCheck = Omit<EndpointCheck, 'name'> & { models?: readonly ModelInfo[]; silent?: boolean }

/** Whether the list of models can be read, and where. */
export async function checkModels(endpoint: EndpointConfig, asked: Asked): Promise<ModelsCheck> {
  try {
    const { baseUrl, models } = await findBaseUrl(endpoint, asked)
    const count = models.length === 1 ? '1 model.' : `${models.length} models.`
    if (baseUrl === resolveBaseUrl(endpoint.baseUrl)) return { state: 'pass', seen: count, models }
    const fix = `Set ${baseUrl} as the base URL.`
    return { state: 'fail', seen: `Found at ${baseUrl}, ${count}`, fix, baseUrl, models }
  } catch (thrown) {
    const error = toChatErrorData(thrown)
    const profile = detectProfile(endpoint.baseUrl)
    if (error.kind === 'network_or_cors' && !asked.signal?.aborted) return silence(endpoint, error, asked)
    if (error.kind === 'not_found' && error.status === 404)
      return {
        state: 'note',
        seen: error.message,
        fix: 'If chats work, type the id of the model: not every server has a list.',
        error,
      }
    return { state: 'fail', seen: error.message, fix: fixForError(error, profile), error }
  }
}

async function silence(endpoint: EndpointConfig, error: ChatErrorData, asked: Asked): Promise<ModelsCheck> {
  const baseUrl = resolveBaseUrl(endpoint.baseUrl)
  const why = await askWhySilent(baseUrl, asked.pageOrigin, asked)
  const { host } = new URL(baseUrl)
  const seen = {
    unreachable: `Nothing answers at ${host}.`,
    'not-allowed': `A server answers at ${host}, and does not let this page read it.`,
    'mixed-content': `The browser does not let this page ask ${host}.`,
  }[why]
  const fix = fixForSilence(why, baseUrl, asked.pageOrigin)
  return { state: 'fail', seen, fix, error, silent: true }
}

/**
 * Whether a page may send a key. The list of models asks it too where a key is set; without one, a header that a preflight
 * has to allow is sent with words that are none.
 */
export async function checkCors(
  endpoint: EndpointConfig,
  models: ModelsCheck,
  asked: Asked,
): Promise<Omit<EndpointCheck, 'name'>> {
  const { pageOrigin } = asked
  const baseUrl = resolveBaseUrl(endpoint.baseUrl)
  if (!pageOrigin) return { state: 'skipped', seen: 'No page is calling.' }
  if (new URL(baseUrl).origin === pageOrigin)
    return { state: 'pass', seen: 'The endpoint is on the origin of this page: nothing has to be allowed.' }
  if (models.silent || models.error?.code === BAD_HEADER)
    return { state: 'fail', seen: models.seen, fix: models.fix ?? '' }
  const allowed = { state: 'pass', seen: `Pages of ${pageOrigin} may send a key.` } as const
  if (endpoint.apiKey && models.state === 'pass') return allowed
  const { settings } = resolveProvider({ ...endpoint, baseUrl })
  const headers = requestHeaders({ ...endpoint, apiKey: endpoint.apiKey ?? 'cors-check' }, settings.headers)
  try {
    const response = await asked.fetch(endpointUrl(baseUrl, 'models'), {
      headers,
      signal: asked.signal,
      credentials: 'omit',
      redirect: 'manual',
    })
    void response.body?.cancel().catch(() => {})
    return allowed
  } catch {
    return {
      state: 'fail',
      seen: 'The server does not let pages send Authorization and Content-Type.',
      fix: fixForSilence('not-allowed', baseUrl, pageOrigin),
    }
  }
}
