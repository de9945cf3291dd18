import { field } from '../errors/is-record.js'
import { parseJson } from '../errors/parse-json.js'
import type { EndpointConfig } from './request-types.js'
import { requestHeaders } from './build-request.js'
import { endpointUrl } from './endpoint-url.js'

/** One model that an endpoint offers. What a server does not say stays absent. */
export interface ModelInfo {
  id: string
  name?: string
  /** Tokens of context. */
  contextLength?: number
  ownedBy?: string
}

/** What came back instead of a list of models: the response, for the error extractor. */
export interface ModelsFailure {
  status: number
  headers: Headers
  body: string
}

/**
 * Reads a `/models` body in all its shapes: an array, `{ data }` or `{ models }` (wire-facts 3.4). Entries without any
 * kind of id are left out; undefined when the body holds no list at all.
 */
export function parseModels(body: unknown): ModelInfo[] | undefined {
  const list = Array.isArray(body) ? body : (field(body, 'data') ?? field(body, 'models'))
  if (!Array.isArray(list)) return undefined
  return list.flatMap((entry): ModelInfo[] => {
    const [id, name, model, ownedBy] = ['id', 'name', 'model', 'owned_by'].map((key) =>
      asName(field(entry, key)),
    )
    const found = id ?? name ?? model ?? asName(entry)
    if (!found) return []
    const info: ModelInfo = { id: found }
    if (name && name !== found) info.name = name
    const contextLength = readContextLength(entry)
    if (contextLength) info.contextLength = contextLength
    if (ownedBy) info.ownedBy = ownedBy
    return [info]
  })
}

function asName(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

function readContextLength(entry: unknown): number | undefined {
  const providers = field(entry, 'providers')
  const candidates = [
    ...['context_length', 'context_window', 'max_model_len', 'max_context_length'].map((key) =>
      field(entry, key),
    ),
    field(field(entry, 'meta'), 'n_ctx'),
    field(field(entry, 'top_provider'), 'context_length'),
    Math.max(
      ...(Array.isArray(providers) ? providers.map((p) => Number(field(p, 'context_length')) || 0) : []),
    ),
  ]
  return candidates.find((value): value is number => typeof value === 'number' && value > 0)
}

/** Asks an endpoint for its models. Network failures reject as `fetch` does; a bad status resolves with what it held. */
export async function fetchModels(
  endpoint: EndpointConfig,
  options: { fetch?: typeof fetch; signal?: AbortSignal } = {},
): Promise<ModelInfo[] | ModelsFailure> {
  const { fetch: request = fetch, signal } = options
  const { 'Content-Type': _, ...headers } = requestHeaders(endpoint)
  const response = await request(endpointUrl(endpoint.baseUrl, 'models'), { headers, signal })
  const body = await response.text()
  const models = response.ok ? parseModels(parseJson(body)) : undefined
  return models ?? { status: response.status, headers: response.headers, body }
}
