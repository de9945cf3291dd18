import type { OpenedTranscript } from '@antiphon/formats'
import type { SessionSummary } from '../../../../packages/cli/src/view/summary.js'

/** A file on a server, which may grow while it is read. */
export interface RemotePart {
  url: string
  /** Bytes. */
  size: number
  /** Changes with the content. */
  stamp: string
  /** It only grows at its end, so what is new is asked for alone. */
  grows: boolean
}

export type SourcePart = Blob | RemotePart

/** Reads these one after the other. A second request to the same worker is for the same file, which has grown. */
export interface ReadRequest {
  parts: readonly SourcePart[]
  /** See `openTranscript`. */
  keep: number
}

export type ReadReport =
  | { type: 'progress'; bytes: number }
  | {
      type: 'done'
      opened: OpenedTranscript
      /** Of each conversation: messages that are as they were in the last report, and are not sent again. */
      same: number[]
      /** Bytes in the middle that were not read, for their number. */
      leftOut: number
    }
  | { type: 'failed'; message: string }

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
