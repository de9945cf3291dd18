import type { ThreadTree } from '../store/create-message-store.js'
import { asRemoved, resolveTree } from './resolve-tree.js'
import { checkNode, checkThread, isNewer, type Quarantined } from './thread-schemas.js'
import { StorageError, storageProblem } from './storage-problem.js'
import type { NodeRecord, RawThread, ThreadRecord, ThreadStorage } from './thread-types.js'

/** The threads of a storage, and the records that could not be used. */
export interface ThreadList {
  /** Pinned ones first, then the one last written to first. Deleted ones are not among them. */
  threads: ThreadRecord[]
  /** Deleted, and still to be had back. */
  removed: ThreadRecord[]
  quarantined: Quarantined[]
}

/** A checked thread. */
export interface LoadedThread {
  /** Absent when its own record cannot be used; the messages are there all the same. */
  thread?: ThreadRecord
  tree: ThreadTree
  nodes: NodeRecord[]
  /** The same, each under the parent that it has in `tree`. */
  placed: NodeRecord[]
  quarantined: Quarantined[]
}

/** Reads and checks the list of threads. A record that cannot be used is put aside, never deleted (trust S48). */
export async function listThreads(storage: ThreadStorage): Promise<ThreadList> {
  const list: ThreadList = { threads: [], removed: [], quarantined: [] }
  for (const record of await storage.list()) {
    const checked = checkThread(record)
    if ('bad' in checked) list.quarantined.push(checked.bad)
    else if (checked.ok.purged) continue
    else if (checked.ok.removedAt === undefined) list.threads.push(checked.ok)
    else list.removed.push(checked.ok)
  }
  list.threads.sort(
    (a, b) =>
      (b.pinnedAt ?? -Infinity) - (a.pinnedAt ?? -Infinity) ||
      b.updatedAt - a.updatedAt ||
      (a.id < b.id ? -1 : 1),
  )
  return list
}

/**
 * A thread from the storage, or undefined when it has none of this id.
 *
 * @throws StorageError `newer` when the thread as a whole was stored by a newer version: it is not opened half.
 */
export async function loadThread(
  storage: ThreadStorage,
  threadId: string,
): Promise<LoadedThread | undefined> {
  const raw = await storage.read(threadId)
  return raw && readRawThread(raw, threadId)
}

/** Checks every record of a thread; one that cannot be used is left out and told. */
export function readRawThread(raw: RawThread, threadId: string): LoadedThread {
  if (isNewer(raw.thread)) throw new StorageError(storageProblem('newer'))
  const quarantined: Quarantined[] = []
  const nodes: NodeRecord[] = []
  const lost = new Map<string, string | null>()
  for (const record of raw.nodes) {
    const checked = checkNode(record, threadId)
    if ('ok' in checked) {
      nodes.push(checked.ok)
      continue
    }
    quarantined.push(checked.bad)
    const { parent } = (record ?? {}) as { parent?: unknown }
    if (checked.bad.id !== undefined && (typeof parent === 'string' || parent === null))
      lost.set(checked.bad.id, parent)
  }
  const thread = checkThread(raw.thread)
  if ('bad' in thread && raw.thread !== undefined) quarantined.push(thread.bad)
  const record = 'ok' in thread ? thread.ok : undefined
  const tree = resolveTree(nodes, record?.chosen ?? [], lost)
  const parents = new Map(tree.nodes.map(({ message, parent }) => [message.id, parent]))
  const placed = nodes.map((node): NodeRecord => {
    const parent = parents.get(node.id)
    // What has no place is gone, also where its own record does not say so.
    return parent === undefined ? asRemoved(node) : { ...node, parent }
  })
  return { thread: record, nodes, placed, quarantined, tree }
}
