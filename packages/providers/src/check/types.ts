import type { ChatErrorData } from '@antiphon/core'

/**
 * The checks: list of models, calls from a page, streaming, usage at the end of a stream, the field of thoughts, stopping
 * an answer, and tool calls.
 */
export type CheckName = 'models' | 'cors' | 'stream' | 'usage' | 'reasoning' | 'stop' | 'tools'

/** The result of one check. */
export interface EndpointCheck {
  name: CheckName
  /** `note`: it works, with a remark. `skipped`: an earlier check must pass first. */
  state: 'pass' | 'note' | 'fail' | 'skipped'
  /** The observation, in words. */
  seen: string
  /** The change that helps, and where to make it. Always there after a failure. */
  fix?: string
  error?: ChatErrorData
  /** How long it took, in ms. */
  ms?: number
  /** For `models`: the address at which the API was found, if it differs from the given one. */
  baseUrl?: string
}

/** Facts about a response, noted on the way to its reader. */
export interface SeenResponse {
  status: number
  contentType: string
  /** Ms from the request to the first byte of the body. */
  firstByteMs?: number
  /** Pieces that the body came in. */
  pieces: number
}
