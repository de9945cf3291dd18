import { isRecord, textOf, type JsonObject, wordOf } from '@antiphon/base'
import { entriesOf, listUnder, type Unwrapped } from '@antiphon/transcripts/toolkit'

const TYPES = /^(?:SPAN|EVENT|GENERATION|AGENT|TOOL|CHAIN|RETRIEVER|EVALUATOR|EMBEDDING|GUARDRAIL)$/

/** Pages of the API, observations alone and events of the ingestion, as traces with their observations. */
export function asTraces(value: unknown): Unwrapped | undefined {
  const page = listUnder(value, 'data') ?? listUnder(value, 'batch')
  const entries = entriesOf(page ? page.value : value).map((entry) => observationOf(entry) ?? entry)
  if (!entries.some(isObservation)) {
    const isOfTraces = page && entries.some((entry) => isRecord(entry) && isTraceAlone(entry))
    return isOfTraces ? page : undefined
  }
  const traces = new Map<string, JsonObject & { observations: unknown[] }>()
  const rest: unknown[] = []
  for (const entry of entries) {
    if (!isObservation(entry)) {
      rest.push(entry)
      continue
    }
    const id = textOf(entry.traceId) ?? ''
    const trace = traces.get(id) ?? { id, observations: [] }
    traces.set(id, trace)
    trace.observations.push(entry)
  }
  return { value: [...traces.values(), ...rest], ...(page?.around && { around: page.around }) }
}

const isObservation = (entry: unknown): entry is JsonObject =>
  isRecord(entry) && typeof entry.traceId === 'string' && TYPES.test(wordOf(entry.type))

/** A trace whose observations were not exported, or only by their ids. */
export const isTraceAlone = (entry: JsonObject): boolean =>
  typeof entry.id === 'string' &&
  typeof entry.timestamp === 'string' &&
  ('input' in entry || 'output' in entry) &&
  ('projectId' in entry || 'htmlPath' in entry || (Array.isArray(entry.observations) && 'scores' in entry))

/** An observation with the names of the export to a store, or the body of an event of the ingestion. */
function observationOf(entry: unknown): JsonObject | undefined {
  if (!isRecord(entry)) return undefined
  const [, kind] = /^(span|generation|event)-(?:create|update)$/.exec(wordOf(entry.type)) ?? []
  if (kind !== undefined && isRecord(entry.body)) {
    const { type: _, body, ...around } = entry
    return { ...body, type: kind.toUpperCase(), event: around }
  }
  if (typeof entry.trace_id !== 'string' || !TYPES.test(wordOf(entry.type))) return undefined
  const { trace_id: traceId, parent_observation_id: parent, start_time: start, end_time: end, ...own } = entry
  return {
    ...own,
    traceId,
    ...(parent !== undefined && { parentObservationId: parent }),
    ...(start !== undefined && { startTime: start }),
    ...(end !== undefined && { endTime: end }),
  }
}
