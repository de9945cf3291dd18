import type { ToolContent } from '@antiphon/core'
import type { ApprovalRequest } from '@antiphon/core/message'
import type { ProviderRun } from '@antiphon/core/wire'
import { type JsonObject, compact, isRecord, parseJson } from '@antiphon/base'
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
  /** An object that is not of the other system, such as a place in a queue: read as beside an answer (docs/wire 2.9). */
  | { type: 'aside'; event: JsonObject }
  /** The run is over: a stream that ends without this one was cut. */
  | { type: 'over' }

/** An event that a reader has no meaning for. Events of agents have a type, or one key that is their name. */
export function leftOver(event: unknown): AgentEvent {
  if (!isRecord(event) || event.type !== undefined || event.choices !== undefined)
    return { type: 'unknown', event }
  const { error: _, ...rest } = event
  const [first, second] = Object.values(rest)
  return second !== undefined || !isRecord(first) ? { type: 'aside', event } : { type: 'unknown', event }
}

/** Reads the events of one run, in order. Any value may come in; never throws. */
export interface AgentReader {
  (event: unknown): readonly AgentEvent[]
  /** Events for the end of the source, for a system that sends no last event of its own. Default: none. */
  end?(): readonly AgentEvent[]
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
