import { type ToolMessage, type Message, createCompletionReader } from '@antiphon/core'
import { createBodyReader, isRecord, parseJson } from '@antiphon/core/internal'
import { createAgentSteps } from '../transports/agent-run.js'
import { writeText, type AgentStep, type AgentEvent } from '../transports/agent-step.js'
import type { FormatName, ReportLoss } from '../types.js'
import { eventFormats, type EventFormat } from './event-formats.js'

/** An event, or text where one should have been; `cut` when the recording ended inside it. */
export type LoggedEvent = { value: unknown } | { text: string; cut: boolean }

export interface EventLog {
  format: EventFormat
  events: readonly LoggedEvent[]
}

/** The share of events that must be known. The others may be from a newer version or the host. */
const LEAST_SHARE = 0.6
/** Lines that are checked before a text is parsed. */
const FIRST_LINES = 20
const DATA_LINE = /^\uFEFF?\s*(?:data:)?\s*(?=\{)/

/**
 * The recorded events of one of the systems that have streams of their own: a list of them, or a text with an event stream, JSON lines or a
 * list. Undefined for anything else, also for chunks of a chat completion.
 */
export function findEventLog(value: unknown, from?: FormatName): EventLog | undefined {
  const candidates = eventFormats.filter(({ name }) => from === undefined || name === from)
  if (candidates.length === 0) return undefined
  const isEvent = (event: unknown): boolean => candidates.some((format) => format.isEvent(event))
  if (typeof value === 'string') {
    const whole = /^\uFEFF?\s*\[/.test(value) && mayHoldEvents(value) ? parseJson(value) : undefined
    if (Array.isArray(whole)) return findEventLog(whole, from)
    return firstEvents(value).some(isEvent)
      ? choose(readLog(value), candidates, !/^\uFEFF?\s*\{/.test(value))
      : undefined
  }
  if (!Array.isArray(value) || !value.slice(0, FIRST_LINES).some(isEvent)) return undefined
  return choose(
    value.map((event: unknown) => ({ value: event })),
    candidates,
    false,
  )
}

/**
 * Are these the recorded events of a system with a stream of its own (open-agent-loops, agentkit, clawtools, prompt-api, ai-sdk)? Then
 * `readTranscript` and `openTranscript` read them as the answers they make.
 */
export function isEventLog(value: unknown): boolean {
  return findEventLog(value) !== undefined
}

function choose(
  events: readonly LoggedEvent[],
  candidates: readonly EventFormat[],
  isStream: boolean,
): EventLog | undefined {
  const values = events.flatMap((event) => ('value' in event ? [event.value] : []))
  const isTranscript = values.some(
    (one) => isRecord(one) && (typeof one.role === 'string' || Array.isArray(one.choices)),
  )
  if (isTranscript) return undefined
  const counts = candidates.map((format) => ({ format, known: values.filter(format.isEvent).length }))
  const [best, next] = counts.toSorted((a, b) => b.known - a.known)
  if (!best || best.known === 0 || best.known < LEAST_SHARE * values.length) return undefined
  if (next?.known === best.known) return undefined
  // A plain list of snapshots is a document of the format itself, which keeps more of the last one.
  const isDocument = best.format.name === 'prompt-api' && best.known === events.length && !isStream
  return isDocument ? undefined : { format: best.format, events }
}

function mayHoldEvents(text: string): boolean {
  return /"type"\s*:|"runs"\s*:|\{\s*"[A-Z]\w+"\s*:\s*\{/.test(text.slice(0, 2000))
}

/** The JSON of the first lines, where they hold any. */
function firstEvents(text: string): unknown[] {
  const lines: string[] = []
  for (let at = 0; at < text.length && lines.length < FIRST_LINES;) {
    const end = text.indexOf('\n', at)
    const line = text.slice(at, end < 0 ? undefined : end)
    if (DATA_LINE.test(line)) lines.push(line.replace(DATA_LINE, ''))
    at = end < 0 ? text.length : end + 1
  }
  return lines.map((line) => parseJson(line.trim()))
}

function readLog(text: string): LoggedEvent[] {
  const events: LoggedEvent[] = []
  const body = createBodyReader({
    maxFrame: text.length,
    onItem(item) {
      if (item.type === 'value') events.push({ value: item.value })
      else if (item.type === 'malformed') events.push({ text: item.text, cut: item.unterminated })
    },
    onTooLarge: () => {},
  })
  body.push(text)
  body.end()
  return events
}

/**
 * The messages of recorded events: each answer with the results of its calls, and the questions if the events have them. A
 * log may hold several runs. The live readers read it, so a recording shows the same as the live chat.
 */
export function readEventLog({ format, events }: EventLog, report: ReportLoss): Message[] {
  const messages: Message[] = []
  let steps = createAgentSteps()
  let read = format.createReader()

  const endRun = (): void => {
    const run = steps
    run.end()
    for (const step of run.list) {
      messages.push(answerOf(step, report))
      for (const result of step.results) messages.push(resultOf(result, step.calls))
    }
    if (run.failure !== undefined) messages.push(createCompletionReader().fail(run.failure).message)
    steps = createAgentSteps()
    read = format.createReader()
  }
  const take = (event: AgentEvent): void => {
    const isOfRun = event.type !== 'result' || steps.list.some(({ calls }) => has(calls, event.callId))
    // The run of the call is over, but its result still belongs below the answer.
    const owner = isOfRun ? undefined : messages.findLast((message) => message.role !== 'tool')
    const calls = owner?.role === 'assistant' ? (owner.tool_calls ?? []) : []
    if (event.type === 'result' && has(calls, event.callId)) messages.push(resultOf(event, calls.map(nameOf)))
    else steps.take(event)
  }

  for (const event of events) {
    if ('text' in event) {
      writeText(steps.open(), event.text, event.cut)
      continue
    }
    const asked = format.asked?.(event.value) ?? []
    if (asked.length > 0) {
      // Results before any answer wait for the first one.
      if (steps.list.length > 0) endRun()
      messages.push(...asked)
      continue
    }
    for (const meaning of read(event.value)) take(meaning)
    if (steps.ended) endRun()
  }
  endRun()
  report('stream', '', events.length, undefined)
  return messages
}

function answerOf(step: AgentStep, report: ReportLoss): Message {
  const reader = createCompletionReader()
  for (const piece of step.pieces) reader.push(piece)
  const { message, repairs } = step.error === undefined ? reader.end() : reader.fail(step.error)
  for (const { rule, where, before, after } of repairs) report(`repair:${rule}`, where, before, after)
  for (const event of step.unknown) report('event_unknown', '', event, undefined)
  return message
}

type Call = AgentStep['calls'][number]

const has = (calls: readonly { id: string }[], callId: string): boolean =>
  calls.some(({ id }) => id === callId || callId === '')
const nameOf = ({ id, function: { name } }: { id: string; function: { name: string } }): Call => ({
  id,
  name,
})

function resultOf({ callId, value }: AgentStep['results'][number], calls: readonly Call[]): ToolMessage {
  const call = calls.find(({ id }) => id === callId) ?? calls[0]
  const { content, isError, details } = value
  return {
    role: 'tool',
    tool_call_id: callId || (call?.id ?? ''),
    content,
    ...(call?.name && { toolName: call.name }),
    ...(isError && { isError }),
    ...(details !== undefined && { details }),
  }
}
