import { isRecord, textOf, type JsonObject, wordOf } from '@antiphon/base'
import type { Unwrapped } from '@antiphon/transcripts/toolkit'
import { attributesOf, isOwnKey, plainValue } from './attributes.js'

/** A record that the instrumentation of a request to a model wrote. */
const OWN_EVENT = /^gen_ai\./

/**
 * Log records as spans: the conventions write each message of a request as a record of its own, below the id of its span.
 * An export (`resourceLogs`), lines of exports, and records as SDKs print them. Undefined where no record is of GenAI.
 */
export function spansOfLogs(value: unknown): Unwrapped | undefined {
  const entries: readonly unknown[] = Array.isArray(value) ? (value as unknown[]) : [value]
  const records = entries.flatMap(recordsOf)
  if (!records.some(isOwnRecord)) return undefined
  const spans = new Map<string, JsonObject>()
  const others: unknown[] = []
  // Records without a span follow one another; a choice ends their request.
  let loose = 0
  for (const record of records) {
    if (!isRecord(record) || !isOwnRecord(record)) {
      others.push(record)
      continue
    }
    const trace = textOf(record.traceId) ?? textOf(record.trace_id)
    const id = textOf(record.spanId) ?? textOf(record.span_id)
    const key = id === undefined ? `loose ${loose}` : `${trace} ${id}`
    spans.set(key, withRecord(spans.get(key), record, { traceId: trace, spanId: id ?? key }))
    if (id === undefined && nameOf(record) === 'gen_ai.choice') loose++
  }
  const around: JsonObject = {}
  if (others.length > 0) around.logs = others
  const resources = entries.flatMap(resourcesOf)
  if (resources.length > 0) around.resources = resources
  return { value: [...spans.values()], around }
}

const listAt = (value: unknown, ...names: readonly string[]): unknown[] =>
  isRecord(value) ? ((names.map((name) => value[name]).find(Array.isArray) as unknown[]) ?? []) : []

const exportsOf = (entry: unknown): unknown[] => listAt(entry, 'resourceLogs', 'resource_logs')
const scopesOf = (resource: unknown): unknown[] => listAt(resource, 'scopeLogs', 'scope_logs')

function recordsOf(entry: unknown): unknown[] {
  const resources = exportsOf(entry)
  if (resources.length === 0) return isRecord(entry) && !('resourceSpans' in entry) ? [entry] : []
  return resources.flatMap((resource) =>
    scopesOf(resource).flatMap((scope) => listAt(scope, 'logRecords', 'log_records')),
  )
}

/** The resources that the records belong to. */
const resourcesOf = (entry: unknown): unknown[] =>
  exportsOf(entry).flatMap((resource) => (isRecord(resource) ? (resource.resource ?? []) : []))

const nameOf = (record: JsonObject): string =>
  textOf(record.eventName) ??
  textOf(record.event_name) ??
  wordOf(attributesOf(record.attributes)['event.name'])

/** A span has an end, or events; a record has a body or says the name of its event. */
const isOwnRecord = (record: unknown): record is JsonObject =>
  isRecord(record) &&
  !('events' in record) &&
  (OWN_EVENT.test(nameOf(record)) ||
    ('body' in record && Object.keys(attributesOf(record.attributes)).some(isOwnKey)))

/** Events that hold one message each. Others have what the attributes of a span have. */
const MESSAGE_EVENT =
  /^gen_ai\.(?:(?:system|user|assistant|tool)\.message|choice|content\.(?:prompt|completion))$/

function withRecord(span: JsonObject | undefined, record: JsonObject, ids: JsonObject): JsonObject {
  const { attributes, ...rest } = record
  const at =
    textOf(record.timeUnixNano) ?? record.time_unix_nano ?? record.observedTimeUnixNano ?? record.timestamp
  const name = nameOf(record)
  const isMessage = MESSAGE_EVENT.test(name)
  const body = plainValue(record.body)
  const said = !isMessage && isRecord(body) && Object.keys(body).some(isOwnKey) ? listOf(body) : []
  const before = (span?.attributes as unknown[] | undefined) ?? listOf({ 'gen_ai.operation.name': 'chat' })
  return {
    name: 'chat',
    ...ids,
    startTimeUnixNano: span?.startTimeUnixNano ?? at,
    endTimeUnixNano: at,
    attributes: [...before, ...(isMessage ? [] : listOf(attributes)), ...said],
    events: [
      ...((span?.events as unknown[] | undefined) ?? []),
      { ...rest, name, ...(isMessage && { attributes }) },
    ],
  }
}

/** Attributes as OTLP has them: the values stay as they came. */
const listOf = (attributes: unknown): unknown[] =>
  Array.isArray(attributes)
    ? (attributes as unknown[])
    : isRecord(attributes)
      ? Object.entries(attributes).map(([key, value]) => ({ key, value }))
      : []
