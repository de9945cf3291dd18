import { parseUrl } from '@antiphon/base'
import { ChatError, isChatError } from '../../errors/chat-error.js'
import { toChatErrorData } from '../../errors/to-chat-error-data.js'
import { apiOf, loadApi } from '../api-of.js'
import { buildRequest } from '../request/build-request.js'
import { credentialsFor, endpointRedactor, resolveBaseUrl } from '../request/endpoint.js'
import { settleEndpoint } from '../request/settle-endpoint.js'
import type { CompletionRequest, EndpointConfig, ProviderApi, SettledEndpoint } from '../request/types.js'
import { resolveProvider } from '../resolve.js'
import type { ResolvedProvider } from '../types.js'
import { endpointMemory, type EndpointMemory, healRequest } from './fallback.js'
import { retryDelay } from './retry.js'
import type { ChatTransport, Healing, TransportRequest } from './types.js'

/**
 * Refuses a redirect: it would send the key and the conversation to an address that the user did not give. Browsers hide where
 * it leads.
 *
 * @throws ChatError `not_found` with the code `redirect`.
 */
function refuseRedirect(
  { status, type, headers, url, body }: Response,
  { host, model, now }: { host?: string; model?: string; now(): number },
): void {
  if (type !== 'opaqueredirect' && (status < 300 || status > 399)) return
  void body?.cancel().catch(() => {})
  const location = headers.get('location')
  const to = location ? parseUrl(location, url || undefined) : undefined
  throw new ChatError({
    kind: 'not_found',
    code: 'redirect',
    message: `The server at ${host ?? url} sends requests on to ${to ? to.origin + to.pathname : 'another address'}. That was not followed, because the key would go there too. If the address is right, set it as the base URL.`,
    status: status || undefined,
    host,
    model,
    occurredAt: now(),
  })
}

export interface FetchTransportOptions {
  /** Default: the global `fetch`, looked up at each request. */
  fetch?: typeof fetch
  /** Epoch ms. Default: `Date.now`. */
  now?: () => number
  /** Remembers what endpoints refused or demanded. Default: a memory that all chats of the page share. */
  memory?: EndpointMemory
  /** Returns 0 to 1; spreads the waits. Default: `Math.random`. */
  random?: () => number
}

/** State of one request between its attempts. */
interface Attempts {
  retries: number
  healed: Healing[]
  /** The entries of `healed` that have not helped yet. */
  unproven: Healing[]
  sent?: { body: CompletionRequest['body']; provider: ResolvedProvider; isNative: boolean }
}

/**
 * The default transport: one POST to `{baseUrl}/chat/completions`, as the profile of the endpoint wants it, or one of another
 * wire where `EndpointConfig.api` says so. It sends cookies to
 * the page's own origin alone (`EndpointConfig.credentials`) and follows no redirect, because the key would go along.
 */
