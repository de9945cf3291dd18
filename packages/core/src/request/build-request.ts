import { ChatError } from '../errors/chat-error.js'
import type { Message } from '../message/types.js'
import type { BodyFields, ResolvedProvider } from '../providers/provider-types.js'
import { resolveProvider } from '../providers/resolve-provider.js'
import { collectAdjustments } from './collect-adjustments.js'
import { prefillFields, prepareContinuation } from './continue-answer.js'
import { endpointUrl } from './endpoint-url.js'
import { prepareRequestMessages } from './prepare-request-messages.js'
import { requestBody } from './request-body.js'
import { requestHeaders } from './request-headers.js'
import type {
  Adjustment,
  EndpointConfig,
  RequestMessage,
  RequestParameters,
  ToolDefinition,
} from './request-types.js'

/** What one request asks, apart from where it goes. */
export interface RequestInput {
  model?: string
  messages: readonly Message[]
  tools?: readonly ToolDefinition[]
  parameters?: RequestParameters
  /** Ask for a stream. Default true. */
  stream?: boolean
  /**
   * Let the thread end with an answer that the server is to continue. Default: as the endpoint's policy says; most
   * refuse it or start the answer anew.
   */
  prefill?: boolean
  /**
   * The thread ends with an answer whose rest is wanted. It leaves as the beginning of the next one where the endpoint's policy
   * says so; else this leaves behind it, as a message of the user.
   */
  continueWith?: string
}

/** A chat-completions request, ready for `fetch`. `body` is plain data, so that it can be shown and logged. */
export interface CompletionRequest {
  url: string
  headers: Record<string, string>
  body: Record<string, unknown>
  /** What leaves otherwise than it is stored or was asked for, in order. */
  adjustments: Adjustment[]
}

/**
 * Builds the request that an endpoint gets for a thread. Only named fields are written, and only those that were set:
 * one unknown key is a 400 at strict servers.
 *
 * @throws TypeError when `baseUrl` is not a URL.
 * @throws ChatError of kind `invalid_request` when the thread ends with an answer and nothing says to continue it, or
 * when a setting cannot be used.
 */
export function buildRequest(
  endpoint: EndpointConfig,
  input: RequestInput,
  provider: ResolvedProvider = resolveProvider(endpoint, input.model),
): CompletionRequest {
  const { settings } = provider
  const { list: adjustments, report } = collectAdjustments()
  const policy = { model: input.model, provider: provider.id, ...settings.messages }
  checkPattern(policy.callIdPattern)
  const messages =
    input.continueWith === undefined
      ? prepareRequestMessages(input.messages, policy, report)
      : prepareContinuation(input.messages, input.continueWith, policy, report)
  checkEnding(messages, input.prefill ?? (policy.prefill ?? 'none') !== 'none')
  const more = prefillFields(messages, policy)
  const body: BodyFields = requestBody(
    input,
    messages,
    settings.body,
    { ...more, ...endpoint.extraBody },
    report,
  )
  return {
    url: withQuery(endpointUrl(endpoint.baseUrl, 'chat/completions'), endpoint.extraQuery),
    headers: requestHeaders(endpoint, settings.headers),
    body,
    adjustments,
  }
}

/** It may be the user's own, typed into a form. */
function checkPattern(pattern: string | undefined): void {
  try {
    RegExp(pattern ?? '')
  } catch (cause) {
    const message = `The setting callIdPattern is not a regular expression: ${String(cause)}. Mistral's is [A-Za-z0-9]{9}.`
    throw new ChatError({ kind: 'invalid_request', message }, { cause })
  }
}

/** Servers read an answer at the end in different ways: as a beginning to go on from, as an error, or not at all. */
function checkEnding(messages: readonly RequestMessage[], mayContinue: boolean): void {
  if (mayContinue || messages.at(-1)?.role !== 'assistant') return
  throw new ChatError({
    kind: 'invalid_request',
    message:
      'The thread ends with an answer, so there is nothing to answer. Add a user message or leave the last answer out; to have it continued, set prefill.',
  })
}

function withQuery(address: string, query: EndpointConfig['extraQuery'] = {}): string {
  const url = new URL(address)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url.href
}
