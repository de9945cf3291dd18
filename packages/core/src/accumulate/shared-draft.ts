import type { ChatErrorData } from '../errors/chat-error-data.js'
import type { JsonObject } from '../errors/is-record.js'
import type { Usage } from '../message/types.js'

/** What belongs to the whole response and not to one of its choices. */
export interface SharedDraft {
  /** Counts the changes, as in a draft. */
  version: number
  /** Chunks taken in, errors included. */
  chunks: number
  model?: string
  usage?: Usage
  metadata: JsonObject
  /** Reads the first error the server reported, at the end of the answer. Later ones repeat it. */
  error?: () => ChatErrorData
  startedAt?: number
  /** Lowest index among the choices: its message carries the usage. */
  firstIndex: number
}
