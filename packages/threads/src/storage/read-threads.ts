import type { StoredMessage, ThreadTree } from '@antiphon/core'
import { TEXT_CHANNELS } from '@antiphon/core/channels'
import { field, withoutJit } from '@antiphon/base'
import { inListOrder } from './list-order.js'
import { messageSchema } from './message-schemas.js'
import * as z from 'zod/v4'
import { asRemoved, resolveTree } from '../saver/resolve-tree.js'
import { StorageError, storageProblem } from './problem.js'
import {
  THREAD_VERSION,
  type NodeRecord,
  type ThreadRecord,
  type RawThread,
  type ThreadStorage,
} from './types.js'

const looseObject: typeof z.looseObject = (...given) => withoutJit(z.config, () => z.looseObject(...given))

/** A record that could not be used. It stays where it is. */
export interface Quarantined {
  /** Id of the thread or message, if it can be read. */
  id?: string
  reason: 'malformed' | 'newer'
  /** The fault of the record. */
  message: string
  record: unknown
}

// Fields that only a newer version knows stay: it may run in another tab, or on the server.
const threadSchema = looseObject({
  v: z.literal(THREAD_VERSION),
  id: z.string().min(1),
  title: z.string(),
  createdAt: z.number(),
  updatedAt: z.number(),
  pinnedAt: z.number().optional(),
  folder: z.string().optional(),
  removedAt: z.number().optional(),
  unreadAt: z.number().optional(),
  purged: z.literal(true).optional(),
  chosen: z.array(z.string()),
})

const nodeSchema = looseObject({
  v: z.literal(THREAD_VERSION),
  threadId: z.string(),
  id: z.string().min(1),
  parent: z.string().nullable(),
  order: z.number(),
  open: z.literal(true).optional(),
  removed: z.literal(true).optional(),
  role: z.enum(['system', 'developer', 'user', 'assistant', 'tool']).optional(),
  message: z.unknown().optional(),
})

/** The fields that a record of a message needs to be stored. A newer version knows its own better. */
export const nodeShape = looseObject({ threadId: z.string(), id: z.string().min(1) }).superRefine(
  (record, context) => {
    const { error } = nodeSchema.safeParse(record)
    if (error && !isNewer(record)) context.issues.push(...(error.issues as typeof context.issues))
  },
)

const bag = looseObject({})
/** The local fields of a message. A stream makes them; a screen relies on their shapes. */
const localSchema = looseObject({
  id: z.string(),
  finishReason: z.string().optional(),
  finishReasonRaw: z.string().optional(),
  isError: z.boolean().optional(),
  error: looseObject({ kind: z.string(), message: z.string() }).optional(),
  usage: bag.optional(),
  request: bag.optional(),
  model: z.string().optional(),
  maxOutputTokens: z.number().optional(),
  annotations: z.array(z.unknown()).optional(),
  images: z.array(looseObject({ type: z.string() })).optional(),
  audio: bag.optional(),
  reasoningSource: looseObject({ field: z.string() }).optional(),
  segments: z.array(looseObject({ type: z.string() })).optional(),
  thinking_blocks: z.array(looseObject({ type: z.string() })).optional(),
  timing: bag.optional(),
  toolName: z.string().optional(),
  kind: z.string().optional(),
})

type Checked<T> = { ok: T } | { bad: Quarantined }

export function checkThread(record: unknown): Checked<ThreadRecord> {
  const result = threadSchema.safeParse(record)
  return result.success ? { ok: result.data } : { bad: quarantine(record, result.error) }
}

export function checkNode(record: unknown, threadId: string): Checked<NodeRecord> {
  const result = nodeSchema.safeParse(record)
  if (!result.success) return { bad: quarantine(record, result.error) }
  const node = result.data
  if (node.threadId !== threadId) return { bad: malformed(record, 'It belongs to another thread.') }
  if (node.removed) return { ok: { ...node, message: undefined } }
  const local = localSchema.safeParse(node.message)
  if (!local.success) return { bad: quarantine(record, local.error) }
  if (local.data.id !== node.id) return { bad: malformed(record, 'Its message has another id.') }
  const wire = messageSchema.safeParse(node.message)
  if (!wire.success) return { bad: quarantine(record, wire.error) }
  return { ok: { ...node, message: asMessage(node.message as StoredMessage, wire.data as StoredMessage) } }
}

/** Is this a record, of anything, that a newer version made? */
export function isNewer(record: unknown): boolean {
  const v = field(record, 'v')
  return typeof v === 'number' && v > THREAD_VERSION
}

/** The message as stored, key by key. The parsed message is used only when a null had to be replaced. */
function asMessage(stored: StoredMessage, parsed: StoredMessage): StoredMessage {
  if (stored.role !== 'assistant') return stored
  const texts: unknown[] = TEXT_CHANNELS.map(({ field }) => stored[field])
  return texts.includes(null) || stored.content === undefined ? parsed : stored
}

function quarantine(record: unknown, error: z.ZodError): Quarantined {
  if (isNewer(record)) {
    return { ...malformed(record, 'It was stored by a newer version of this app.'), reason: 'newer' }
  }
  const [issue] = error.issues
  return malformed(record, issue ? `${issue.path.join('.') || 'record'}: ${issue.message}` : error.message)
}

function malformed(record: unknown, message: string): Quarantined {
  const id = field(record, 'id')
  return { ...(typeof id === 'string' && { id }), reason: 'malformed', message, record }
}

/** The threads of a storage, and the records that could not be used. */
export interface ListedThreads {
  /** Pinned ones first, then the one last written to first. Deleted ones are not among them. */
  threads: ThreadRecord[]
  /** Deleted, but it can still be restored. */
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

/** Reads and checks the list of threads. A record that cannot be used is put aside, never deleted. */
export async function listThreads(storage: ThreadStorage): Promise<ListedThreads> {
  const list: ListedThreads = { threads: [], removed: [], quarantined: [] }
  for (const record of await storage.list()) {
    const checked = checkThread(record)
    if ('bad' in checked) list.quarantined.push(checked.bad)
    else if (checked.ok.purged) continue
    else if (checked.ok.removedAt === undefined) list.threads.push(checked.ok)
    else list.removed.push(checked.ok)
  }
  return { ...list, threads: list.threads.sort(inListOrder) }
}

/**
 * A thread from the storage, or undefined for an unknown id.
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
    const parent = field(record, 'parent')
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
    // A message without a place is removed, even if its own record does not say so.
    return parent === undefined ? asRemoved(node) : { ...node, parent }
  })
  return { thread: record, nodes, placed, quarantined, tree }
}
