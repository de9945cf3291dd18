import { checkChange, checkWrite } from './check-body.js'
import { checkThread, isNewer } from './read-threads.js'
import {
  THREAD_VERSION,
  type ThreadChange,
  type ThreadRecord,
  type ThreadWrite,
  type WriteAnswer,
} from './types.js'

/**
 * The record of a thread after a write, or the answer when nothing may be written. Every `ThreadStorage` uses it, so that
 * the rules are the same. An undefined record means that the stored one cannot be read and stays; write the messages.
 *
 * @throws StorageError `refused` for a write whose records could not be read again, as a request may bring. `raw` names the field.
 */
export function applyWrite(
  stored: unknown,
  write: ThreadWrite,
): { record: ThreadRecord | undefined } | { answer: Exclude<WriteAnswer, 'written'> } {
  checkWrite(write)
  const { threadId, at, title = '', folder, chosen } = write
  if (stored === undefined || stored === null) {
    if (write.known) return { answer: 'missing' }
    return {
      record: {
        v: THREAD_VERSION,
        id: threadId,
        title,
        createdAt: at,
        updatedAt: at,
        ...(folder && { folder }),
        chosen: [...(chosen ?? [])],
      },
    }
  }
  if (isNewer(stored)) return { answer: 'newer' }
  const checked = checkThread(stored)
  if ('bad' in checked) return { record: undefined }
  const before = checked.ok
  if (before.purged || before.removedAt !== undefined) return { answer: 'removed' }
  return {
    record: {
      ...before,
      title: before.title || title,
      updatedAt: write.nodes.length > 0 ? at : before.updatedAt,
      ...(chosen && { chosen: [...chosen] }),
    },
  }
}

/**
 * The record after a change, or undefined when it must stay unchanged.
 *
 * @throws StorageError `refused` for a change that does not fit, as a request may bring. `raw` names the field.
 */
export function applyChange(stored: unknown, change: ThreadChange): ThreadRecord | undefined {
  checkChange(change)
  const checked = checkThread(stored)
  if ('bad' in checked || checked.ok.purged) return undefined
  const next: ThreadRecord = { ...checked.ok }
  if (change.title !== undefined) next.title = change.title
  for (const key of ['pinnedAt', 'folder', 'removedAt', 'unreadAt'] as const) {
    const value = change[key]
    if (value === null) delete next[key]
    else if (value !== undefined) Object.assign(next, { [key]: value })
  }
  return next
}

/** The mark that a deleted thread leaves. */
export function purgedRecord(threadId: string, at: number): ThreadRecord {
  return {
    v: THREAD_VERSION,
    id: threadId,
    title: '',
    createdAt: at,
    updatedAt: at,
    purged: true,
    chosen: [],
  }
}

/** The `type` of the event after a change. */
export function changeType(change: ThreadChange): 'thread' | 'removed' | 'restored' {
  if (change.removedAt === undefined) return 'thread'
  return change.removedAt === null ? 'restored' : 'removed'
}
