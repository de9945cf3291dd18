import type { ToolMessage } from '@antiphon/core'
import { isRecord, numberOf, textOf, timeOf, type JsonObject, wordOf } from '@antiphon/base'
import type { ParsedTranscript, ReportLoss } from '@antiphon/transcripts'
import { findMessages } from '../shared/any-messages.js'
import {
  defineSession,
  entriesOf,
  restOf,
  usageFrom,
  createSessionThread,
  readEach,
} from '@antiphon/transcripts/toolkit'
import { decodeDeep, shown } from '../shared/role-message.js'
import { asTraces, isTraceAlone } from './forms.js'
import { readTrace, type TraceStep } from '../shared/trace.js'

const PREFIX = 'langfuse.'
const TYPES = /^(?:SPAN|EVENT|GENERATION|AGENT|TOOL|CHAIN|RETRIEVER|EVALUATOR|EMBEDDING|GUARDRAIL)$/

/** Traces of Langfuse with their observations. */
export const langfuseFormat = defineSession({
  name: 'langfuse',
  title: 'Langfuse: traces with their observations',
  shapes: ['trace'],
  needs: 'a trace with "observations" of a type such as GENERATION',
  sign: (_, sample) => (sample.some(isTrace) ? 'observations of a trace' : undefined),
  unwrap: asTraces,
  read(value, report) {
    return readEach(
      entriesOf(value),
      isTrace,
      (entry) => {
        const { others = [], ...first } = readOne(entry, report)
        return [first, ...others]
      },
      report,
    )
  },
})

/** The trace and its observations are side by side or nested. */
const observationsOf = (entry: JsonObject): unknown[] | undefined =>
  [entry.observations, isRecord(entry.trace) ? entry.trace.observations : undefined].find(Array.isArray) as
    | unknown[]
    | undefined

const isTrace = (entry: JsonObject): boolean =>
  isTraceAlone(entry) ||
  observationsOf(entry)?.some(
    (one) =>
      isRecord(one) &&
      ('traceId' in one || 'startTime' in one) &&
      (TYPES.test(wordOf(one.type)) || 'parentObservationId' in one),
  ) === true

function readOne(entry: JsonObject, report: ReportLoss): Omit<ParsedTranscript, 'losses'> {
  const { observations: _, ...around } = entry
  const trace = isRecord(entry.trace) ? entry.trace : around
  const listed = observationsOf(entry) ?? []
  // Some exports have only the ids of the observations.
  const isById = listed.length > 0 && listed.every((one) => typeof one === 'string')
  const steps = (isById ? [] : listed).map((one, at) => stepOf(isRecord(one) ? one : { value: one }, at))
  // The trace counts as a step around all others, because some recordings have empty observations.
  const frame: TraceStep = {
    ...stepOf(
      { type: 'GENERATION', input: trace.input, output: trace.output, startTime: trace.timestamp },
      -1,
    ),
    id: 'trace',
    where: 'trace',
    entry: { input: trace.input, output: trace.output },
  }
  const says = steps.some((step) => step.kind !== 'tool' && (step.input ?? step.output) !== undefined)
  const { input, output, ...rest } = trace
  const shown = isById ? { ...rest, observations: listed } : rest
  const told = says ? { ...shown, input, output } : shown
  const fields = entry.trace === undefined ? told : { ...around, trace: told }
  return readTrace(says ? steps : [frame, ...steps], {
    open: () => createSessionThread('langfuse', 'trace', report),
    fields,
    title: textOf(trace.name),
  })
}

const NOTED = [
  'id',
  'parentObservationId',
  'input',
  'output',
  'model',
  'usageDetails',
  'usage',
  'costDetails',
]

function stepOf(one: JsonObject, at: number): TraceStep {
  const type = wordOf(one.type)
  const isTool = type === 'TOOL'
  const isChat = type === 'GENERATION'
  const input = isTool ? undefined : findMessages(one.input, PREFIX, isChat ? 'user' : undefined)
  const output = isTool ? undefined : findMessages(one.output, PREFIX, 'assistant')
  const counts = [one.usageDetails, one.usage].find(isRecord) ?? {}
  const cost = [one.costDetails, one.calculatedTotalCost].map((each) => (isRecord(each) ? each.total : each))
  return {
    id: textOf(one.id) ?? `observation ${at}`,
    parent: textOf(one.parentObservationId),
    kind: isTool ? 'tool' : isChat ? 'chat' : 'other',
    name: `observation ${type || 'without type'}`,
    start: timeOf(one.startTime),
    end: timeOf(one.endTime),
    // A list without messages, such as arguments, is not a conversation.
    input,
    output,
    model: textOf(one.model),
    usage: isChat
      ? usageFrom(
          {
            input: counts.input,
            output: counts.output,
            total: counts.total,
            cached:
              counts.input_cache_read ?? counts.input_cached_tokens ?? counts['prompt_details.cache_read'],
            reasoning: counts.output_reasoning ?? counts['completion_details.reasoning'],
            cost: cost.map((each) => numberOf(each)).find((each) => each !== undefined && each > 0),
          },
          counts,
        )
      : undefined,
    error: one.level === 'ERROR' ? (textOf(one.statusMessage) ?? 'The step failed.') : undefined,
    ...(isTool && { tool: toolOf(one) }),
    prefix: PREFIX,
    notes: {
      ...restOf(PREFIX, one, ...NOTED),
      [`${PREFIX}costDetails`]: one.costDetails,
      [`${PREFIX}asked`]: input === undefined ? one.input : undefined,
      [`${PREFIX}answered`]: output === undefined && !isTool ? one.output : undefined,
    },
    where: `observations[${at}]`,
    entry: one,
  }
}

/** Frames in which frameworks write the arguments and the results of a tool. */
function toolOf(one: JsonObject): NonNullable<TraceStep['tool']> {
  const given = decodeDeep(one.input)
  const told = decodeDeep(one.output)
  const inner =
    isRecord(told) && Array.isArray(told.content) && Object.keys(told).length === 1 ? told.content : undefined
  const dump = isRecord(told) && told.type === 'tool' ? findMessages(told, PREFIX)?.messages[0] : undefined
  const result: ToolMessage =
    dump?.role === 'tool'
      ? dump
      : {
          role: 'tool',
          tool_call_id: '',
          content:
            typeof one.output === 'string' && inner === undefined ? one.output : shown(inner ?? told, PREFIX),
        }
  const id = [one.metadata].map((value) => decodeDeep(value)).find(isRecord)
  const attributes = isRecord(id?.attributes) ? id.attributes : {}
  const callId =
    textOf(attributes['gen_ai.tool.call.id']) ??
    textOf(attributes['ai.toolCall.id']) ??
    textOf(result.tool_call_id)
  return {
    id: callId,
    name: textOf(attributes['gen_ai.tool.name']) ?? wordOf(one.name),
    input:
      isRecord(given) && isRecord(given.input) && Object.keys(given).length === 1
        ? given.input
        : (given ?? {}),
    result,
  }
}
