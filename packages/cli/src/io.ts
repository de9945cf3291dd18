import { isChatError, type ChatError } from '@antiphon/core'

/** The part of the process that a command uses, so that tests can replace it. */
export interface Io {
  /** Writes one line. */
  out(line: string): void
  /** Writes one line to standard error. */
  err(line: string): void
  stdin: AsyncIterable<Uint8Array>
  /** Aborted when the process is asked to end (Ctrl+C). */
  signal: AbortSignal
}

/** The real process as Io. The first Ctrl+C asks the command to end; a second one ends the process. */
export function processIo(): Io {
  const stop = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stop.abort())
  // `antiphon read … | head` closes the pipe early, which is not a failure.
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

/** Resolves when the process is asked to end. */
export function asked(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

/** A failure that is the user's to mend. Its message is one line: what happened and what to do. */
export class CommandError extends Error {
  override name = 'CommandError'
}

/** Characters of the line that says why a file is refused. */
const LONGEST_LINE = 200
/** Codes of errors that are about an option, and not about the file. */
const OF_OPTIONS = ['unknown_shape', 'unknown_format', 'read_only']

/** The refusal of a file in one line. */
export function refusedFile(file: string, error: ChatError): CommandError {
  const { message, data } = error
  return new CommandError(OF_OPTIONS.includes(data.code ?? '') ? message : refusalLine(file, message))
}

/** Reads a file with a reader of formats. Its refusal is one line. */
export function reading<Read>(file: string, read: () => Read): Read {
  try {
    return read()
  } catch (error) {
    throw isChatError(error) ? refusedFile(file, error) : error
  }
}

/** A name and why it is refused. Of a long path only its end is named. */
export function refusalLine(file: string, message: string): string {
  const name = file === '-' ? 'Standard input' : file
  const room = LONGEST_LINE - 'antiphon: : '.length - message.length
  return `${name.length > room ? `…${name.slice(1 - room)}` : name}: ${message}`
}

/** Node's error code (`ENOENT`, …), if it has one. */
export function codeOf(error: unknown): string | undefined {
  const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : undefined
}

/** Any error on one line. */
export function oneLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return text.trim().replace(/\s+/g, ' ')
}

export interface Command {
  name: string
  /** One line for `antiphon --help`. */
  summary: string
  /** The text of `antiphon NAME --help`. */
  help: string
  /** Gives the exit code. Throws CommandError for what the user can mend. */
  run(args: readonly string[], io: Io): Promise<number>
}
