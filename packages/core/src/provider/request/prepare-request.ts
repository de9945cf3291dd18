import { type JsonObject, safeStringify } from '@antiphon/base'
import { ChatError } from '../../errors/chat-error.js'
import type { BodyFields, ProviderSettings, ResolvedProvider } from '../types.js'
import { prepareContinuation } from './continue-answer.js'
import { endpointUrl, requestHeaders } from './endpoint.js'
import type { NativeMessages } from './kept-answer.js'
import { prepareRequestMessages } from './messages.js'
import { thinkingFields } from './reasoning.js'
import { nameTools } from './tool-names.js'
import type {
  Adjustment,
  CompletionRequest,
  ReportAdjustment,
  RequestInput,
  RequestMessage,
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

/** The parts of a request that are the same on every wire. A wire writes its body from them. */
export interface PreparedRequest {
  /** As it was given, but its tools have the names that the server gets. */
  input: RequestInput
  messages: readonly RequestMessage[]
  /** Body fields of the chosen reasoning effort. */
  thinking: BodyFields
  policy: RequestPolicy
  settings: ProviderSettings
  report: ReportAdjustment
  /** Everything that was reported, also later. */
  adjustments: Adjustment[]
  toolNames?: ReadonlyMap<string, string>
}

/**
 * Prepares the messages, the tools and the settings of a request.
 *
 * @param answers for another wire than chat completions: how answers go back as they came. Absent: they are written from the message.
 * @throws ChatError of kind `invalid_request` when the thread ends with an answer and nothing says to continue it, or when
 * a setting cannot be used.
 */
export function prepareRequest(
  input: RequestInput,
  { id, settings }: ResolvedProvider,
  answers?: NativeMessages,
): PreparedRequest {
  const { list: adjustments, report } = collectAdjustments()
  const policy: RequestPolicy = {
    model: input.model,
    provider: id,
    reasoningFields: settings.response.reasoningFields,
    toolNames: input.tools?.map(({ function: { name } }) => name),
    ...settings.messages,
  }
  checkPatterns(policy)
  const { toolNames, ...named } = nameTools(input, policy, report)
  const messages =
    input.continueWith === undefined
      ? prepareRequestMessages(input.messages, policy, report, false, answers)
      : prepareContinuation(input.messages, input.continueWith, policy, report, answers)
  const goesOn = input.continueWith !== undefined || (policy.prefill ?? 'none') !== 'none'
  checkEnding(messages, input.prefill ?? goesOn)
  const thinking = thinkingFields(input.parameters?.reasoningEffort, settings.body.thinking, report)
  return {
    input: { ...input, ...named },
    messages,
    thinking,
    policy,
    settings,
    report,
    adjustments,
    toolNames,
  }
}

/** Where a body goes: the path under the base URL, the query, and the body without the fields that moved to the URL. */
export interface RequestAddress {
  path: string
  query?: Readonly<Record<string, string>>
  body: JsonObject
}

/**
 * The request for a body: without the fields that the server refuses, because it would refuse the whole request, and with address and
 * headers.
 *
 * @param addressOf default: the path of chat completions, with the body as it is.
 */
export function finishRequest(
  { policy, settings, report, adjustments, toolNames }: PreparedRequest,
  endpoint: SettledEndpoint,
  body: BodyFields,
  addressOf: (body: JsonObject) => RequestAddress = (whole) => ({ path: 'chat/completions', body: whole }),
): CompletionRequest {
  const allowed = Object.fromEntries(
    Object.entries(body).filter(([key, value]) => {
      const isOmitted = settings.body.omit.includes(key)
      if (isOmitted) report('field_omitted', `body.${key}`, value, undefined)
      return !isOmitted
    }),
  )
  const sent = addressOf(makeWholeText(allowed, policy, report))
  const url = endpointUrl(endpoint.baseUrl, endpoint.path ?? sent.path)
  return {
    url: withQuery(url, { ...sent.query, ...endpoint.extraQuery }),
    headers: requestHeaders(endpoint, settings.headers),
    body: sent.body,
    adjustments,
    ...(toolNames && { toolNames }),
  }
}

/** The user may have typed them into a form. */
function checkPatterns(policy: RequestPolicy): void {
  for (const key of ['callIdPattern', 'toolNamePattern'] as const)
    try {
      RegExp(policy[key] ?? '')
    } catch (cause) {
      const message = `The setting ${key} is not a regular expression: ${String(cause)}. Mistral's ids are [A-Za-z0-9]{9}.`
      throw new ChatError({ kind: 'invalid_request', message }, { cause })
    }
}

/** Servers read an answer at the end in different ways: as a beginning to go on from, as an error, or not at all. */
function checkEnding(messages: readonly RequestMessage[], mayContinue: boolean): void {
  if (mayContinue || messages.at(-1)?.role !== 'assistant') return
  throw new ChatError({
    kind: 'invalid_request',
    message:
      'The thread ends with an answer, so there is nothing to answer. Add a user message or leave the last answer out; to have it continued, set prefill.',
  })
}

function withQuery(address: string, query: SettledEndpoint['extraQuery'] = {}): string {
  const url = new URL(address)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url.href
}
