import { normalizeFinishReason } from '@antiphon/core/message'
import { isRecord, numberOf, textOf, timeOf, type JsonObject, wordOf, recordOf } from '@antiphon/base'
import { findMessages, type FoundMessages } from '../shared/any-messages.js'
import { defineSession, entriesOf, restOf, usageFrom } from '@antiphon/transcripts/toolkit'
import { decodeDeep, shown } from '../shared/role-message.js'
import { readTrace, type TraceStep } from '../shared/trace.js'
import { asSpans } from './forms.js'
import { attributesOf, isOwnKey, listBelow, plainValue } from './attributes.js'

const PREFIX = 'otel-genai.'

/** Spans of requests to models: OTLP as JSON or as lines, spans as SDKs print them, attributes of a span alone. */
export const otelGenAiFormat = defineSession({
  name: 'otel-genai',
  title: 'OpenTelemetry: GenAI spans (OTLP, OpenInference, OpenLLMetry, AI SDK), log records of them',
  shapes: ['otlp', 'spans', 'attributes'],
  needs: 'spans or log records with attributes such as "gen_ai.operation.name" or "llm.input_messages"',
  sign(_, sample) {
    const found = sample.flatMap((entry) => spansOf(entry, '').slice(0, 500))
    return found.some(({ span }) => isOwn(span)) ? 'spans with attributes of GenAI' : undefined
  },
  unwrap: asSpans,
  read(value, _, open) {
    const entries = entriesOf(value)
    const isBare = entries.every(
      (entry) => isRecord(entry) && !('attributes' in entry) && !('resourceSpans' in entry),
    )
    const isExport = entries.some((entry) => listAt(entry, 'resourceSpans', 'resource_spans').length > 0)
    const shape = isExport ? 'otlp' : isBare ? 'attributes' : 'spans'
    const others: JsonObject = {}
    const spans = entries.flatMap((entry, at): Span[] => {
      const found = isRecord(entry) ? spansOf(entry, entries.length > 1 ? `[${at}]` : '') : []
      if (found.length === 0) others[at] = entry
      return found
    })
    const fields: JsonObject = {}
    if (isExport) fields.resources = resourcesOf(entries)
    if (Object.keys(others).length > 0) fields.others = others
    return readTrace(
      spans.map(({ span, where }, at) => stepOf(span, where || `[${at}]`, at)),
      { open: () => open(shape), fields },
    )
  },
})

interface Span {
  span: JsonObject
  where: string
}

const isOwn = (span: JsonObject): boolean =>
  Object.keys(attributesOf(span.attributes)).some(isOwnKey) ||
  eventsOf(span).some(({ name }) => wordOf(name).startsWith('gen_ai.'))

const eventsOf = ({ events }: JsonObject): JsonObject[] =>
  Array.isArray(events) ? (events as unknown[]).filter(isRecord) : []

const listAt = (value: unknown, ...names: readonly string[]): unknown[] => {
  if (!isRecord(value)) return []
  const found = names.map((name) => value[name]).find(Array.isArray)
  return (found as unknown[] | undefined) ?? []
}

/** The spans of an entry: those of an export, a span, or attributes alone. */
function spansOf(entry: JsonObject, where: string): Span[] {
  const resources = listAt(entry, 'resourceSpans', 'resource_spans')
  if (resources.length > 0) {
    return resources.flatMap((resource, i) =>
      listAt(resource, 'scopeSpans', 'scope_spans', 'instrumentationLibrarySpans').flatMap((scope, k) =>
        listAt(scope, 'spans').flatMap((span, n) =>
          isRecord(span) ? [{ span, where: `${where}resourceSpans[${i}].scopeSpans[${k}].spans[${n}]` }] : [],
        ),
      ),
    )
  }
  if (typeof entry.name === 'string' && entry.attributes !== undefined) return [{ span: entry, where }]
  const keys = Object.keys(entry)
  const isBare = keys.filter(isOwnKey).length >= 2 && keys.some((key) => key.includes('.'))
  return isBare ? [{ span: { attributes: entry }, where }] : []
}

