import type { Endpoint, EndpointModel, EndpointOptions, ModelEntry } from './endpoint-types.js'
import {
  addCorsHeaders,
  preflightResponse,
  errorResponse,
  jsonResponse,
  RefusedRequest,
  matchRoute,
} from './http/http.js'
import { applyFault, readFault, realSleep } from './http/stream-body.js'
import { checkTranscript, readChatRequest } from './request/check-request.js'
import { allScenarios } from './scenarios/all-scenarios.js'
import { scenarioModel } from './script/scenario-model.js'
import { randomId } from './script/scenario.js'
import type { EndpointWire } from './wires/endpoint-wire.js'
import { endpointWires } from './wires/index.js'

/**
 * A scripted OpenAI-compatible endpoint: `/models`, `/models/{id}` and `/chat/completions`, bare or under any prefix
 * that ends in `/v1`; `/responses` and `/messages` serve the same models on the wires of OpenAI Responses and Anthropic Messages. It keeps no state between requests; errors of the client come back as OpenAI words them.
 */
export function createEndpoint(options: EndpointOptions = {}): Endpoint {
  const {
    cors = true,
    speed = 1,
    unknownFields = 'refuse',
    sleep = realSleep,
    now = Date.now,
    generateId = randomId,
  } = options
  const models = (options.models ?? allScenarios).map((model) =>
    'play' in model ? scenarioModel(model) : model,
  )
  const created = Math.floor(now() / 1000)
  const entries = models.map((model) => modelEntry(model, created))

  async function complete(request: Request, wire: EndpointWire | undefined): Promise<Response> {
    wire?.checkHeaders(request)
    const chat = (wire?.readRequest ?? readChatRequest)(await request.text(), unknownFields)
    const model = findModel(models, chat.model)
    if (!model || (wire && !model.anyWire)) return unknownModel(chat.model, wire)
    if (!model.anyTranscript) checkTranscript(chat.messages)
    return model.answer({ chat, request, speed, sleep, now, generateId, wire })
  }

  async function answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url)
    const route = matchRoute(pathname)
    if (route.name === 'unknown')
      return errorResponse(404, { message: `Invalid URL (${request.method} ${pathname})` })
    const isList = route.name === 'models' || route.name === 'model'
    const wire = wireOf(request)
    if (request.method === 'OPTIONS') return preflightResponse(request, cors, wire?.headers)
    const allowed = isList ? 'GET' : 'POST'
    if (request.method !== allowed) return wrongMethod(request.method, pathname, allowed)
    checkKey(request, options.apiKey, wire)
    return applyFault(readFault(request), request, sleep, async () => {
      if (!isList) return complete(request, wire)
      if (route.name === 'models') return jsonResponse({ object: 'list', data: entries })
      const index = models.findIndex((model) => hasId(model, route.id))
      return index < 0 ? unknownModel(route.id) : jsonResponse(entries[index])
    })
  }

  return {
    models: entries,
    async fetch(request) {
      const requestId = `req_${generateId()}`
      const response = await answer(request).catch((error: unknown) => failure(error, request))
      response.headers.set('x-request-id', requestId)
      addCorsHeaders(response.headers, request, cors)
      return response
    },
  }
}

/** The wire of a request: by its path, and for the list of models by the headers that only one of them has. */
function wireOf({ url, headers }: Request): EndpointWire | undefined {
  const route = matchRoute(new URL(url).pathname)
  if (route.name === 'responses' || route.name === 'messages') return endpointWires[route.name]
  const names = headers.get('access-control-request-headers') ?? ''
  return headers.has('anthropic-version') || names.includes('anthropic-version')
    ? endpointWires.messages
    : undefined
}

function hasId(model: EndpointModel, id: string): boolean {
  return model.id === id || (model.aliases?.includes(id) ?? false)
}

function findModel(models: readonly EndpointModel[], id: string): EndpointModel | undefined {
  return models.find((model) => model.id === id) ?? models.find((model) => hasId(model, id))
}

function modelEntry({ id, description }: EndpointModel, created: number): ModelEntry {
  return {
    id,
    object: 'model',
    created,
    owned_by: 'antiphon',
    context_length: 8192,
    ...(description ? { description } : {}),
  }
}

function unknownModel(id: string, wire?: EndpointWire): Response {
  const message = `The model '${id}' does not exist or you do not have access to it.`
  return errorResponse(404, { message, param: 'model', code: 'model_not_found' }, {}, wire?.errorBody)
}

function wrongMethod(method: string, pathname: string, allowed: string): Response {
  const message = `Not allowed to ${method} on ${pathname}. (HINT: Perhaps you meant to use a different HTTP method?)`
  return errorResponse(405, { message, code: 'method_not_supported' }, { allow: `${allowed}, OPTIONS` })
}

function checkKey({ headers }: Request, apiKey: string | undefined, wire: EndpointWire | undefined): void {
  if (apiKey === undefined) return
  const own = wire === endpointWires.messages ? headers.get('x-api-key') : undefined
  if (own !== undefined) {
    if (own === apiKey) return
    throw new RefusedRequest(401, { message: own ? 'invalid x-api-key' : 'x-api-key header is required' })
  }
  const given = /^Bearer\s+(.+)$/i.exec(headers.get('authorization') ?? '')?.[1]?.trim()
  if (given === apiKey) return
  const message = given
    ? `Incorrect API key provided: ${mask(given)}.`
    : "You didn't provide an API key. Send it in an Authorization header with Bearer auth (Authorization: Bearer YOUR_KEY)."
  throw new RefusedRequest(401, { message, code: 'invalid_api_key' })
}

/** An error body may end up in a screenshot: never the whole key. */
function mask(key: string): string {
  return key.length <= 8 ? '*'.repeat(key.length) : `${key.slice(0, 4)}${'*'.repeat(8)}${key.slice(-2)}`
}

function failure(error: unknown, request: Request): Response {
  const shape = wireOf(request)?.errorBody
  if (error instanceof RefusedRequest) return errorResponse(error.status, error.body, {}, shape)
  if (request.signal.aborted) throw error
  const message = error instanceof Error ? error.message : String(error)
  return errorResponse(500, { message: `The script failed: ${message}`, type: 'server_error' }, {}, shape)
}
