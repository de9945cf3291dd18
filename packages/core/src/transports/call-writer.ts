import { compact, type JsonObject } from '../errors/is-record.js'
import { deepEqual } from '../formats/shared/deep-equal.js'
import { parseJson } from '../errors/parse-json.js'
import type { AgentEvent } from './agent-types.js'

/** Writes the calls of one answer as deltas, from pieces or whole. */
export interface CallWriter {
  /** A call begins. `key` is what later pieces name it by. */
  start(key: string, call: { id?: string; name?: string }): AgentEvent
  /** A piece of argument text. A key that is not known, or none, means the latest call. */
  append(key: string | undefined, text: string): AgentEvent
  /** A call is whole. What its pieces said already is not said again; where they differ, `input` counts. */
  whole(
    key: string | undefined,
    call: { id?: string; name?: string; input: unknown; extras?: JsonObject },
  ): AgentEvent
  readonly count: number
}

export function createCallWriter(): CallWriter {
  const calls: { key: string; text: string; isWhole?: true }[] = []
  const indexOf = (key: string | undefined): number => {
    const found = key === undefined ? -1 : calls.findLastIndex((call) => call.key === key)
    return found >= 0 ? found : calls.length - 1
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
      return calls.length
    },
    start: (key, { id, name }) => begin(key, id, { name, arguments: '' }),
    append(key, text) {
      if (calls.length === 0) return begin(key ?? '', key, { arguments: text })
      const index = indexOf(key)
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
  }
}
