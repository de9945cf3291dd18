import { isVersioned, parseUrl, raceAbort, parseJson } from '@antiphon/base'
import { ChatError, type ChatErrorData, type EndpointConfig } from '@antiphon/core'
import { extractError, toChatErrorData } from '@antiphon/core/errors'
import { apiOf, loadApi, resolveProvider } from '@antiphon/core/provider'
import {
  credentialsFor,
  endpointRedactor,
  endpointUrl,
  requestHeaders,
  resolveBaseUrl,
  settleEndpoint,
  type SettledEndpoint,
} from '@antiphon/core/request'
import { describeEndpoint } from './list-profiles.js'
import { type ModelInfo, parseModels } from './model-info.js'

/** A response that is not a list of models, in the shape that the error reader takes. */
interface ModelsFailure {
  status: number
  headers: Headers
  body: string
  /** The target of a redirect, which is not followed because the key would go there too. Empty when a browser hides it. */
  redirect?: string
}

/**
 * Requests the models of an endpoint: one GET, with the headers of its profile. Network failures reject as `fetch` does; a bad
 * status resolves with the body of the response.
 *
 * @throws TypeError when the base URL is not a web address, or no profile has the id `profile`.
 * @throws ChatError when a function for a key or a header failed.
 */
export async function fetchModels(
  endpoint: EndpointConfig,
  options: { fetch?: typeof fetch; signal?: AbortSignal } = {},
): Promise<ModelInfo[] | ModelsFailure> {
  const { fetch: request = fetch, signal } = options
  const settled = await settleEndpoint(endpoint)
  const { baseUrl } = settled
  const { id } = resolveProvider(settled)
  // Anthropic's list is part of its native API, whichever wire its chats speak.
  const native = await loadApi(id === 'anthropic' ? 'messages' : apiOf(endpoint), endpoint.wires)
  const { settings } = resolveProvider(settled, undefined, [], native?.settings(undefined))
  const url = new URL(native?.listUrl?.(baseUrl) ?? listUrl(baseUrl))
  const { 'Content-Type': _, ...headers } = requestHeaders(settled, settings.headers)
  for (const [name, value] of Object.entries(endpoint.extraQuery ?? {})) url.searchParams.set(name, value)

  signal?.throwIfAborted()
  const response = await request(url.href, {
    headers,
    signal,
    credentials: credentialsFor(url.href, endpoint.credentials),
    redirect: 'manual',
  })
  const body = await response.text()
  const models = response.ok ? parseModels(parseJson(body)) : undefined
  if (models) return models
  const { status } = response
  const isRedirect = response.type === 'opaqueredirect' || (status >= 300 && status < 400)
  const redirect = isRedirect ? { redirect: leadsTo(response.headers.get('location'), url.href) } : {}
  return { status, headers: response.headers, body, ...redirect }
}

/** GitHub Models has its list beside the API (docs/wire 3.4). */
function listUrl(baseUrl: string): string {
  const { origin, host } = new URL(baseUrl)
  return host === 'models.github.ai' ? `${origin}/catalog/models` : endpointUrl(baseUrl, 'models')
}

/** Without the query, which may hold a secret. */
function leadsTo(location: string | null, from: string): string {
  const url = location ? parseUrl(location, from) : undefined
  return url ? url.origin + url.pathname : ''
}

export interface ListModelsOptions {
  fetch?: typeof fetch
  signal?: AbortSignal
}

/** An endpoint that was found, with the models it offers. */
export interface FoundEndpoint {
  /** The base URL to use from now on. It may differ from the given one, to which chats would fail. */
  baseUrl: string
  models: ModelInfo[]
}

/**
 * The models that an endpoint offers. Not every endpoint has a list (docs/wire 3.4), so always let people type a model id.
 * When the list is at the same address with `/v1`, chats to the given address would fail too. The error then has the code
 * `no_version`, and `findBaseUrl` gives the right address.
 *
 * @throws ChatError that says why the list is missing: unreachable, key refused, unknown address, …
 */
