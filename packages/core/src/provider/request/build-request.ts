import { ChatError } from '../../errors/chat-error.js'
import { isRecord, safeStringify } from '@antiphon/base'
import { resolveProvider } from '../resolve.js'
import type { BodyFields, BodyPolicy, ResolvedProvider } from '../types.js'
import { prefillFields, prepareContinuation } from './continue-answer.js'
import { endpointUrl, requestHeaders } from './endpoint.js'
import { prepareRequestMessages } from './messages.js'
import { thinkingFields } from './reasoning.js'
import { nameTools } from './tool-names.js'
import type {
  Adjustment,
  CompletionRequest,
  ReportAdjustment,
  RequestInput,
  RequestMessage,
  RequestParameters,
  RequestPolicy,
  SettledEndpoint,
} from './types.js'
import { makeWholeText } from './well-formed.js'

/** Reports of one rule. A long thread breaks the same rule in each request, and the list is kept with each answer. */
const MAX_PER_RULE = 20
const MAX_LENGTH = 200

/** Collects reports in a list that is small enough to be kept: long values are cut, and repeats are counted. */
export function collectAdjustments(): { list: Adjustment[]; report: ReportAdjustment } {
  const list: Adjustment[] = []
  const counts = new Map<string, { seen: number; rest?: Adjustment }>()
  const report: ReportAdjustment = (rule, where, before, after) => {
    const count = counts.get(rule) ?? { seen: 0 }
    counts.set(rule, count)
    if (++count.seen <= MAX_PER_RULE) list.push({ rule, where, before: brief(before), after: brief(after) })
    else {
      if (!count.rest) list.push((count.rest = { rule, where, before: undefined, after: undefined }))
      count.rest.where = `and ${count.seen - MAX_PER_RULE} more`
    }
  }
  return { list, report }
}

function brief(value: unknown): unknown {
  if (typeof value !== 'string' && (typeof value !== 'object' || value === null)) return value
  const text = typeof value === 'string' ? value : safeStringify(value)
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : value
}

/**
 * The body of a request, with only the fields that were set (docs/wire 1.1). Later layers win: fields of the family, fields
 * for the wish about thinking, the named fields, `extraBody`. Fields that the policy omits are removed last, because the
 * server would refuse the whole request.
 */
function requestBody(
  { model, tools, parameters = {}, stream = true }: RequestInput,
  messages: readonly RequestMessage[],
  policy: BodyPolicy,
  extraBody: BodyFields | undefined,
  report: ReportAdjustment,
): BodyFields {
  const core = defined({ model, messages, stream })
  const body: BodyFields = {
    ...core,
    ...overlay(policy.extra, thinkingFields(parameters.reasoningEffort, policy.thinking, report)),
    ...core,
    ...defined({
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
    ...defined(extraBody),
    ...defined(parameters.extraBody),
  }
  return Object.fromEntries(
    Object.entries(body).filter(([key, value]) => {
      const isOmitted = policy.omit.includes(key)
      if (isOmitted) report('field_omitted', `body.${key}`, value, undefined)
      return !isOmitted
    }),
  )
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

function defined(fields: BodyFields = {}): BodyFields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
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
  const { settings } = provider
  const { list: adjustments, report } = collectAdjustments()
  const { reasoningFields } = settings.response
  const policy = {
    model: input.model,
    provider: provider.id,
    reasoningFields,
    toolNames: input.tools?.map(({ function: { name } }) => name),
    ...settings.messages,
  }
  checkPatterns(policy)
  const { toolNames, ...named } = nameTools(input, policy, report)
  const messages =
    input.continueWith === undefined
      ? prepareRequestMessages(input.messages, policy, report)
      : prepareContinuation(input.messages, input.continueWith, policy, report)
  checkEnding(messages, input.prefill ?? (policy.prefill ?? 'none') !== 'none')
  const more = prefillFields(messages, policy)
  const body: BodyFields = requestBody(
    { ...input, ...named },
    messages,
    settings.body,
    { ...more, ...endpoint.extraBody },
    report,
  )
  return {
    url: withQuery(endpointUrl(endpoint.baseUrl, endpoint.path ?? 'chat/completions'), endpoint.extraQuery),
    headers: requestHeaders(endpoint, settings.headers),
    body: makeWholeText(body, policy, report),
    adjustments,
    ...(toolNames && { toolNames }),
  }
}

/** The user may have typed them into a form. */
export function checkPatterns(policy: RequestPolicy): void {
  for (const key of ['callIdPattern', 'toolNamePattern'] as const)
    try {
      RegExp(policy[key] ?? '')
    } catch (cause) {
      const message = `The setting ${key} is not a regular expression: ${String(cause)}. Mistral's ids are [A-Za-z0-9]{9}.`
      throw new ChatError({ kind: 'invalid_request', message }, { cause })
    }
}

/** Servers read an answer at the end in different ways: as a beginning to go on from, as an error, or not at all. */
export function checkEnding(messages: readonly RequestMessage[], mayContinue: boolean): void {
  if (mayContinue || messages.at(-1)?.role !== 'assistant') return
  throw new ChatError({
    kind: 'invalid_request',
    message:
      'The thread ends with an answer, so there is nothing to answer. Add a user message or leave the last answer out; to have it continued, set prefill.',
  })
}

export function withQuery(address: string, query: SettledEndpoint['extraQuery'] = {}): string {
  const url = new URL(address)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url.href
}
