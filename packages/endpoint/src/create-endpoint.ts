import type { Endpoint, EndpointModel, EndpointOptions } from './endpoint-types.js'
import {
  addCorsHeaders,
  preflightResponse,
  errorResponse,
  jsonResponse,
  RefusedRequest,
  matchRoute,
} from './http/http.js'
import { applyFault, readFault, realSleep } from './http/stream-body.js'
import { checkTranscript } from './request/check-request.js'
import { allScenarios } from './scenarios/all-scenarios.js'
import { scenarioModel } from './script/scenario-model.js'
import { randomId } from './script/scenario.js'
import type { EndpointWire, ModelEntry } from './wires/endpoint-wire.js'
import { chatWire } from './wires/chat-wire.js'

/**
 * A scripted OpenAI-compatible endpoint: `/models`, `/models/{id}` and `/chat/completions`, bare or under any prefix
 * that ends in `/v1`. With `wires`, `/responses` and `/messages` serve the same models on the wires of OpenAI Responses and Anthropic
 * Messages, `/v1beta/models/{id}:streamGenerateContent` and `/api/chat` on those of Gemini and Ollama. It keeps no state between requests; errors of the client come back as OpenAI words them.
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
  const { wires = {} } = options
  const models = (options.models ?? allScenarios).map((model) =>
    'play' in model ? scenarioModel(model) : model,
  )
  const created = Math.floor(now() / 1000)
  const entries = models.map((model) => modelEntry(model, created))

  async function complete(request: Request, wire: EndpointWire): Promise<Response> {
    wire.checkHeaders(request)
    const chat = wire.readRequest(await request.text(), unknownFields, new URL(request.url))
    const model = findModel(models, chat.model)
    if (!model || (wire !== chatWire && !model.anyWire)) return unknownModel(chat.model, wire)
    if (!model.anyTranscript) checkTranscript(chat.messages)
    return model.answer({ chat, request, speed, sleep, now, generateId, wire })
  }

  async function answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url)
    const route = matchRoute(pathname)
    if (route.name === 'unknown')
      return errorResponse(404, { message: `Invalid URL (${request.method} ${pathname})` })
    const isList = route.name !== 'answer'
    const wire = wireOf(request, wires)
    if ('wire' in route && route.wire && wire.name !== route.wire)
      return errorResponse(404, {
        message: `This endpoint was given no wire "${route.wire}". Set its \`wires\` to \`endpointWires\` of @antiphon/wires/endpoint.`,
      })
    if (request.method === 'OPTIONS') return preflightResponse(request, cors, wire.headers)
    const allowed = isList ? 'GET' : 'POST'
    if (request.method !== allowed) return wrongMethod(request.method, pathname, allowed)
    if (options.apiKey !== undefined) wire.checkKey(request, options.apiKey)
    return applyFault(readFault(request), request, sleep, async () => {
      if (!isList) return complete(request, wire)
      if (route.name === 'models') return jsonResponse(wire.list(entries))
      const index = models.findIndex((model) => hasId(model, route.id))
      return index < 0 ? unknownModel(route.id, wire) : jsonResponse(wire.entry(entries[index]!))
    })
  }

  return {
    models: entries,
    async fetch(request) {
      const requestId = `req_${generateId()}`
      const response = await answer(request).catch((error: unknown) =>
        failure(error, request, wireOf(request, wires)),
      )
      response.headers.set('x-request-id', requestId)
      addCorsHeaders(response.headers, request, cors)
      return response
    },
  }
}

/** The wire of a request: by its path, and for the list of models by the headers that only one of them has. */
function wireOf({ url, headers }: Request, wires: NonNullable<EndpointOptions['wires']>): EndpointWire {
  const route = matchRoute(new URL(url).pathname)
  if ('wire' in route && route.wire) return (route.wire !== 'chat' && wires[route.wire]) || chatWire
  const names = headers.get('access-control-request-headers') ?? ''
  const isMessages = headers.has('anthropic-version') || names.includes('anthropic-version')
  return (isMessages && wires.messages) || chatWire
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

function unknownModel(id: string, wire: EndpointWire): Response {
  const message = `The model '${id}' does not exist or you do not have access to it.`
  return errorResponse(404, { message, param: 'model', code: 'model_not_found' }, {}, wire.errorBody)
}

function wrongMethod(method: string, pathname: string, allowed: string): Response {
  const message = `Not allowed to ${method} on ${pathname}. (HINT: Perhaps you meant to use a different HTTP method?)`
  return errorResponse(405, { message, code: 'method_not_supported' }, { allow: `${allowed}, OPTIONS` })
}

function failure(error: unknown, { signal }: Request, { errorBody: shape }: EndpointWire): Response {
  if (error instanceof RefusedRequest) return errorResponse(error.status, error.body, {}, shape)
  if (signal.aborted) throw error
  const message = error instanceof Error ? error.message : String(error)
  return errorResponse(500, { message: `The script failed: ${message}`, type: 'server_error' }, {}, shape)
}
