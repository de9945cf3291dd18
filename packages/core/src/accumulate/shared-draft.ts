import type { ChatErrorData } from '../errors/chat-error-data.js'
import type { JsonObject } from '../errors/is-record.js'
import type { RequestNote, Usage } from '../message/types.js'

/** The request behind an answer, as its sender knows it. */
export interface RequestOrigin {
  /** Id of the provider profile, for `reasoningSource`. */
  provider?: string
  /** Model as it was asked for: servers answer with dated names. */
  model?: string
  /** Epoch ms. Default: when reading began. */
  startedAt?: number
  request?: RequestNote
}

/** What belongs to the whole response and not to one of its choices. */
export interface SharedDraft {
  /** Counts the changes, as in a draft. */
  version: number
  /** Has no chunk come, not even an error? */
  isEmpty: boolean
  model?: string
  usage?: Usage
  metadata: JsonObject
  /** Reads the first error the server reported, at the end of the answer. Later ones repeat it. */
  error?: () => ChatErrorData
  startedAt?: number
  origin?: RequestOrigin
  /** Lowest index among the choices: its message carries the usage. */
  firstIndex: number
}
