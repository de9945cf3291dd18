/**
 * `too-large`: the server refuses the size of what is stored. `server-full`: it has no room left.
 * `quota`: the disk, or what the browser allows, is full. `denied`: no storage here, as in some private windows.
 * `blocked`: another tab holds an older version open. `outdated`: another tab brought a newer one. `newer`: made by a
 * newer version of the app. `aborted`: the browser abandoned the write. `network`: the server of the threads was not reached.
 * `refused`: it did not take the request. `forbidden`: it does not let this page or person do so. `slow`: the storage did not answer in time. `removed`: the thread was deleted.
 */
export type StorageProblemKind =
  | 'quota'
  | 'too-large'
  | 'server-full'
  | 'denied'
  | 'blocked'
  | 'outdated'
  | 'newer'
  | 'aborted'
  | 'network'
  | 'refused'
  | 'forbidden'
  | 'slow'
  | 'removed'
  | 'unknown'

/** Why something is not stored, as plain data. */
export interface StorageProblem {
  kind: StorageProblemKind
  /** Says to a person what happened and what to do. */
  message: string
  /** In the words of the browser or server. */
  raw?: string
}

/** The message of each kind: what happened and what to do. */
export const storageProblemWords: Record<StorageProblemKind, string> = {
  quota: 'Browser storage is full. Delete or export conversations, then try again.',
  'too-large':
    'The server that stores your conversations refuses the size of this, such as of a large file. The conversation is only here; export it to keep it.',
  'server-full':
    'The server that stores your conversations has no room left. The conversation is still here; try again later, or export it.',
  denied: 'This browser blocks storage for the page, as in a private window. Export what you want to keep.',
  blocked: 'Another tab holds an older version of the storage open. Close it, and all of this is stored.',
  outdated:
    'Another tab brought a newer version of this app. Reload this page; export first what is not stored.',
  newer: 'It was stored by a newer version of this app. It was left as it is; update the app to open it.',
  aborted: 'The browser gave up storing. The conversation is still here; try again, or export it.',
  network:
    'The server that stores your conversations was not reached. The conversation is still here; try again, or export it.',
  refused:
    'The server that stores your conversations refused. The conversation is still here; sign in again, or export it.',
  forbidden:
    'The server that stores your conversations does not allow this here. The conversation is only here; export it to keep it.',
  slow: 'The storage did not answer in time. The conversation is only here until it answers; try again, or export it.',
  removed:
    'This conversation was deleted. It is only here, and calls that wait for you do not run. Bring it back, or export it to keep it.',
  unknown: 'Storing failed. The conversation is still here; try again, or export it.',
}

/** The error of a storage. `problem` says in words for a person what happened and what to do. */
export class StorageError extends Error {
  override readonly name = 'StorageError'
  constructor(readonly problem: StorageProblem) {
    super(problem.message)
  }
}

/** A problem of this kind in words for a person, with the raw error beside it. */
export function storageProblem(kind: StorageProblemKind, raw?: unknown): StorageProblem {
  const text =
    raw instanceof Error ? `${raw.name}: ${raw.message}` : typeof raw === 'string' ? raw : undefined
  return { kind, message: storageProblemWords[kind], ...(text && { raw: text.slice(0, 500) }) }
}

/** Turns a failure of IndexedDB, or any other, into words for a person. */
export function toStorageProblem(error: unknown): StorageProblem {
  if (error instanceof StorageError) return error.problem
  const name = error instanceof Error ? error.name : ''
  const kind = kinds[name] ?? 'unknown'
  return storageProblem(kind, error)
}

const kinds: Record<string, StorageProblemKind | undefined> = {
  QuotaExceededError: 'quota',
  SecurityError: 'denied',
  InvalidStateError: 'aborted',
  AbortError: 'aborted',
  TimeoutError: 'aborted',
  UnknownError: 'aborted',
  VersionError: 'newer',
}
