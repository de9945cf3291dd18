import type { JsonObject } from '../errors/is-record.js'
import type { EditPath } from './lint-types.js'

/** A call as it was found in a message, wherever and however it is written there. */
export interface FoundCall {
  /** `''` when it has none. */
  id: string
  /** `''` when it has none. */
  name: string
  /** As stored: a string in a well-formed call. */
  arguments: unknown
  raw: JsonObject
  /** Position in its list: `call` in `tool_calls`, `part` in `content`. */
  where: { call: number } | { part: number }
  /** Of the call, and of its fields, below the message. */
  path: EditPath
  idPath: EditPath
  namePath: EditPath
  argumentsPath: EditPath
}

/** One message as the kit would read it; a message that holds several results is several units. */
export interface Unit {
  /** Position among the units. */
  position: number
  /** Index of the message it was read from. */
  message: number
  role: 'system' | 'user' | 'assistant' | 'tool'
  raw: JsonObject
  /** Position in `content`, when this is a result inside a message of the user. */
  part?: number
  /** Of an assistant. Empty for the others. */
  calls: readonly FoundCall[]
  /** Of a result: the id it names, `''` for none, and where that stands. */
  callId: string
  idPath: EditPath
}

/** An assistant message, its calls and the results that follow up to the next one. */
export interface Turn {
  unit: Unit
  /** The result of each call. */
  slots: readonly (Unit | undefined)[]
  /** All results of the stretch, in order. */
  results: readonly Unit[]
  /** Those that fit no call. */
  orphans: readonly Unit[]
  /** Something other than a result follows, so that no result can still come. */
  isClosed: boolean
}
