import { type Completion, type EndpointConfig, type Message, requestCompletion } from '@antiphon/core'
import { type EndpointMemory, detectProfile } from '@antiphon/core/provider'
import { type ToolDefinition, resolveBaseUrl } from '@antiphon/core/request'
import {
  checkReasoning,
  checkStop,
  checkStream,
  checkTools,
  checkUsage,
  questions,
  weatherTool,
  checkCors,
  checkModels,
} from './checks.js'
import type { CheckName, EndpointCheck, SeenResponse } from './types.js'

/** The model that is asked, and how results are reported while the checks run. */
export interface CheckEndpointOptions {
  /** Default: the first model of the list that is not known to be for something else than chats. */
  model?: string
  /** Default: the global `fetch`. */
  fetch?: typeof fetch
  signal?: AbortSignal
  /** Origin of the page that will call, such as `location.origin`. Default: none, and CORS is not checked. */
  pageOrigin?: string
  /** Called with each result as soon as it is known. */
  onCheck?(check: EndpointCheck): void
  /** Remembers what the server refuses. Default: the memory that chats of the page share. */
  memory?: EndpointMemory
  /** Epoch ms. Default: `Date.now`. */
  now?: () => number
}

/** A `fetch` that notes facts about the response and passes every byte on. `last` is the newest response. */
function observeFetch(
  request: typeof fetch,
  now: () => number,
): { fetch: typeof fetch; last(): SeenResponse | undefined } {
  let last: SeenResponse | undefined
  return {
    last: () => last,
    async fetch(...args) {
      const since = now()
      const response = await request(...args)
      const seen: SeenResponse = {
        status: response.status,
        contentType: response.headers.get('content-type') ?? '',
        pieces: 0,
      }
      last = seen
      if (!response.body) return response
      const note = new TransformStream<Uint8Array, Uint8Array>({
        transform(piece, controller) {
          seen.firstByteMs ??= now() - since
          seen.pieces++
          controller.enqueue(piece)
        },
      })
      const { status, statusText, headers, url } = response
      const copy = new Response(response.body.pipeThrough(note), { status, statusText, headers })
      // Words about failures look at the address.
      return Object.defineProperty(copy, 'url', { value: url })
    },
  }
}

/** Longest waits in ms, because a person is watching. A local server may have to load a model first. */
const DEADLINES = { connect: 60_000, firstToken: 90_000, idle: 30_000, total: 120_000 }

/**
 * Runs the checks that a chat needs, one after the other. Each result says what was seen and, after a failure, exactly what
 * to change. Makes at most two requests for the list of models and three short ones to the model. Never rejects for what an
 * endpoint did. It remembers refused fields, so that the chats of the page leave them out too.
 *
 * @throws TypeError when the base URL is not a web address.
 */
export async function checkEndpoint(
  endpoint: EndpointConfig,
  options: CheckEndpointOptions = {},
): Promise<EndpointCheck[]> {
  const { signal, pageOrigin, onCheck, memory, now = Date.now } = options
  const { fetch: request = (...args: Parameters<typeof fetch>) => fetch(...args) } = options
  const profile = detectProfile(resolveBaseUrl(endpoint.baseUrl))
  const observed = observeFetch(request, now)
  const asked = { fetch: request, signal, pageOrigin }
  const checks: EndpointCheck[] = []

  const add = (name: CheckName, check: Omit<EndpointCheck, 'name'>): void => {
    const { state, seen, fix, error, ms, baseUrl } = check
    const given = { name, state, seen, fix, error, ms, baseUrl }
    const result = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
    checks.push(result as unknown as EndpointCheck)
    onCheck?.(checks.at(-1)!)
  }
  const skip = (names: readonly CheckName[], seen: string): EndpointCheck[] => {
    for (const name of names) add(name, { state: 'skipped', seen })
    return checks
  }

  let since = now()
  const models = await checkModels(endpoint, asked)
  add('models', { ...models, ms: now() - since })
  add('cors', await checkCors(endpoint, models, asked))
  if (models.silent)
    return skip(['stream', 'usage', 'reasoning', 'stop', 'tools'], 'The server has to answer first.')

  const model = options.model || models.models?.find(({ kind }) => kind === undefined || kind === 'chat')?.id
  const target = {
    ...endpoint,
    baseUrl: models.baseUrl ?? endpoint.baseUrl,
    deadlines: { ...DEADLINES, ...endpoint.deadlines },
    retry: { retries: 0 },
  }
  const ask = (
    messages: readonly Message[],
    tools: readonly ToolDefinition[],
    more: { signal?: AbortSignal; onOutput?: () => void; maxTokens?: number } = {},
  ): Promise<Completion> =>
    requestCompletion(
      target,
      { model, messages, tools, parameters: more.maxTokens ? { maxTokens: more.maxTokens } : {} },
      {
        fetch: observed.fetch,
        memory,
        now,
        signal: more.signal ?? signal,
        onEvent: ({ type }) => type.endsWith('_delta') && more.onOutput?.(),
      },
    )

  since = now()
  const first = await ask(questions.stream, [])
  const stream = checkStream(first, observed.last(), profile)
  add('stream', { ...stream, ms: now() - since })
  if (stream.state === 'fail')
    return skip(['usage', 'reasoning', 'stop', 'tools'], 'An answer has to come first.')
  add('usage', checkUsage(first))
  add('reasoning', checkReasoning(first))

  const stop = new AbortController()
  const both = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal
  let stopped: number | undefined
  const cut = await ask(questions.stop, [], {
    signal: both,
    maxTokens: 2_000,
    onOutput() {
      stopped ??= now()
      stop.abort()
    },
  })
  add('stop', checkStop(cut, stopped === undefined ? undefined : now() - stopped, profile))

  since = now()
  add('tools', { ...checkTools(await ask(questions.tools, [weatherTool]), profile), ms: now() - since })
  return checks
}
