import { isRecord, numberOf, textOf, type JsonObject } from '@antiphon/base'
import { eachEntry, listUnder, type Unwrapped } from '@antiphon/transcripts/toolkit'
import { spansOfLogs } from './logs.js'

/** Spans as Tempo, Jaeger and Zipkin give them, and log records of requests, in the form of an export or of spans. */
export function asSpans(value: unknown): Unwrapped | undefined {
  if (isRecord(value) && isRecord(value.trace)) {
    const { trace, ...around } = value
    return { value: asSpans(trace)?.value ?? trace, around }
  }
  const tempo = listUnder(value, 'batches')
  if (tempo) return { value: { resourceSpans: tempo.value }, around: tempo.around ?? {} }
  const jaeger = listUnder(value, 'data')
  const traces = Array.isArray(jaeger?.value) ? (jaeger.value as unknown[]) : []
  if (jaeger && traces.some((trace) => isRecord(trace) && Array.isArray(trace.spans))) {
    const spans = traces.flatMap((trace): unknown[] =>
      isRecord(trace) && Array.isArray(trace.spans)
        ? (trace.spans as unknown[]).map((span) => (isRecord(span) ? (spanOfJaeger(span) ?? span) : span))
        : [trace],
    )
    const processes = traces.map((trace) => (isRecord(trace) ? trace.processes : undefined))
    return { value: spans, around: { ...jaeger.around, processes } }
  }
  return spansOfLogs(value) ?? eachEntry(value, (span) => spanOfJaeger(span) ?? spanOfZipkin(span))
}

/** Microseconds, as both write times. */
const nanos = (micros: unknown): string | undefined => {
  const number = numberOf(micros)
  return number === undefined ? undefined : `${Math.round(number)}000`
}

const endOf = (start: unknown, duration: unknown): string | undefined => {
  const [from, length] = [numberOf(start), numberOf(duration)]
  return from === undefined || length === undefined ? undefined : nanos(from + length)
}

function spanOfJaeger(span: JsonObject): JsonObject | undefined {
  const { operationName: name, tags, startTime, duration, traceID, spanID, references, ...rest } = span
  if (typeof name !== 'string' || !Array.isArray(tags)) return undefined
  const [parent] = Array.isArray(references) ? (references as unknown[]).filter(isRecord) : []
  const attributes = Object.fromEntries(
    (tags as unknown[]).flatMap((tag) =>
      isRecord(tag) && typeof tag.key === 'string' ? [[tag.key, tag.value]] : [],
    ),
  )
  return {
    ...rest,
    name,
    attributes,
    traceId: traceID,
    spanId: spanID,
    ...(references !== undefined && { references, parentSpanId: textOf(parent?.spanID) }),
    startTimeUnixNano: nanos(startTime),
    endTimeUnixNano: endOf(startTime, duration),
  }
}

function spanOfZipkin(span: JsonObject): JsonObject | undefined {
  const { tags, id, traceId, timestamp, duration, parentId, name, ...rest } = span
  if (!isRecord(tags) || typeof traceId !== 'string' || typeof id !== 'string') return undefined
  return {
    ...rest,
    name: textOf(name) ?? 'span',
    attributes: tags,
    traceId,
    spanId: id,
    ...(parentId !== undefined && { parentSpanId: parentId }),
    startTimeUnixNano: nanos(timestamp),
    endTimeUnixNano: endOf(timestamp, duration),
  }
}
