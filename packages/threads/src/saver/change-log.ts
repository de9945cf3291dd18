import { isSameJson } from '@antiphon/base'
import type { StoredMessage, ThreadTree } from '@antiphon/core'
import { THREAD_VERSION, type NodeRecord } from '../storage/types.js'

/** Nested deeper than this, a value is replaced by a word. */
const MAX_DEPTH = 1000

/**
 * The value as plain JSON data. `details` of a tool may hold functions, dates or cycles, and storing must not fail for
 * them. Returns the same object when it is plain already.
 */
export function plainData<T>(value: T): T {
  return plain(value, []) as T
}

function plain(value: unknown, above: readonly unknown[]): unknown {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value
    case 'number':
      return Number.isFinite(value) ? value : null
    case 'bigint':
      return String(value)
    case 'object':
      break
    default:
      return undefined
  }
  if (value === null) return null
  if (above.includes(value)) return '[circular]'
  if (above.length > MAX_DEPTH) return '[nested too deeply]'
  const path = [...above, value]
  if (Array.isArray(value)) {
    const items = value.map((item) => plain(item, path) ?? null)
    return items.every((item, i) => item === value[i]) ? value : items
  }
  const toJSON: unknown = Reflect.get(value, 'toJSON')
  if (typeof toJSON === 'function') return plain(toJSON.call(value), path)
  let same = isPlain(value)
  const entries = Object.entries(value).flatMap(([key, item]) => {
    const next = plain(item, path)
    if (next !== item || next === undefined) same = false
    return next === undefined ? [] : [[key, next] as const]
  })
  // `fromEntries` defines, so a key `__proto__` stays a key.
  return same ? value : Object.fromEntries(entries)
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

export interface ChangeLogHost {
  /** Is the answer still being written? */
  isOpen(message: StoredMessage): boolean
  /** Does another tab write it, or run its calls? This tab may know an old state of it: its new place is stored when it has ended. */
  isElsewhere(message: StoredMessage): boolean
  /** Does a server write it, which stores it too? */
  isOnServer(message: StoredMessage): boolean
}

interface Stored {
  /** The stored object, or one with the same content. Messages are never changed, only replaced. */
  message: StoredMessage
  /** In the tree. */
  parent: string | null
  /** In its record. */
  recordParent: string | null
  order: number
  open: boolean
}

/** Tracks which parts of a thread are stored and which must still be written. */
export interface ChangeLog {
  /** All differences as records, and a function that marks them as stored. */
  collect(tree: ThreadTree): { nodes: NodeRecord[]; chosen?: readonly string[]; done(): void }
  /** Notes what came from the storage. */
  note(node: NodeRecord, message: StoredMessage, parent: string | null): void
  noteChosen(chosen: readonly string[]): void
  noteRemoved(id: string): void
  /** Was it removed, here or by another tab, and is still gone? */
  wasRemoved(id: string): boolean
  /** A point in time for `isWrittenSince`. */
  moment(): number
  /** Is it in the last collected batch, which is being written? */
  isWriting(id: string): boolean
  /** Ends the batch: it was stored, or storing failed. */
  endWrite(): void
  /** Was it written or removed here after `since`? Then a record that was read at that time may be older. */
  isWrittenSince(id: string, since: number): boolean
  /** Is it stored? A stored message that is not in the tree was removed here, and its removal must still be stored. */
  has(id: string): boolean
  /** Ids of all stored messages. */
  ids(): string[]
  /** Was the message stored with this content, or is there a change of our own? */
  isStored(message: StoredMessage): boolean
  /** Is this parent stored, or did this tab put the message there? */
  isPlaced(id: string, parent: string | null): boolean
  /** The parent in the stored record; undefined when the message is not stored. */
  storedParent(id: string): string | null | undefined
  /** Place among its siblings; a new one is younger than all. */
  orderOf(id: string): number
  /** Marks everything as not stored, so that all of it is written again. */
  forget(): void
}

