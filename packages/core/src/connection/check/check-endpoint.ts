import type { Completion } from '../../accumulate/types.js'
import { detectProfile } from '../../providers/detect-profile.js'
import { resolveBaseUrl } from '../../request/endpoint-url.js'
import type { EndpointConfig, ToolDefinition } from '../../request/request-types.js'
import type { Message } from '../../message/types.js'
import { requestCompletion } from '../request-completion.js'
import {
  checkReasoning,
  checkStop,
  checkStream,
  checkTools,
  checkUsage,
  questions,
  weatherTool,
} from './check-answers.js'
import { checkCors, checkModels } from './check-models.js'
import type { CheckEndpointOptions, CheckName, EndpointCheck } from './check-types.js'
import { observeFetch } from './observe-fetch.js'

/** Longest waits, in ms: somebody looks on. A local server may have to load a model first. */
const DEADLINES = { connect: 60_000, firstToken: 90_000, idle: 30_000, total: 120_000 }

/**
 * Tries what a chat needs of an endpoint, one thing after the other, and says of each what was seen and, where it does not
 * work, the exact thing to change. Makes at most two requests for the list of models and three short ones to the model.
 * Never rejects for what an endpoint did; what it refuses is remembered, so that the chats of the page leave it out too.
 *
 * @throws TypeError when the base URL is no web address.
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
