import { ChatError } from '../errors/chat-error.js'
import { explainError, loadExplainer } from '../errors/explain.js'
import { toChatErrorData } from '../errors/to-chat-error-data.js'
import type { Message } from '../message/types.js'
import type { CompletionSource } from '../pipeline.js'
import { buildRequest } from '../request/build-request.js'
import type { EndpointConfig, RequestParameters, ToolDefinition } from '../request/request-types.js'

export interface TransportRequest {
  model?: string
  messages: readonly Message[]
  tools: readonly ToolDefinition[]
  parameters?: RequestParameters
}

/** The way a chat reaches a model. Returns the bytes of a chat-completions response; throws a `ChatError` when none came. */
export interface ChatTransport {
  send(request: TransportRequest, options: { signal: AbortSignal }): Promise<CompletionSource>
}

/** The default transport: one POST to `{baseUrl}/chat/completions`. */
export function createFetchTransport(
  endpoint: EndpointConfig,
  options: { fetch?: typeof fetch; now?: () => number } = {},
): ChatTransport {
  const { fetch: request = (...args: Parameters<typeof fetch>) => fetch(...args), now = Date.now } = options
  return {
    async send(input, { signal }) {
      const { url, headers, body } = buildCheckedRequest(endpoint, input)
      const about = { host: new URL(url).host, model: input.model, now }
      const init = { method: 'POST', headers, body: JSON.stringify(body), signal }
      const response = await request(url, init).catch((error: unknown) => {
        throw new ChatError(toChatErrorData(error, about))
      })
      if (response.ok) return response
      const text = await response.text().catch(() => '')
      await loadExplainer()
      throw new ChatError(
        explainError(text, { ...about, status: response.status, headers: response.headers }),
      )
    },
  }
}

function buildCheckedRequest(
  endpoint: EndpointConfig,
  input: TransportRequest,
): ReturnType<typeof buildRequest> {
  try {
    return buildRequest(endpoint, input)
  } catch (error) {
    throw new ChatError({
      kind: 'not_found',
      message: `"${endpoint.baseUrl}" is not an address. Give the base URL with http:// or https://, such as http://localhost:11434/v1. (${String(error)})`,
    })
  }
}
