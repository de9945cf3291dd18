import type { ShownRun } from './protocol.js'

/** The server has answered, and says no. Any other failure of a request may pass, and is tried again. */
export class RunRefusal extends Error {
  override readonly name = 'RunRefusal'
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    /** The run that it is about. */
    readonly run?: ShownRun,
  ) {
    super(message)
  }
}