export function createChangeLog(
  threadId: string,
  { isOpen, isElsewhere, isOnServer }: ChangeLogHost,
): ChangeLog {
  const stored = new Map<string, Stored>()
  const removed = new Set<string>()
  let writing: ReadonlySet<string> = new Set()
  const orders = new Map<string, number>()
  /** The last time of a write or removal here, by id. */
  const writtenAt = new Map<string, number>()
  let writes = 0
  let highest = 0
  let chosenStored = ''

  const orderOf = (id: string): number => {
    let order = orders.get(id)
    if (order === undefined) orders.set(id, (order = ++highest))
    return order
  }

  /**
   * Also for another object with the same content, as a reset to the same messages makes. Writing it could undo a change of
   * another tab.
   */
  const hasStored = (message: StoredMessage): boolean => {
    const entry = stored.get(message.id)
    if (!entry) return false
    if (entry.message !== message) {
      if (!isSameJson(entry.message, message)) return false
      entry.message = message
    }
    return true
  }

  return {
    orderOf,
    collect({ nodes, chosen }) {
      const records: NodeRecord[] = []
      const after = new Map<string, Stored>()
      const present = new Set<string>()
      // Written with its results. Another tab may have removed both, and an answer without results would look as if its calls
      // had never run.
      const rewritten = new Set<string | null>()
      for (const { message, parent } of nodes) {
        const { id } = message
        present.add(id)
        if (isOnServer(message) || (isElsewhere(message) && hasStored(message))) continue
        const before = stored.get(id)
        const open = isOpen(message)
        const goesWith = message.role === 'tool' && rewritten.has(parent)
        if (!goesWith && before?.parent === parent && before.open === open && hasStored(message)) continue
        if (goesWith || message.role === 'assistant') rewritten.add(id)
        const order = orderOf(id)
        after.set(id, { message, parent, recordParent: parent, order, open })
        records.push({
          v: THREAD_VERSION,
          threadId,
          id,
          parent,
          order,
          ...(open && { open }),
          message: plainData(message),
        })
      }
      const gone = [...stored].filter(([id]) => !present.has(id))
      for (const [id, { parent, order, message }] of gone) {
        const { role } = message
        records.push({ v: THREAD_VERSION, threadId, id, parent, order, removed: true, role })
      }
      const chosenNow = JSON.stringify(chosen)
      writing = new Set(records.map(({ id }) => id))
      const hasChosen = chosenNow !== (chosenStored || '[]')
      return {
        nodes: records,
        ...(hasChosen && { chosen }),
        done() {
          writes++
          for (const [id, entry] of after) {
            stored.set(id, entry)
            removed.delete(id)
          }
          for (const [id] of gone) {
            stored.delete(id)
            removed.add(id)
          }
          for (const id of [...after.keys(), ...gone.map(([key]) => key)]) writtenAt.set(id, writes)
          if (hasChosen) chosenStored = chosenNow
        },
      }
    },
    note({ id, order, open, parent: recordParent }, message, parent) {
      orders.set(id, order)
      highest = Math.max(highest, order)
      stored.set(id, { message, parent, recordParent, order, open: open ?? false })
      removed.delete(id)
    },
    noteChosen: (chosen) => void (chosenStored = JSON.stringify(chosen)),
    noteRemoved(id) {
      stored.delete(id)
      removed.add(id)
    },
    wasRemoved: (id) => removed.has(id),
    moment: () => writes,
    isWriting: (id) => writing.has(id),
    endWrite: () => void (writing = new Set()),
    isWrittenSince: (id, since) => (writtenAt.get(id) ?? 0) > since,
    has: (id) => stored.has(id),
    ids: () => [...stored.keys()],
    isStored: hasStored,
    isPlaced: (id, parent) => stored.get(id)?.parent === parent,
    storedParent: (id) => stored.get(id)?.recordParent,
    forget() {
      stored.clear()
      chosenStored = ''
    },
  }
}
