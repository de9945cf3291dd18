import type { OpenedTranscript } from '@antiphon/formats'

export interface ReadRequest {
  file: Blob
  /** See `openTranscript`. */
  keep: number
}

export type ReadReport =
  | { type: 'progress'; bytes: number }
  | { type: 'done'; opened: OpenedTranscript }
  | { type: 'failed'; message: string }