/** The fields around the spans. */
const resourcesOf = (entries: readonly unknown[]): unknown[] =>
  entries.flatMap((entry) =>
    listAt(entry, 'resourceSpans', 'resource_spans').map((resource) => {
      const scopes = listAt(resource, 'scopeSpans', 'scope_spans', 'instrumentationLibrarySpans')
      const rest = isRecord(resource) ? restOf('', resource, 'scopeSpans', 'scope_spans') : {}
      return {
        ...rest,
        scopes: scopes.map((scope) => (isRecord(scope) ? restOf('', scope, 'spans') : scope)),
      }
    }),
  )

const nanoTime = (value: unknown): number | undefined => {
  if (Array.isArray(value)) return timeOf(Number(value[0]) * 1000 + Number(value[1]) / 1e6)
  const number = typeof value === 'string' && /^\d{15,}$/.test(value) ? Number(value) : value
  return typeof number === 'number' && number > 1e14 ? Math.round(number / 1e6) : timeOf(number)
}

/** Attributes that are read into messages. */
const SAID =
  /^(?:gen_ai\.(?:input\.messages|output\.messages|system_instructions|prompt|completion)\b|llm\.(?:input|output)_messages\.|ai\.(?:prompt|response)\.|(?:input|output)(?:\.value)?$|gen_ai\.tool\.(?:call\.(?:arguments|result)|name)$|ai\.toolCall\.)/

/** Attributes outside of messages, unchanged, and the names of those in messages. */
function unreadOf(attributes: unknown): JsonObject {
  const isRead = (key: string): boolean => SAID.test(key) && !key.endsWith('.role')
  if (!Array.isArray(attributes)) {
    const entries = Object.entries(attributesOf(attributes)).filter(([key]) => !isRead(key))
    return { [`${PREFIX}attributes`]: entries.length > 0 ? Object.fromEntries(entries) : undefined }
  }
  const keyOf = (entry: unknown): string => (isRecord(entry) ? wordOf(entry.key) : '')
  const list = attributes as unknown[]
  return {
    [`${PREFIX}attributes`]: list.filter((entry) => !isRead(keyOf(entry))),
    [`${PREFIX}read`]: list.map(keyOf).filter(isRead),
  }
}

