import { ChatError } from '../errors/chat-error.js'
import type { ChatErrorData } from '../errors/chat-error-data.js'
import { explainError, loadExplainer } from '../errors/explain.js'
import { toChatErrorData } from '../errors/to-chat-error-data.js'
import { detectProfile } from '../providers/detect-profile.js'
import { resolveBaseUrl, withVersion } from './endpoint-url.js'
import { endpointRedactor } from './endpoint-redactor.js'
import { fetchModels, type ModelInfo, type ModelsFailure } from './fetch-models.js'
import type { EndpointConfig } from './request-types.js'

export interface ListModelsOptions {
  fetch?: typeof fetch
  signal?: AbortSignal
}

/** An endpoint that was found, with the models it offers. */
export interface FoundEndpoint {
  /** The base URL to use from here on. Where it is another than was given, chats to that one fail. */
  baseUrl: string
  models: ModelInfo[]
}

/**
 * The models that an endpoint offers. Not every endpoint has the list (wire-facts 3.4), so a model id must always be
 * possible to type. When they are at the same address with `/v1`, chats to this one would fail too: the error says so, with
 * the code `no_version`; `findBaseUrl` gives that address.
 *
 * @throws ChatError that says why there is none: unreachable, key refused, no such address, …
 */
export async function listModels(
  endpoint: EndpointConfig,
  options: ListModelsOptions = {},
): Promise<ModelInfo[]> {
  const { baseUrl, models, instead } = await find(endpoint, options)
  if (!instead) return models
  const { origin, pathname } = new URL(baseUrl)
  const hint = `There is one at ${origin}${pathname}: set that as the base URL.`
  throw new ChatError({
    ...(await describeFailure(instead, { baseUrl, hint, redact: endpointRedactor(endpoint) })),
    code: 'no_version',
  })
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
  const { baseUrl, models } = await find(endpoint, options)
  return { baseUrl, models }
}

/** `instead`: what the address that was given answered, when the models are at another one. */
async function find(
  endpoint: EndpointConfig,
  options: ListModelsOptions,
): Promise<FoundEndpoint & { instead?: ModelsFailure }> {
  const baseUrl = addressOf(endpoint)
  const answer = await ask({ ...endpoint, baseUrl }, options)
  if (Array.isArray(answer)) return { baseUrl, models: answer }

  const guess = detectProfile(baseUrl).baseUrl === baseUrl ? undefined : withVersion(baseUrl)
  if (guess && isElsewhere(answer)) {
    const models = await ask({ ...endpoint, baseUrl: guess }, options).catch((error: unknown) => {
      if (options.signal?.aborted) throw error
      // Whatever else goes wrong there, the address that was given is the one to report on.
    })
    if (Array.isArray(models)) return { baseUrl: guess, models, instead: answer }
  }
  const hint =
    answer.status === 404
      ? 'The base URL often ends in /v1, and not every server has such a list.'
      : 'The base URL often ends in /v1.'
  throw new ChatError(await describeFailure(answer, { baseUrl, hint, redact: endpointRedactor(endpoint) }))
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
    throw new ChatError(
      {
        ...toChatErrorData(error, { redact: endpointRedactor(endpoint) }),
        host: new URL(endpoint.baseUrl).host,
      },
      { cause: error },
    )
  }
}

/** A 404, or a page or API of another kind: the API may be one path further. */
function isElsewhere({ status, body }: ModelsFailure): boolean {
  return status === 404 || (status >= 200 && status < 300 && !/^\s*\{\s*"error"/.test(body))
}

async function describeFailure(
  failure: ModelsFailure,
  { baseUrl, hint, redact }: { baseUrl: string; hint: string; redact: (text: string) => string },
): Promise<ChatErrorData> {
  await loadExplainer()
  const { status, headers, body, redirect } = failure
  const { host } = new URL(baseUrl)
  if (redirect !== undefined) {
    const message = `The server at ${host} sends requests on to ${redirect || 'another address'}. That was not followed, because the key would go there too. If the address is right, set it as the base URL.`
    return { kind: 'not_found', code: 'redirect', message, status: status || undefined, host }
  }
  const said = explainError(body, { status, headers, host, redact })
  if (status === 404) {
    // Words of our own about a 404 without any repeat the hint.
    const words = said.message.includes('/v1') ? '' : ` (“${said.message}”)`
    return { ...said, message: `There is no list of models at this address${words}. ${hint}` }
  }
  const isOk = status >= 200 && status < 300
  if (!isOk || said.status !== status || said.code !== undefined) return said
  // A web page, or an API of another kind: what the wrong base URL leads to most often.
  const message = `${host} answered, but not with a list of models. ${hint}`
  return { kind: 'not_found', message, host, raw: said.raw }
}
