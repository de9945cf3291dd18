import { ChatError } from '../errors/chat-error.js'
import type { ChatErrorData } from '../errors/chat-error-data.js'
import { explainError, loadExplainer } from '../errors/explain.js'
import { toChatErrorData } from '../errors/to-chat-error-data.js'
import { detectProfile } from '../providers/detect-profile.js'
import { resolveBaseUrl, withVersion } from './endpoint-url.js'
import { fetchModels, type ModelInfo, type ModelsFailure } from './fetch-models.js'
import type { EndpointConfig } from './request-types.js'

export interface ListModelsOptions {
  fetch?: typeof fetch
  signal?: AbortSignal
}

/** An endpoint that was found, with the models it offers. */
export interface FoundEndpoint {
  /** The base URL to use from here on. Where it differs from the one given, chats to that one fail with 404. */
  baseUrl: string
  models: ModelInfo[]
}

/**
 * The models that an endpoint offers. Not every endpoint has the list (wire-facts 3.4), so a model id must always be
 * possible to type. A base URL that lacks its `/v1` is forgiven; `findBaseUrl` says so.
 *
 * @throws ChatError that says why there is none: unreachable, key refused, no such address, …
 */
export async function listModels(
  endpoint: EndpointConfig,
  options: ListModelsOptions = {},
): Promise<ModelInfo[]> {
  return (await findBaseUrl(endpoint, options)).models
}

/**
 * Finds the API at what a user typed (`resolveBaseUrl`). When there is no list of models and the address has no version,
 * the same one with `/v1` is tried, once; not where the address is known to be right, such as that of Perplexity.
 *
 * @throws ChatError as `listModels` does, about the address that was given.
 */
export async function findBaseUrl(
  endpoint: EndpointConfig,
  options: ListModelsOptions = {},
): Promise<FoundEndpoint> {
  const baseUrl = addressOf(endpoint)
  const answer = await ask({ ...endpoint, baseUrl }, options)
  if (Array.isArray(answer)) return { baseUrl, models: answer }

  const guess = detectProfile(baseUrl).baseUrl === baseUrl ? undefined : withVersion(baseUrl)
  if (guess && isElsewhere(answer)) {
    const second = await ask({ ...endpoint, baseUrl: guess }, options).catch((error: unknown) => {
      if (options.signal?.aborted) throw error
      // Whatever else goes wrong there, the address that was given is the one to report on.
    })
    if (Array.isArray(second)) return { baseUrl: guess, models: second }
  }
  await loadExplainer()
  throw new ChatError(describeFailure(answer, baseUrl))
}

function addressOf({ baseUrl }: EndpointConfig): string {
  try {
    return resolveBaseUrl(baseUrl)
  } catch (error) {
    throw new ChatError({ kind: 'not_found', message: (error as Error).message }, { cause: error })
  }
}

async function ask(
  endpoint: EndpointConfig,
  options: ListModelsOptions,
): Promise<ModelInfo[] | ModelsFailure> {
  try {
    return await fetchModels(endpoint, options)
  } catch (error) {
    throw new ChatError({ ...toChatErrorData(error), host: new URL(endpoint.baseUrl).host }, { cause: error })
  }
}

/** A 404, or a page or API of another kind: the API may be one path further. */
function isElsewhere({ status, body }: ModelsFailure): boolean {
  return status === 404 || (status >= 200 && status < 300 && !/^\s*\{\s*"error"/.test(body))
}

function describeFailure(failure: ModelsFailure, baseUrl: string): ChatErrorData {
  const { status, headers, body, redirect } = failure
  const { host } = new URL(baseUrl)
  if (redirect !== undefined) {
    const message = `The server at ${host} sends requests on to ${redirect || 'another address'}. That was not followed, because the key would go there too. If the address is right, set it as the base URL.`
    return { kind: 'not_found', code: 'redirect', message, status: status || undefined, host }
  }
  const said = explainError(body, { status, headers, host })
  const isOk = status >= 200 && status < 300
  if (status === 404 && !said.message.includes('/v1')) {
    const hint = 'The base URL often ends in /v1, and not every server has such a list.'
    return { ...said, message: `There is no list of models at this address (“${said.message}”). ${hint}` }
  }
  if (!isOk || said.status !== status || said.code !== undefined) return said
  // A web page, or an API of another kind: what the wrong base URL leads to most often.
  return {
    kind: 'not_found',
    message: `${host} answered, but not with a list of models. The base URL often ends in /v1.`,
    host,
    raw: said.raw,
  }
}