function stepOf(span: JsonObject, where: string, at: number): TraceStep {
  const context = isRecord(span.context) ? span.context : span
  const attributes = attributesOf(span.attributes)
  const operation = wordOf(attributes['gen_ai.operation.name'])
  const kind = wordOf(
    attributes['openinference.span.kind'] ?? attributes['traceloop.span.kind'],
  ).toLowerCase()
  const isTool =
    operation === 'execute_tool' || kind === 'tool' || attributes['ai.toolCall.name'] !== undefined || false
  const isChat = /^(?:chat|text_completion|generate_content)$/.test(operation) || kind === 'llm'
  const { input, output } = saidBy(span, attributes)
  const says = input !== undefined || output !== undefined
  const isModel =
    isChat ||
    (operation === '' &&
      says &&
      (attributes['gen_ai.request.model'] ?? attributes['ai.model.id']) !== undefined)
  const status = recordOf(span.status)
  const failure = eventsOf(span).find(({ name }) => name === 'exception')
  const failed =
    status.code === 2 || /ERROR/i.test(wordOf(status.code ?? status.status_code)) || failure !== undefined
  const thrown = attributesOf(failure?.attributes)
  const error = failed
    ? (textOf(status.message) ??
      textOf(status.description) ??
      textOf(thrown['exception.message']) ??
      textOf(attributes['error.type']) ??
      'The request failed.')
    : undefined
  const reasons = decodeDeep(
    attributes['gen_ai.response.finish_reasons'] ?? attributes['ai.response.finishReason'],
  )
  const reason = textOf(Array.isArray(reasons) ? reasons[0] : reasons)
  const called =
    output?.messages.some((one) => one.role === 'assistant' && one.tool_calls !== undefined) === true
  return {
    id: textOf(context.spanId) ?? textOf(context.span_id) ?? textOf(span.span_id) ?? `span ${at}`,
    parent:
      textOf(span.parentSpanId) ??
      textOf(span.parent_span_id) ??
      textOf(span.parent_id) ??
      textOf(span.parentId),
    kind: isTool ? 'tool' : isModel ? 'chat' : 'other',
    name: `span ${operation || kind || 'of another kind'}`,
    start: nanoTime(span.startTimeUnixNano ?? span.start_time_unix_nano ?? span.start_time ?? span.startTime),
    end: nanoTime(span.endTimeUnixNano ?? span.end_time_unix_nano ?? span.end_time ?? span.endTime),
    input,
    output,
    model:
      textOf(attributes['gen_ai.response.model']) ??
      textOf(attributes['gen_ai.request.model']) ??
      textOf(attributes['llm.model_name']) ??
      textOf(attributes['ai.model.id']),
    usage: usageFrom({
      input: numeric(
        attributes,
        'gen_ai.usage.input_tokens',
        'gen_ai.usage.prompt_tokens',
        'llm.token_count.prompt',
        'ai.usage.promptTokens',
      ),
      output: numeric(
        attributes,
        'gen_ai.usage.output_tokens',
        'gen_ai.usage.completion_tokens',
        'llm.token_count.completion',
        'ai.usage.completionTokens',
      ),
      total: numeric(attributes, 'llm.usage.total_tokens', 'llm.token_count.total'),
      cached: numeric(
        attributes,
        'gen_ai.usage.cache_read.input_tokens',
        'gen_ai.usage.cache_read_input_tokens',
      ),
      cacheWrite: numeric(
        attributes,
        'gen_ai.usage.cache_creation.input_tokens',
        'gen_ai.usage.cache_creation_input_tokens',
      ),
      reasoning: numeric(
        attributes,
        'gen_ai.usage.reasoning_tokens',
        'llm.token_count.completion_details.reasoning',
      ),
    }),
    finishReason: reason === undefined ? undefined : normalizeFinishReason(reason, called),
    finishReasonRaw: reason,
    error,
    ...(isTool && { tool: toolOf(attributes) }),
    prefix: PREFIX,
    notes: {
      ...restOf(PREFIX, span, 'attributes', 'context', 'spanId', 'span_id', 'parentSpanId'),
      ...unreadOf(span.attributes),
      [`${PREFIX}context`]: isRecord(span.context) ? span.context : undefined,
      [`${PREFIX}said`]: isTool || isModel ? unsaidOf(attributes) : undefined,
    },
    where,
    entry: span,
  }
}

function numeric(attributes: JsonObject, ...keys: readonly string[]): number | undefined {
  for (const key of keys) {
    const found = numberOf(typeof attributes[key] === 'string' ? Number(attributes[key]) : attributes[key])
    if (found !== undefined) return found
  }
  return undefined
}

/** Copies of the messages under further names are kept as they came. */
function unsaidOf(attributes: JsonObject): JsonObject | undefined {
  const copies = ['input', 'output', 'input.value', 'output.value'].filter(
    (key) => attributes[key] !== undefined,
  )
  return copies.length > 0 ? Object.fromEntries(copies.map((key) => [key, attributes[key]])) : undefined
}

function toolOf(attributes: JsonObject): NonNullable<TraceStep['tool']> {
  const pick = (...keys: readonly string[]): unknown =>
    keys.map((key) => attributes[key]).find((one) => one !== undefined)
  const result = pick(
    'gen_ai.tool.call.result',
    'ai.toolCall.result',
    'output.value',
    'output',
    'traceloop.entity.output',
  )
  const name = wordOf(pick('gen_ai.tool.name', 'ai.toolCall.name', 'tool.name', 'traceloop.entity.name'))
  return {
    id: textOf(pick('gen_ai.tool.call.id', 'ai.toolCall.id', 'tool_call.id')),
    name,
    input:
      pick(
        'gen_ai.tool.call.arguments',
        'ai.toolCall.args',
        'input.value',
        'input',
        'traceloop.entity.input',
      ) ?? {},
    result: { role: 'tool', tool_call_id: '', content: shown(result, PREFIX) },
  }
}

