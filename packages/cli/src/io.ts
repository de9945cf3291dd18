/** What a command may touch of the process, so that it can be called without one. */
export interface Io {
  /** Writes one line. */
  out(line: string): void
  /** Writes one line to standard error. */
  err(line: string): void
  stdin: AsyncIterable<Uint8Array>
  /** Aborted when the process is asked to end (Ctrl+C). */
  signal: AbortSignal
}
