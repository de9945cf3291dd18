import type { Message } from '../message/types.js'
import type { ResolvedProvider } from '../providers/provider-types.js'
import { resolveProvider } from '../providers/resolve-provider.js'
import { endpointUrl } from './endpoint-url.js'
import { prepareRequestMessages } from './prepare-request-messages.js'
import type { EndpointConfig, RequestParameters, ToolDefinition } from './request-types.js'

export interface RequestInput {
  model?: string
  messages: readonly Message[]
  tools?: readonly ToolDefinition[]
  parameters?: RequestParameters
  /** Ask for a stream. Default true. */
  stream?: boolean
}

/** A chat-completions request, ready for `fetch`. `body` is plain data, so that it can be shown and logged. */
export interface CompletionRequest {
  url: string
  headers: Record<string, string>
  body: Record<string, unknown>
}

/**
 * Builds the request. Only named fields are written, and only those that were set: one unknown key is a 400 at strict
 * servers. Headers are Content-Type, Authorization when there is a key, and those of the endpoint (wire-facts 0.10).
 *
 * @throws TypeError when `baseUrl` is not a URL.
 */
export function buildRequest(
  endpoint: EndpointConfig,
  input: RequestInput,
  provider: ResolvedProvider = resolveProvider(endpoint, input.model),
): CompletionRequest {
  const { parameters = {}, stream = true } = input
  const { settings } = provider
  const body: Record<string, unknown> = {
    model: input.model,
    messages: prepareRequestMessages(input.messages, { model: input.model, ...settings.messages }),
    stream,
  }
  if (stream && settings.body.includeUsage) body['stream_options'] = { include_usage: true }
  if (input.tools?.length) body['tools'] = input.tools
  const named: Record<string, unknown> = {
    temperature: parameters.temperature,
    top_p: parameters.topP,
    [settings.body.maxTokensField]: parameters.maxTokens,
    stop: parameters.stop,
    seed: parameters.seed,
    reasoning_effort: parameters.reasoningEffort,
    tool_choice: toolChoice(parameters.toolChoice),
    parallel_tool_calls: parameters.parallelToolCalls,
    ...endpoint.extraBody,
    ...parameters.extraBody,
  }
  for (const [key, value] of Object.entries(named)) if (value !== undefined) body[key] = value

  return {
    url: endpointUrl(endpoint.baseUrl, 'chat/completions'),
    headers: requestHeaders(endpoint),
    body,
  }
}

export function requestHeaders(endpoint: EndpointConfig): Record<string, string> {
  return {
    'Content-Type': 'application/json',
    ...(endpoint.apiKey ? { Authorization: `Bearer ${endpoint.apiKey}` } : {}),
    ...endpoint.extraHeaders,
  }
}

function toolChoice(choice: RequestParameters['toolChoice']): unknown {
  if (choice === undefined || choice === 'auto') return undefined
  return typeof choice === 'string' ? choice : { type: 'function', function: { name: choice.name } }
}
