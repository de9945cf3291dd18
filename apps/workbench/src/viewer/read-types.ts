import type { Message } from '@antiphon/core'
import type { OpenedTranscript } from '@antiphon/transcripts'
import type { SearchHit } from '../../../../packages/cli/src/view/search-text.js'
import type { SessionSummary } from '../../../../packages/cli/src/view/summary.js'

/** A file on a server, which may grow while it is read. */
export interface RemotePart {
  url: string
  /** Bytes. */
  size: number
  /** Changes with the content. */
  stamp: string
  /** It only grows at its end, so only the new bytes are requested. */
  grows: boolean
}

export type SourcePart = Blob | RemotePart

/** Reads these one after the other. A second request to the same worker is for the same file, which has grown. */
export interface ReadRequest {
  parts: readonly SourcePart[]
  /** See `openSession`. */
  keep: number
  /** Bytes from either end of a file of lines that is too long to be read whole. */
  edge: number
}

export type ReadReport =
  | { type: 'progress'; bytes: number }
  /** New messages of one conversation, in portions that come before the report of its end. */
  | { type: 'messages'; conversation: number; messages: readonly Message[] }
  | {
      type: 'done'
      /** Its conversations without their messages, which have come. */
      opened: OpenedTranscript
      /** Messages of each conversation that are the same as in the last report and therefore not sent again. */
      same: number[]
      /** Bytes in the middle that were not read, because there are too many. */
      leftOut: number
    }
  | { type: 'failed'; message: string }

/** Searches files for these words, one session after the other; each hit is reported when it is found. */
export interface FindRequest {
  find: string
  sessions: readonly { id: string; files: readonly File[] }[]
}

export type FindReport = { hit: SearchHit } | { searched: number } | { isOver: true }

/** Asks for what a list says of a session. `key` comes back with the answer. */
export interface SummaryRequest {
  key: number
  files: readonly File[]
  /** See `SessionFileGroup`. */
  isStore: boolean
}

export interface SummaryReport extends SessionSummary {
  key: number
  /** Whose format it is; empty where it is of none. */
  agent: string
}
