import { compact, isRecord } from '@antiphon/base'
import { resolveProvider } from '../resolve.js'
import type { BodyFields, BodyPolicy, ResolvedProvider } from '../types.js'
import { prefillFields } from './continue-answer.js'
import { finishRequest, prepareRequest, type PreparedRequest } from './prepare-request.js'
import type {
  CompletionRequest,
  ReportAdjustment,
  RequestInput,
  RequestMessage,
  RequestParameters,
  SettledEndpoint,
} from './types.js'

/**
 * The body of a request, with only the fields that were set (docs/wire 1.1). Later layers win: fields of the family, fields
 * for the wish about thinking, the named fields, `extraBody`.
 */
function requestBody(
  { input, messages, thinking, report }: PreparedRequest,
  policy: BodyPolicy,
  extraBody: BodyFields | undefined,
): BodyFields {
  const { model, tools, parameters = {}, stream = true } = input
  const core = compact({ model, messages, stream })
  return {
    ...core,
    ...overlay(policy.extra, thinking),
    ...core,
    ...compact({
      stream_options: stream && policy.includeUsage ? { include_usage: true } : undefined,
      tools: sentTools(tools, messages, policy),
      temperature: parameters.temperature,
      top_p: parameters.topP,
      [policy.maxTokensField]: parameters.maxTokens,
      stop: parameters.stop,
      seed: parameters.seed,
      tool_choice: toolChoice(parameters.toolChoice, policy, report),
      parallel_tool_calls: parameters.parallelToolCalls,
    }),
    ...compact(extraBody ?? {}),
    ...compact(parameters.extraBody ?? {}),
  }
}

/** None is better than an empty list, which is refused by many; LiteLLM wants one when the thread has calls. */
function sentTools(
  tools: RequestInput['tools'],
  messages: readonly RequestMessage[],
  { emptyTools }: BodyPolicy,
): RequestInput['tools'] {
  if (tools?.length) return tools
  const needed = emptyTools === 'withHistory' && messages.some(({ role }) => role === 'tool')
  return needed ? [] : undefined
}

function toolChoice(
  choice: RequestParameters['toolChoice'],
  { requiredToolChoice }: BodyPolicy,
  report: ReportAdjustment,
): unknown {
  if (choice === undefined || choice === 'auto') return undefined
  if (typeof choice === 'object') return { type: 'function', function: { name: choice.name } }
  if (choice !== 'required' || requiredToolChoice !== 'omit') {
    return choice === 'required' ? requiredToolChoice : choice
  }
  report('tool_choice', 'body.tool_choice', choice, undefined)
  return undefined
}

/** `over` on top of `base`. An object that both have is merged field by field. */
export function overlay(base: BodyFields, over: BodyFields): BodyFields {
  const joined = Object.entries(over).map(([key, value]): [string, unknown] => {
    const below = Object.hasOwn(base, key) ? base[key] : undefined
    return [key, isRecord(below) && isRecord(value) ? overlay(below, value) : value]
  })
  return { ...base, ...Object.fromEntries(joined) }
}

/**
 * Builds the request for a thread. Writes only named fields, and only those that were set: strict servers answer one
 * unknown key with 400.
 *
 * @throws TypeError when `baseUrl` is not a URL.
 * @throws ChatError of kind `invalid_request` when the thread ends with an answer and nothing says to continue it, or when
 * a setting cannot be used.
 */
export function buildRequest(
  endpoint: SettledEndpoint,
  input: RequestInput,
  provider: ResolvedProvider = resolveProvider(endpoint, input.model),
): CompletionRequest {
  const prepared = prepareRequest(input, provider)
  const more = prefillFields(prepared.messages, prepared.policy)
  const body = requestBody(prepared, provider.settings.body, { ...more, ...endpoint.extraBody })
  return finishRequest(prepared, endpoint, body)
}
