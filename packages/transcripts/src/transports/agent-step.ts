import type { EndpointConfig, ChatTransport, Tool, ToolContent, TransportRequest } from '@antiphon/core'
import type { ApprovalRequest } from '@antiphon/core/message'
import type { CompletionChunk, ProviderRun } from '@antiphon/core/wire'
import { type JsonObject, compact, copyJson, parseJson, isRecord } from '@antiphon/base'
import { findChunkError } from '@antiphon/core/errors'
import { deepEqual } from '../shared/values.js'

/** The meaning of one event of another system, in terms of the chat-completions wire. */
export type AgentEvent =
  /** A piece of the answer, as a delta has it. */
  | { type: 'delta'; delta: JsonObject }
  /** The whole answer so far. Only new content counts. */
  | { type: 'whole'; message: JsonObject }
  /** Fields beside the choices: `model`, `usage`, `id`. */
  | { type: 'about'; fields: JsonObject }
  /** The answer is over. Further events belong to the next one. */
  | { type: 'finish'; reason: string }
  /** A result of a call that the other system ran. */
  | { type: 'result'; callId: string; value: ToolContent }
  /** The other system asks a person about a call of this answer, and runs it when it is allowed. */
  | { type: 'question'; callId: string; request: ApprovalRequest }
  /** How a call is going that the other system runs. The latest counts. */
  | { type: 'progress'; callId: string; value: unknown }
  /** The run failed; what had arrived is kept. An Error, an error body or words. */
  | { type: 'failure'; error: unknown }
  /** An event with no place in a message. It is kept in the message's metadata. */
  | { type: 'unknown'; event: unknown }
  /** The run is over: a stream that ends without this one was cut. */
  | { type: 'over' }

/** Reads the events of one run, in order. Any value may come in; never throws. */
export interface AgentReader {
  (event: unknown): readonly AgentEvent[]
  /** Events for the end of the source, for a system that sends no last event of its own. Default: none. */
  end?(): readonly AgentEvent[]
}

/** A source of events: the values themselves, or bytes of an event stream or of JSON lines. */
export type EventSource = Response | ReadableStream<unknown> | AsyncIterable<unknown> | Iterable<unknown>

/** A transport that also knows the calls that the other system answers itself. */
export interface AgentTransport extends ChatTransport {
  /**
   * The given tools, and one for each tool that the other system runs. The list grows while it answers. A chat with this
   * transport has them beside its own.
   */
  readonly tools: readonly Tool[]
}

/** Options of every transport of another system. */
export interface AgentTransportOptions {
  /** Tools that the chat runs itself. Default none. */
  tools?: readonly Tool[]
  /** Host of the other system, for words about failures. */
  host?: string
  deadlines?: NonNullable<EndpointConfig['deadlines']>
}

/** A request as a transport gets it, without the tools that the other system has itself. */
export interface AgentRequest extends TransportRequest {
  /** The person's answers to the questions of the last answer, if the other system waits for them. Default none. */
  answers?: readonly AgentAnswer[]
}

/** A person's answer to a question of the other system. */
export interface AgentAnswer {
  callId: string
  request: ApprovalRequest
  approved: boolean
  /** Why not, where a reason was given. */
  reason?: string
  /** The person's input, if the question has a form (`AgentSystem.formOf`). */
  content?: unknown
  /** The person denied a question that knows no denial. */
  isCancelled?: true
}

/** The form of a question of the other system, and how what is filled in becomes its answer. */
export interface AgentForm {
  /** Why it asks. Foreign text. */
  message: string
  /** JSON Schema of an object whose properties a person can fill in. */
  schema: JsonObject
  /** A denial is an answer that the other system knows. Default: a denied question counts as left without an answer. */
  takesDenial?: boolean
  /** Default: the values by name. */
  toContent?(values: JsonObject): unknown
}

/** Writes the calls of one answer as deltas, from pieces or whole. */
export interface CallWriter {
  /** A call begins. `key` is what later pieces name it by. */
  start(key: string, call: { id?: string; name?: string }): AgentEvent
  /** A piece of argument text. A key that is not known, or none, means the latest call. */
  append(key: string | undefined, text: string): AgentEvent
  /** A call is complete. Text that its pieces gave is not repeated. If they differ, `input` counts. */
  whole(
    key: string | undefined,
    call: { id?: string; name?: string; input: unknown; extras?: JsonObject },
  ): AgentEvent
  /** A row for output of the other system that is not a call of the chat. A later row of the same key replaces it. */
  row(key: string, row: { name: string; input: unknown; run: ProviderRun }): AgentEvent
  /** Number of calls, without rows. */
  readonly count: number
}

export function createCallWriter(): CallWriter {
  const calls: { key: string; text: string; isWhole?: true; isRow?: true }[] = []
  const indexOf = (key: string | undefined): number => {
    const found = key === undefined ? -1 : calls.findLastIndex((call) => call.key === key && !call.isRow)
    return found >= 0 ? found : calls.findLastIndex(({ isRow }) => !isRow)
  }
  const delta = (index: number, entry: JsonObject): AgentEvent => ({
    type: 'delta',
    delta: { tool_calls: [{ index, ...entry }] },
  })
  const begin = (key: string, id: string | undefined, fn: JsonObject, extras?: JsonObject): AgentEvent => {
    calls.push({ key, text: '' })
    return delta(calls.length - 1, compact({ ...extras, id, type: 'function', function: compact(fn) }))
  }

  return {
    get count() {
      return calls.filter(({ isRow }) => !isRow).length
    },
    start: (key, { id, name }) => begin(key, id, { name, arguments: '' }),
    append(key, text) {
      const index = indexOf(key)
      if (index < 0) return begin(key ?? '', key, { arguments: text })
      calls[index]!.text += text
      return delta(index, { function: { arguments: text } })
    },
    whole(key, { id, name, input, extras }) {
      const raw = typeof input === 'string' ? input : JSON.stringify(input ?? {})
      const known = calls.findLastIndex((call) => !call.isWhole && call.key === key)
      const last = calls.at(-1)
      const index = known >= 0 ? known : last && !last.isWhole && last.key === '' ? calls.length - 1 : -1
      const call = calls[index]
      if (!call) {
        const event = begin(key ?? '', id, { name, arguments: raw }, extras)
        Object.assign(calls.at(-1)!, { text: raw, isWhole: true })
        return event
      }
      call.isWhole = true
      const same = call.text !== '' && deepEqual(parseJson(call.text), parseJson(raw))
      // A value instead of text is all there is and takes the place of what came before.
      const rest = same ? '' : call.text === '' ? raw : (parseJson(raw) ?? '')
      if (!same) call.text = raw
      return delta(index, compact({ ...extras, id, function: compact({ name, arguments: rest }) }))
    },
    row(key, { name, input, run }) {
      const known = calls.findIndex((call) => call.isRow && call.key === key)
      // A value takes the place of what was there; a text would be added to it.
      if (known >= 0) return delta(known, { function: { arguments: input }, providerRun: run })
      const id = `${name}-${calls.length}`
      const event = begin(key, id, { name, arguments: JSON.stringify(input ?? {}) }, { providerRun: run })
      Object.assign(calls.at(-1)!, { isRow: true })
      return event
    },
  }
}

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
