import type { ToolContent } from '@antiphon/core'
import type { CompletionChunk } from '@antiphon/core/wire'
import { type JsonObject, copyJson, isRecord } from '@antiphon/base'
import { findChunkError } from '@antiphon/core/errors'
import type { AgentEvent } from './agent-event.js'

/** Maximum number of events without a place in a message to keep with one answer. Further events are only counted. */
const MAX_UNKNOWN = 200

/** A piece of an answer: a chunk, or text that could not be read as an event. */
export type AgentPiece = CompletionChunk | string

/** One answer within a run: its chunks, its calls, and the results that came for them. */
export interface AgentStep {
  /** Pieces that nobody has read yet. */
  pieces: AgentPiece[]
  calls: { id: string; name: string; isRow?: true }[]
  results: { callId: string; value: ToolContent }[]
  /** How many results were handed out. */
  handedOut: number
  /** The latest that was said of each call that runs. */
  progress: Map<string, unknown>
  /** Nothing more will be added to `pieces`. */
  closed: boolean
  /** An error with which reading ends, instead of the end of the stream. */
  error?: unknown
  unknown: unknown[]
}

/** An answer without pieces. */
export function createStep(): AgentStep {
  return { pieces: [], calls: [], results: [], handedOut: 0, progress: new Map(), closed: false, unknown: [] }
}

/** Writes one event into the step, as a chunk of chat completions. */
export function writeEvent(step: AgentStep, event: AgentEvent): void {
  switch (event.type) {
    case 'delta':
      noteCalls(step, event.delta.tool_calls)
      return write(step, { choices: [{ index: 0, delta: event.delta }] })
    case 'whole':
      noteCalls(step, event.message.tool_calls)
      return write(step, { choices: [{ index: 0, message: event.message }] })
    case 'question': {
      const index = step.calls.findLastIndex(({ id, isRow }) => id === event.callId && !isRow)
      if (index < 0) return writeUnknown(step, { approval_without_call: event.callId, ...event.request })
      const tool_calls = [{ index, approvalRequest: event.request }]
      return write(step, { choices: [{ index: 0, delta: { tool_calls } }] })
    }
    case 'about':
      return write(step, { choices: [], ...event.fields })
    case 'unknown':
      return writeUnknown(step, event.event)
    case 'aside':
      return write(step, event.event)
    case 'failure':
      return writeFailure(step, event.error)
    case 'finish':
      write(step, { choices: [{ index: 0, delta: {}, finish_reason: event.reason }] })
      step.closed = true
  }
}

/** Passes on text in place of an event, so that the reader reports it. A cut text stays cut. */
export function writeText(step: AgentStep, text: string, cut: boolean): void {
  const lines = text.split(/\r\n|\r|\n/).map((line) => `data: ${line}`)
  step.pieces.push(lines.join('\n') + (cut ? '' : '\n\n'))
}

/** A copy, because the other system may change its objects before the chunk is read. */
function write(step: AgentStep, chunk: JsonObject): void {
  step.pieces.push(copyJson(chunk) as JsonObject)
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

/** An error object ends the reading as itself, so that its kind is kept. The reader of errors reads words and bodies. */
function writeFailure(step: AgentStep, error: unknown): void {
  step.closed = true
  if (error instanceof Error) step.error = error
  else if (isRecord(error) && findChunkError(error) !== undefined) write(step, error)
  else {
    const body = { error: typeof error === 'string' ? { message: error } : error }
    write(step, findChunkError(body) === undefined ? { error: 'The run failed.' } : body)
  }
}

/** Calls are identified by their place in the list: by `index`, or by their position in a whole message. */
function noteCalls({ calls }: AgentStep, entries: unknown): void {
  if (!Array.isArray(entries)) return
  entries.forEach((entry: unknown, at) => {
    if (!isRecord(entry)) return
    const index = typeof entry.index === 'number' ? entry.index : at
    const call = (calls[index] ??= { id: '', name: '' })
    if (entry.providerRun) call.isRow = true
    const name = isRecord(entry.function) ? entry.function.name : undefined
    if (typeof entry.id === 'string' && entry.id) call.id = entry.id
    if (typeof name === 'string' && name) call.name = name
  })
}
