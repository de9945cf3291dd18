import { ChatError } from '../errors/chat-error.js'
import type { ChatErrorData } from '../errors/chat-error-data.js'
import { explainError, loadExplainer } from '../errors/explain.js'
import { toChatErrorData } from '../errors/to-chat-error-data.js'
import { fetchModels, type ModelInfo, type ModelsFailure } from './fetch-models.js'
import type { EndpointConfig } from './request-types.js'

/**
 * The models that an endpoint offers. Not every endpoint has the list (wire-facts 3.4), so a model id must always be
 * possible to type.
 *
 * @throws ChatError that says why there is none: unreachable, key refused, no such address, …
 */
export async function listModels(
  endpoint: EndpointConfig,
  options: { fetch?: typeof fetch; signal?: AbortSignal } = {},
): Promise<ModelInfo[]> {
  const host = URL.canParse(endpoint.baseUrl) ? new URL(endpoint.baseUrl).host : undefined
  let answer
  try {
    answer = await fetchModels(endpoint, options)
  } catch (error) {
    throw new ChatError({ ...toChatErrorData(error), host })
  }
  if (Array.isArray(answer)) return answer
  await loadExplainer()
  throw new ChatError(describeFailure(answer, host))
}

function describeFailure({ status, headers, body }: ModelsFailure, host: string | undefined): ChatErrorData {
  const said = explainError(body, { status, headers, host })
  const reportsError = status < 200 || status > 299 || said.status !== status || said.code !== undefined
  if (reportsError) return said
  // A web page, or an API of another kind: what the wrong base URL leads to most often.
  return {
    kind: 'not_found',
    message: `${host ?? 'The server'} answered, but not with a list of models. The base URL often ends in /v1.`,
    host,
    raw: said.raw,
  }
}