export function createFetchTransport(
  endpoint: EndpointConfig,
  options: FetchTransportOptions = {},
): ChatTransport {
  const { fetch: request = (...args: Parameters<typeof fetch>) => fetch(...args) } = options
  const { now = Date.now, memory = endpointMemory, random } = options
  const host = hostOf(endpoint)
  /** Secrets of the endpoint and of the last requests, each of which may have had another key. */
  const redactors = [endpointRedactor(endpoint)]
  const redact = (text: string): string => redactors.reduce((shown, hide) => hide(shown), text)
  const known = new WeakMap<TransportRequest, Attempts>()
  const attemptsOf = (input: TransportRequest): Attempts => {
    const attempts = known.get(input) ?? { retries: 0, healed: [], unproven: [] }
    known.set(input, attempts)
    return attempts
  }

  return {
    deadlines: endpoint.deadlines,
    host,
    redact,
    continues: true,
    async send(input, { signal, onRequest }) {
      const attempts = attemptsOf(input)
      const { model } = input
      const learned = [...memory.list(endpoint, model), ...attempts.unproven]
      const api = apiOf(endpoint)
      const [settled, native] = await Promise.all([settle(endpoint, input), loadApi(api, endpoint.wires)])
      redactors.splice(1, 0, endpointRedactor(settled))
      redactors.splice(MAX_REDACTORS)
      signal.throwIfAborted()
      const { provider, built, text } = build(settled, input, learned, native)
      attempts.sent = { body: built.body, provider, isNative: native !== undefined }
      const about = { host, model, now, redact }
      const { url, headers, adjustments } = built
      onRequest?.({ method: 'POST', url, headers, body: text, provider: provider.id, api, adjustments })
      const response = await request(built.url, {
        method: 'POST',
        headers: built.headers,
        body: text,
        signal,
        credentials: credentialsFor(url, endpoint.credentials),
        redirect: 'manual',
      }).catch((error: unknown) => {
        throw signal.aborted ? error : new ChatError(toChatErrorData(error, about), { cause: error })
      })
      refuseRedirect(response, about)
      if (response.ok) for (const healing of attempts.unproven.splice(0)) memory.add(endpoint, model, healing)
      return {
        source: response,
        provider: provider.id,
        ...provider.settings.response,
        adjustments: built.adjustments,
        toolNames: built.toolNames,
        ...(native && { createEvents: native.createEvents, api }),
      }
    },
    recover(error, input) {
      const attempts = attemptsOf(input)
      const { sent, healed } = attempts
      const facts = { verbatim: verbatimFields(endpoint, input), overrides: endpoint.overrides, healed }
      const healing = sent && healRequest(error, { ...sent, ...facts }, sent.provider.settings)
      if (healing) {
        healed.push(healing)
        attempts.unproven.push(healing)
        return { delayMs: 0, healed: healing }
      }
      const delayMs = retryDelay(error, ++attempts.retries, endpoint.retry, random)
      return delayMs === undefined ? undefined : { delayMs }
    },
  }
}

/** Answers may come at the same time, each with a key of its own. */
const MAX_REDACTORS = 8

/** @throws ChatError when the address is not valid, or a function for a key or a header failed. */
async function settle(endpoint: EndpointConfig, { headers }: TransportRequest): Promise<SettledEndpoint> {
  resolved(endpoint)
  return settleEndpoint(endpoint, headers)
}

function build(
  target: SettledEndpoint,
  input: TransportRequest,
  learned: readonly Healing[],
  native: ProviderApi | undefined,
): { provider: ResolvedProvider; built: CompletionRequest; text: string } {
  try {
    const settings = learned.map((healing) => healing.settings)
    const provider = resolveProvider(target, input.model, settings, native?.settings(input.model))
    const built = native
      ? native.buildRequest(target, input, provider)
      : buildRequest(target, input, provider)
    return { provider, built, text: JSON.stringify(built.body) }
  } catch (error) {
    if (isChatError(error)) throw error
    const why = error instanceof Error ? error.message : String(error)
    throw new ChatError(
      { kind: 'invalid_request', message: `The request could not be made: ${why}` },
      { cause: error },
    )
  }
}

/** @throws ChatError where `resolveBaseUrl` throws. */
function resolved({ baseUrl }: EndpointConfig): string {
  try {
    return resolveBaseUrl(baseUrl)
  } catch (error) {
    throw new ChatError({ kind: 'not_found', message: (error as Error).message }, { cause: error })
  }
}

function hostOf(endpoint: EndpointConfig): string | undefined {
  try {
    return new URL(resolved(endpoint)).host
  } catch {
    // The first request reports why.
    return undefined
  }
}

/** Body fields that the user wrote in their own words. */
function verbatimFields(
  { extraBody, overrides }: EndpointConfig,
  { parameters }: TransportRequest,
): string[] {
  const written = overrides?.body
  return [
    extraBody,
    parameters?.extraBody,
    written?.extra,
    ...Object.values(written?.thinking ?? {}),
  ].flatMap((fields) => Object.keys(fields ?? {}))
}