type Said = { input?: FoundMessages | undefined; output?: FoundMessages | undefined }

/** The content of a span, by the names of all conventions. */
function saidBy(span: JsonObject, attributes: JsonObject): Said {
  const find = (value: unknown, speaker?: 'user' | 'assistant') =>
    value === undefined ? undefined : findMessages(value, PREFIX, speaker)
  const told = fromEvents(span)
  const system = decodeDeep(attributes['gen_ai.system_instructions'])
  const input =
    find(attributes['gen_ai.input.messages']) ??
    find(listBelow(attributes, 'llm.input_messages')) ??
    find(listBelow(attributes, 'gen_ai.prompt')) ??
    find(attributes['ai.prompt.messages']) ??
    find(attributes['pydantic_ai.all_messages'] ?? attributes.all_messages_events) ??
    find(attributes['gen_ai.prompt'] ?? attributes['ai.prompt'], 'user') ??
    told.input
  const words = compactText(system)
  const output =
    find(attributes['gen_ai.output.messages'], 'assistant') ??
    find(listBelow(attributes, 'llm.output_messages'), 'assistant') ??
    find(listBelow(attributes, 'gen_ai.completion'), 'assistant') ??
    ofSdk(attributes) ??
    find(attributes['gen_ai.completion'], 'assistant') ??
    told.output
  const hasSystem = input?.messages.some(({ role }) => role === 'system') === true
  if (words === undefined || hasSystem) return { input, output }
  const messages = [{ role: 'system' as const, content: words }, ...(input?.messages ?? [])]
  return { input: { messages, rest: input?.rest }, output }
}

/** Instructions as a text, or as the text parts they are written as. */
function compactText(value: unknown): string | undefined {
  if (typeof value === 'string') return textOf(value)
  if (!Array.isArray(value)) return undefined
  const texts = (value as unknown[]).flatMap((part) =>
    isRecord(part) ? (textOf(part.content) ?? textOf(part.text) ?? []) : (textOf(part) ?? []),
  )
  return texts.length > 0 ? texts.join('\n\n') : undefined
}

/** The AI SDK writes the text of an answer and its calls apart. */
function ofSdk(attributes: JsonObject): FoundMessages | undefined {
  const text = attributes['ai.response.text'] ?? attributes['ai.response.object']
  const calls = decodeDeep(attributes['ai.response.toolCalls'])
  if (text === undefined && !Array.isArray(calls)) return undefined
  const reasoning = attributes['ai.response.reasoning']
  return findMessages(
    [{ role: 'assistant', content: textOf(text) ?? [], tool_calls: calls, reasoning }],
    PREFIX,
  )
}

const EVENT = /^gen_ai\.(system|user|assistant|tool|choice)(?:\.message)?$/

/** Messages as separate events of the span. */
function fromEvents(span: JsonObject): Said {
  const input: unknown[] = []
  const output: unknown[] = []
  for (const event of eventsOf(span)) {
    const attributes = attributesOf(event.attributes)
    const body = plainValue(event.body)
    const whole: JsonObject = { ...attributes, ...(isRecord(body) && body) }
    const kind = EVENT.exec(wordOf(event.name))?.[1]
    if (kind === 'choice')
      output.push(isRecord(decodeDeep(whole.message)) ? decodeDeep(whole.message) : whole)
    else if (kind !== undefined)
      input.push({ role: kind, ...whole, tool_calls: decodeDeep(whole.tool_calls), tool_call_id: whole.id })
    else if (event.name === 'gen_ai.content.prompt')
      input.push({ role: 'user', content: attributes['gen_ai.prompt'] })
    else if (event.name === 'gen_ai.content.completion')
      output.push({ role: 'assistant', content: attributes['gen_ai.completion'] })
  }
  return {
    input: input.length > 0 ? findMessages(input, PREFIX) : undefined,
    output:
      output.length > 0
        ? findMessages(
            output.map((one) => ({ role: 'assistant', ...(one as JsonObject) })),
            PREFIX,
          )
        : undefined,
  }
}
