import type { Io } from './io.js'

/** The real process as Io. The first Ctrl+C asks the command to end; a second one ends the process. */
export function processIo(): Io {
  const stop = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stop.abort())
  // `antiphon read … | head` closes the pipe early; that is no failure.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
  return {
    out: (line) => void process.stdout.write(`${line}\n`),
    err: (line) => void process.stderr.write(`${line}\n`),
    stdin: process.stdin,
    signal: stop.signal,
  }
}
