import type { JsonObject } from '../../lib/json.js'
import { compact, field, isRecord } from '../../lib/json.js'
import { prepareContinuation } from '../request/continue-answer.js'
import {
  checkEnding,
  checkPattern,
  collectAdjustments,
  overlay,
  withQuery,
  type CompletionRequest,
  type RequestInput,
} from '../request/build-request.js'
import { endpointUrl, requestHeaders } from '../request/endpoint.js'
import type { NativeMessages } from '../request/kept-answer.js'
import { prepareRequestMessages } from '../request/messages.js'
import { thinkingFields } from '../request/reasoning.js'
import type { ReportAdjustment, RequestMessage, SettledEndpoint } from '../request/types.js'
import type { BodyFields, ResolvedProvider } from '../types.js'

/** What a wire writes of a request. */
export interface NativeBody {
  messages: readonly RequestMessage[]
  /** What of it the user and the settings add, `tools` and `response_format` taken out. */
  extra: BodyFields
  /** What the wish about thinking is called. */
  thinking: BodyFields
  /** A JSON schema that the answer shall have, from the `response_format` of chat completions. */
  schema?: { name: string; schema: unknown; strict?: unknown }
  report: ReportAdjustment
}

export interface NativeRequestOptions extends NativeMessages {
  endpoint: SettledEndpoint
  input: RequestInput
  provider: ResolvedProvider
  /** Default path under the base URL. */
  path: string
  /** May the thread end with an answer (one that paused)? */
  writeBody(request: NativeBody): JsonObject
}

/** The part of a request that is the same on every wire but chat completions: messages in order, the settings, address and headers. */
export function buildNativeRequest(options: NativeRequestOptions): CompletionRequest {
  const { endpoint, input, provider, path, writeBody } = options
  const { settings } = provider
  const { list: adjustments, report } = collectAdjustments()
  const policy = { model: input.model, provider: provider.id, ...settings.messages }
  checkPattern(policy.callIdPattern)
  const messages =
    input.continueWith === undefined
      ? prepareRequestMessages(input.messages, policy, report, false, options)
      : prepareContinuation(input.messages, input.continueWith, policy, report, options)
  checkEnding(messages, input.prefill ?? input.continueWith !== undefined)
  const { parameters = {} } = input
  const asked = { ...endpoint.extraBody, ...parameters.extraBody }
  const { tools: moreTools, response_format: format, ...extra } = asked
  const schema = readSchema(format, report)
  const written = writeBody({
    messages,
    extra: { ...settings.body.extra, ...extra },
    thinking: thinkingFields(parameters.reasoningEffort, settings.body.thinking, report),
    schema,
    report,
  })
  if (Array.isArray(moreTools) && moreTools.length > 0)
    written.tools = [
      ...(Array.isArray(written.tools) ? (written.tools as unknown[]) : []),
      ...(moreTools as unknown[]),
    ]
  const body = Object.fromEntries(
    // What the user wrote comes over all.
    Object.entries(overlay(compact(written), compact(extra))).filter(([key, value]) => {
      const isOmitted = settings.body.omit.includes(key)
      if (isOmitted) report('field_omitted', `body.${key}`, value, undefined)
      return !isOmitted
    }),
  )
  return {
    url: withQuery(endpointUrl(endpoint.baseUrl, endpoint.path ?? path), endpoint.extraQuery),
    headers: requestHeaders(endpoint, settings.headers),
    body,
    adjustments,
  }
}

/** A schema in the words of chat completions is written in those of the wire. */
function readSchema(format: unknown, report: ReportAdjustment): NativeBody['schema'] {
  if (format === undefined) return undefined
  const spec = field(format, 'json_schema')
  if (isRecord(spec) && spec.schema !== undefined) {
    report('response_format', 'body.response_format', format, undefined)
    return {
      name: typeof spec.name === 'string' ? spec.name : 'answer',
      schema: spec.schema,
      strict: spec.strict,
    }
  }
  report('field_omitted', 'body.response_format', format, undefined)
  return undefined
}

/** Reports parameters that the wire has no field for. */
export function reportUnsent(parameters: object, names: readonly string[], report: ReportAdjustment): void {
  for (const name of names) {
    const value = (parameters as Record<string, unknown>)[name]
    if (value !== undefined) report('field_omitted', `parameters.${name}`, value, undefined)
  }
}
