import { isRecord, type JsonObject } from '../errors/is-record.js'
import { safeStringify } from '../errors/safe-stringify.js'
import type { ToolContent } from '../tools/tool-types.js'
import type { AgentEvent } from './agent-types.js'

/** Events without a place in a message that are kept with one answer; of more, only the number is. */
const MAX_UNKNOWN = 200

/** One answer within a run: its pieces as an event stream, its calls, and the results that came for them. */
export interface AgentStep {
  /** Frames that nobody has read yet. */
  pieces: string[]
  calls: { id: string; name: string }[]
  results: { callId: string; value: ToolContent }[]
  /** Nothing more will be added to `pieces`. */
  closed: boolean
  /** Reading ends with this instead of with the end of the stream. */
  error?: unknown
  unknown: unknown[]
}

export function createStep(): AgentStep {
  return { pieces: [], calls: [], results: [], closed: false, unknown: [] }
}

/** Writes one event into the step, as a server of chat completions would. */
export function writeEvent(step: AgentStep, event: AgentEvent): void {
  switch (event.type) {
    case 'delta':
      noteCalls(step, event.delta.tool_calls)
      return write(step, { choices: [{ index: 0, delta: event.delta }] })
    case 'whole':
      noteCalls(step, event.message.tool_calls)
      return write(step, { choices: [{ index: 0, message: event.message }] })
    case 'about':
      return write(step, { choices: [], ...event.fields })
    case 'unknown':
      return writeUnknown(step, event.event)
    case 'failure':
      return writeFailure(step, event.error)
    case 'finish':
      write(step, { choices: [{ index: 0, delta: {}, finish_reason: event.reason }] })
      step.pieces.push('data: [DONE]\n\n')
      step.closed = true
  }
}

/** Text where an event should have been, for the reader to say so. A cut one stays cut. */
export function writeText(step: AgentStep, text: string, cut: boolean): void {
  const lines = text.split(/\r\n|\r|\n/).map((line) => `data: ${line}`)
  step.pieces.push(lines.join('\n') + (cut ? '' : '\n\n'))
}

function write(step: AgentStep, chunk: JsonObject): void {
  step.pieces.push(`data: ${safeStringify(chunk)}\n\n`)
}

function writeUnknown(step: AgentStep, event: unknown): void {
  const { unknown } = step
  if (unknown.length < MAX_UNKNOWN) unknown.push(event)
  else {
    const last = unknown[MAX_UNKNOWN]
    unknown[MAX_UNKNOWN] = { omitted: isRecord(last) ? Number(last.omitted) + 1 : 1 }
  }
  write(step, { choices: [], unknown_events: unknown })
}

/** An error object ends the reading as itself, so that its kind is kept; words and bodies go through the reader of errors. */
function writeFailure(step: AgentStep, error: unknown): void {
  step.closed = true
  if (error instanceof Error) {
    step.error = error
    return
  }
  const body = typeof error === 'string' ? { error: { message: error } } : error
  step.pieces.push(`event: error\ndata: ${safeStringify(body)}\n\n`)
}

/** A call is known by the place it has in the list: by its index, or by where it stands in a whole message. */
function noteCalls({ calls }: AgentStep, entries: unknown): void {
  if (!Array.isArray(entries)) return
  entries.forEach((entry: unknown, at) => {
    if (!isRecord(entry)) return
    const index = typeof entry.index === 'number' ? entry.index : at
    const call = (calls[index] ??= { id: '', name: '' })
    const name = isRecord(entry.function) ? entry.function.name : undefined
    if (typeof entry.id === 'string' && entry.id) call.id = entry.id
    if (typeof name === 'string' && name) call.name = name
  })
}
