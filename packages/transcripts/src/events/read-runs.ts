import { type ToolMessage, type Message, messageParts } from '@antiphon/core'
import { createCompletionReader } from '@antiphon/core/wire'
import type { AgentEvent, AgentReader } from '../agents/agent-event.js'
import { writeText, type AgentStep } from '../agents/agent-step.js'
import { createAgentSteps } from '../agents/agent-steps.js'
import { unshownNote } from '../shared/unshown.js'
import type { LoggedEvent, ReportLoss } from '../types.js'

export interface RunEvents {
  /** A reader for one run: the one that also reads it live. */
  createReader(): AgentReader
  /** Messages in an event that are not part of an answer, such as prompts. */
  asked?(event: unknown): Message[]
}

/**
 * The messages that recorded events make: each answer with the results that came for its calls, and what was asked where the events
 * say it. Runs may follow each other. Read by the same readers as live, so a recording shows what was seen.
 */
export function readRuns(events: readonly LoggedEvent[], report: ReportLoss, format: RunEvents): Message[] {
  const messages: Message[] = []
  let steps = createAgentSteps()
  let read = format.createReader()
  /** The run broke off. A server may still send its end, which must not begin another run. */
  let hasFailed = false

  const endRun = (): void => {
    const run = steps
    for (const meaning of read.end?.() ?? []) run.take(meaning)
    run.end()
    for (const step of run.list) {
      messages.push(answerOf(step, report))
      for (const result of step.results) messages.push(resultOf(result, step.calls))
    }
    hasFailed = run.failure !== undefined || run.list.at(-1)?.error !== undefined
    if (run.failure !== undefined) messages.push(createCompletionReader().fail(run.failure).message)
    steps = createAgentSteps()
    read = format.createReader()
  }
  const take = (event: AgentEvent): void => {
    const isOfRun = event.type !== 'result' || steps.list.some(({ calls }) => has(calls, event.callId))
    // The run of the call is over: its result belongs below the answer all the same.
    const owner = isOfRun ? undefined : messages.findLast((message) => message.role !== 'tool')
    const calls = owner?.role === 'assistant' ? (owner.tool_calls ?? []) : []
    // The answer with the call is not in the recording, so the result is added without one.
    const isAlone = event.type === 'result' && !isOfRun && steps.list.length === 0
    if (event.type === 'result' && (isAlone || has(calls, event.callId)))
      messages.push(resultOf(event, calls.map(nameOf)))
    else if (hasFailed && steps.list.length === 0 && /^(?:finish|over|about)$/.test(event.type)) {
      if (event.type === 'about') report('event_unknown', '', event.fields, undefined)
    } else {
      hasFailed = false
      steps.take(event)
    }
  }

  for (const event of events) {
    if ('text' in event) {
      writeText(steps.open(), event.text, event.cut)
      continue
    }
    const asked = format.asked?.(event.value) ?? []
    if (asked.length > 0) {
      // Without an answer the run stays open: its first answer gets the events that came before.
      if (steps.list.length > 0) endRun()
      messages.push(...asked)
      continue
    }
    for (const meaning of read(event.value)) take(meaning)
    if (steps.ended) endRun()
  }
  endRun()
  return messages
}

function answerOf(step: AgentStep, report: ReportLoss): Message {
  const reader = createCompletionReader()
  for (const piece of step.pieces) reader.push(piece)
  const { message, repairs } = step.error === undefined ? reader.end() : reader.fail(step.error)
  for (const { rule, where, before, after } of repairs) report(`repair:${rule}`, where, before, after)
  for (const event of step.unknown) report('event_unknown', '', event, undefined)
  const isEmpty =
    messageParts(message).length === 0 &&
    (message.finishReason === 'stop' || message.error?.kind === 'empty_response')
  return isEmpty && step.unknown.length > 0 ? unshownNote(step.unknown, message.metadata ?? {}) : message
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
