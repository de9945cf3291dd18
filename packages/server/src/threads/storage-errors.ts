import { field, textOf } from '@antiphon/base'
import {
  StorageError,
  storageProblemWords,
  type StorageProblem,
  type StorageProblemKind,
} from '@antiphon/threads'

/** Longest id of a user, a thread or a message, in characters. Keys of databases have limits of about this. */
const LONGEST_ID = 500

/**
 * Refuses an id that no engine keeps as it is: an empty or very long one, one with a NUL, which cuts texts off, or with half of a
 * character, which becomes another one.
 *
 * @throws StorageError `refused`
 */
export function checkId(id: unknown, of: 'user' | 'thread' | 'message'): void {
  const fault = idFault(id)
  if (fault) throw refused(`The id of a ${of} ${fault}.`)
}

/** The fault of an id, as the end of a sentence. */
export function idFault(id: unknown): string | undefined {
  if (typeof id !== 'string') return 'is not a text'
  if (id.length === 0 || id.length > LONGEST_ID) return `has 1 to ${LONGEST_ID} characters`
  return /\0|\p{Cs}/u.test(id) ? 'holds a NUL or half of a character' : undefined
}

/** The error for what a storage does not take. `raw` says why. */
export function refused(raw: string): StorageError {
  return new StorageError(problem('refused', raw))
}

/** The error for what is longer than the host allows. */
export function tooLarge(raw: string): StorageError {
  return new StorageError(problem('too-large', raw))
}

function problem(kind: StorageProblemKind, raw: string): StorageProblem {
  return { kind, message: storageProblemWords[kind], raw }
}

/** Codes of SQLite, of PostgreSQL (SQLSTATE) and of sockets. */
const kinds: readonly [RegExp, StorageProblemKind][] = [
  [/^(?:SQLITE_FULL|53100|ENOSPC)$/, 'server-full'],
  [/^(?:SQLITE_TOOBIG|54000|22001)$/, 'too-large'],
  [/^SQLITE_BUSY|^SQLITE_LOCKED|^55P03$|^57014$/, 'slow'],
  [/^(?:ECONN|ENOTFOUND|ETIMEDOUT|EPIPE|CONNECT|57P0|53300|08)/, 'network'],
]

/** An error of an engine as one of the storage. `raw` keeps the words of the engine, for the log of the host. */
export function toEngineProblem(error: unknown): StorageError {
  if (error instanceof StorageError) return error
  return Object.assign(new StorageError(problemOf(error)), { cause: error })
}

/** Work of an engine, whose errors become errors of the storage. */
export const inEngine = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw toEngineProblem(error)
  })

function problemOf(error: unknown): StorageProblem {
  const code = textOf(field(error, 'code')) ?? ''
  const said = error instanceof Error ? error.message : String(error)
  if (code === '42P01' || said.startsWith('no such table'))
    return problem('unknown', `The tables are missing. Call migrate() first. (${said})`)
  // pg gives no code for a connection that broke.
  const isLost = code === '' && /^Connection terminated|^Client has encountered a connection error/.test(said)
  const kind = isLost ? 'network' : (kinds.find(([pattern]) => pattern.test(code))?.[1] ?? 'unknown')
  return problem(kind, `${code} ${said}`.trim())
}