export async function listModels(
  endpoint: EndpointConfig,
  options: ListModelsOptions = {},
): Promise<ModelInfo[]> {
  const { baseUrl, models, instead, redact } = await find(endpoint, options)
  if (!instead) return models
  const { origin, pathname } = new URL(baseUrl)
  const hint = `There is one at ${origin}${pathname}: set that as the base URL.`
  throw new ChatError({
    ...(await describeFailure(instead, { baseUrl, hint, redact })),
    code: 'no_version',
  })
}

/**
 * Finds the API at an address that a user typed (`resolveBaseUrl`). When the address has no version and gives no list of
 * models, tries the same address with `/v1` once. Skips that for an address that is known to be right, such as that of
 * Perplexity.
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

/** `instead`: the answer of the given address, when the models are at another one. */
async function find(
  endpoint: EndpointConfig,
  options: ListModelsOptions,
): Promise<FoundEndpoint & { instead?: ModelsFailure; redact(text: string): string }> {
  const settled = await settle(endpoint, options)
  const { baseUrl } = settled
  const redact = endpointRedactor(settled)
  const answer = await ask(settled, options)
  if (Array.isArray(answer)) return { baseUrl, models: answer, redact }

  const guess = describeEndpoint(baseUrl).baseUrl === baseUrl ? undefined : withVersion(baseUrl)
  if (guess && isElsewhere(answer)) {
    const models = await ask({ ...settled, baseUrl: guess }, options).catch((error: unknown) => {
      if (options.signal?.aborted) throw error
      // Whatever fails there, the error reports on the given address.
    })
    if (Array.isArray(models)) return { baseUrl: guess, models, instead: answer, redact }
  }
  const hint = hintFor(answer, withVersion(baseUrl) === undefined)
  throw new ChatError(await describeFailure(answer, { baseUrl, hint, redact }))
}

/** The base URL with `/v1`, when it has no version: people forget this part most often. */
function withVersion(baseUrl: string): string | undefined {
  const url = new URL(resolveBaseUrl(baseUrl))
  if (isVersioned(url.pathname)) return undefined
  url.pathname = `${url.pathname.replace(/\/$/, '')}/v1`
  return url.href
}

/** Advice for an endpoint without a list. An address with a version does not get the advice to add one. */
function hintFor({ status }: ModelsFailure, hasVersion: boolean): string {
  if (status === 404)
    return hasVersion
      ? 'Not every server has such a list.'
      : 'The base URL often ends in /v1, and not every server has such a list.'
  return hasVersion ? '' : 'The base URL often ends in /v1.'
}

/** Calls the functions for key and headers, once for all addresses that are tried. */
async function settle(endpoint: EndpointConfig, { signal }: ListModelsOptions): Promise<SettledEndpoint> {
  try {
    resolveBaseUrl(endpoint.baseUrl)
  } catch (error) {
    throw new ChatError({ kind: 'not_found', message: (error as Error).message }, { cause: error })
  }
  const settled = settleEndpoint(endpoint)
  return signal ? raceAbort(settled, signal) : settled
}

async function ask(
  endpoint: SettledEndpoint,
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
  const { status, headers, body, redirect } = failure
  const { host } = new URL(baseUrl)
  if (redirect !== undefined) {
    const message = `The server at ${host} sends requests on to ${redirect || 'another address'}. That was not followed, because the key would go there too. If the address is right, set it as the base URL.`
    return { kind: 'not_found', code: 'redirect', message, status: status || undefined, host }
  }
  const said = extractError(body, { status, headers, host, redact })
  if (status === 404) {
    // Our own words about an empty 404 would say the same again.
    const words = body.trim() === '' ? '' : ` (“${said.message}”)`
    return { ...said, message: `There is no list of models at this address${words}. ${hint}` }
  }
  const isOk = status >= 200 && status < 300
  if (!isOk || said.status !== status || said.code !== undefined) return said
  // A web page, or an API of another kind: the usual result of a wrong base URL.
  const message = `${host} answered, but not with a list of models. ${hint}`.trim()
  return { kind: 'not_found', message, host, raw: said.raw }
}
