import { type JsonObject, compact, field, isRecord } from '@antiphon/base'
import type { ProviderSettings, ResolvedProvider } from '@antiphon/core/provider'
import {
  finishRequest,
  overlay,
  prepareRequest,
  type CompletionRequest,
  type NativeMessages,
  type ReportAdjustment,
  type RequestAddress,
  type RequestInput,
  type RequestMessage,
  type SettledEndpoint,
} from '@antiphon/core/request'

type BodyFields = ProviderSettings['body']['extra']

/** The parts of a request, prepared for any wire. A wire writes its body from them. */
export interface NativeBody {
  messages: readonly RequestMessage[]
  /** Body fields that the user and the settings add, without `tools` and `response_format`. */
  extra: BodyFields
  /** Body fields of the chosen reasoning effort. */
  thinking: BodyFields
  /** Format of the answer, from the `response_format` of chat completions. */
  format?: AnswerFormat
  report: ReportAdjustment
}

/** Any JSON, or JSON of a schema. */
type AnswerFormat =
  | { type: 'json_object' }
  | { type: 'json_schema'; name: string; schema: unknown; strict?: unknown }

interface NativeRequestOptions {
  endpoint: SettledEndpoint
  input: RequestInput
  provider: ResolvedProvider
  /** Sends answers back as they came. Absent: they are written from the message, with reasoning as the settings say. */
  answers?: NativeMessages
  /** Path under the base URL. */
  path: string
  /** Its tools have the names that the server gets. */
  writeBody(input: RequestInput, request: NativeBody): JsonObject
  /** Default: `path`, with the body as it is. */
  address?(body: JsonObject): RequestAddress
}

/** A request on another wire than chat completions: what is the same on all of these, around the body that one of them writes. */
export function buildNativeRequest(options: NativeRequestOptions): CompletionRequest {
  const { endpoint, input, provider, answers, path, writeBody } = options
  const { address = (body) => ({ path, body }) } = options
  const prepared = prepareRequest(input, provider, answers)
  const { messages, thinking, settings, report } = prepared
  const asked = { ...endpoint.extraBody, ...input.parameters?.extraBody }
  const { tools: moreTools, response_format: format, ...extra } = asked
  const written = writeBody(prepared.input, {
    messages,
    extra: { ...settings.body.extra, ...extra },
    thinking,
    format: readFormat(format, report),
    report,
  })
  if (Array.isArray(moreTools) && moreTools.length > 0)
    written.tools = [
      ...(Array.isArray(written.tools) ? (written.tools as unknown[]) : []),
      ...(moreTools as unknown[]),
    ]
  // Body fields of the user win over all others.
  return finishRequest(prepared, endpoint, overlay(compact(written), compact(extra)), address)
}

/** Reads the `response_format` of chat completions and reports it, because each wire writes it in its own fields. */
function readFormat(format: unknown, report: ReportAdjustment): AnswerFormat | undefined {
  if (format === undefined) return undefined
  const type = field(format, 'type')
  const spec = field(format, 'json_schema')
  const hasSchema = isRecord(spec) && spec.schema !== undefined
  if (type === 'json_object' || hasSchema)
    report('response_format', 'body.response_format', format, undefined)
  if (hasSchema) {
    const name = typeof spec.name === 'string' ? spec.name : 'answer'
    return { type: 'json_schema', name, schema: spec.schema, strict: spec.strict }
  }
  if (type === 'json_object') return { type }
  // Text is what comes anyway.
  if (type !== 'text') report('field_omitted', 'body.response_format', format, undefined)
  return undefined
}

/** Reports parameters that the wire has no field for. */
export function reportUnsent(parameters: object, names: readonly string[], report: ReportAdjustment): void {
  for (const name of names) {
    const value = (parameters as Record<string, unknown>)[name]
    if (value !== undefined) report('field_omitted', `parameters.${name}`, value, undefined)
  }
}

/** Keys of the tools, in order, that the wire has no place for. `type` and `function` are the shape of chat completions. */
export function reportToolKeys(
  tools: RequestInput['tools'],
  known: readonly string[],
  report: ReportAdjustment,
): void {
  tools?.forEach((tool, i) => {
    const { type: _, function: fn, ...more } = tool
    const keys = ['name', 'description', 'parameters', ...known]
    reportKeys({ ...fn, ...more }, keys, `body.tools[${i}]`, report)
  })
}

/** Keys of a part that the wire has no place for are named, not lost without a word. */
export function reportKeys(
  part: object,
  known: readonly string[],
  where: string,
  report: ReportAdjustment,
): void {
  const keys = Object.keys(part).filter((key) => !known.includes(key))
  if (keys.length > 0) report('part_keys', where, keys, undefined)
}
