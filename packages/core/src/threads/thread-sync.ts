import type { Chat } from '../chat/chat-types.js'
import type { StoredMessage } from '../message/types.js'
import type { AnswerLocks } from './answer-locks.js'
import type { ChangeLog } from './change-log.js'
import { asArriving, asInterrupted } from './interrupted.js'
import { mergeNodes } from './merge-nodes.js'
import { loadThread, readRawThread } from './read-threads.js'
import type { SaveState } from './saver-types.js'
import { storageProblem, toStorageProblem } from './storage-problem.js'
import type { NodeRecord, ThreadEvent, ThreadStorage } from './thread-types.js'

export interface ThreadSyncHost {
  chat: Chat
  storage: ThreadStorage
  threadId: string
  locks: AnswerLocks
  log: ChangeLog
  /** Is the answer being written by this chat? */
  isOpen(message: StoredMessage): boolean
  setState(change: Partial<SaveState>): void
  /** Something was changed here that has to be stored. */
  save(): void
}

/** The way from the storage into the chat: at first all of the thread, then what other tabs write. */
export interface ThreadSync {
  load(): Promise<void>
  /** Reads the whole thread again, for a page that was asleep. */
  readAll(): Promise<void>
  onEvent(event: ThreadEvent): void
  /** Did reading it fail? */
  isUnread(): boolean
  /** Is the thread in the storage? */
  isKnown(): boolean
  setKnown(known: boolean): void
  /** Is this answer being written by another tab? */
  isElsewhere(messageId: string): boolean
  close(): void
}

export function createThreadSync(host: ThreadSyncHost): ThreadSync {
  const { chat, storage, threadId, locks, log, isOpen, setState } = host
  const { store } = chat
  const elsewhere = new Set<string>()
  const closing = new AbortController()
  let known = false
  let isLoaded = false
  let isUnread = false

  /** Open answers that another tab writes are shown as they arrive; those that nobody writes were interrupted. */
  const settleOpen = async (
    nodes: readonly NodeRecord[],
  ): Promise<{ shown: NodeRecord[]; fixed: Set<string> }> => {
    const fixed = new Set<string>()
    const shown = await Promise.all(
      nodes.map(async (node) => {
        const { id, message, open } = node
        if (!message || !open || isOwn(id)) {
          elsewhere.delete(id)
          return node
        }
        if (await locks.isHeld(id)) {
          watch(id)
          return { ...node, message: asArriving(message) }
        }
        elsewhere.delete(id)
        fixed.add(id)
        return { ...node, message: asInterrupted(message) }
      }),
    )
    return { shown, fixed }
  }
  const isOwn = (id: string): boolean => {
    const message = store.getMessage(id)
    return message !== undefined && isOpen(message)
  }
  const watch = (id: string): void => {
    if (elsewhere.has(id)) return
    elsewhere.add(id)
    void locks.released(id, closing.signal).then(() => readNext([id]))
  }

  const take = async (nodes: readonly NodeRecord[], chosen?: readonly string[]): Promise<void> => {
    const { shown, fixed } = await settleOpen(nodes)
    if (closing.signal.aborted) return
    const before = store.getTree()
    const merged = mergeNodes(before, shown, {
      threadId,
      orderOf: log.orderOf,
      isOurs: (message) => isOpen(message) || !log.isStored(message),
    })
    const isFirst = before.nodes.length === 0
    const tree = isFirst && chosen ? { ...merged, chosen } : merged
    const places = new Map(tree.nodes.map((entry) => [entry.message.id, entry]))
    const incoming = new Map(shown.map((node) => [node.id, node]))
    for (const { message } of before.nodes) {
      if (!places.has(message.id)) log.noteRemoved(message.id)
    }
    for (const [id, node] of incoming) {
      const place = places.get(id)
      // Ours, and still to be stored; or interrupted, which nobody has stored yet.
      if (!place || fixed.has(id)) continue
      const mine = before.nodes.find(({ message }) => message.id === id)?.message
      if (mine && place.message === mine && !log.isStored(mine)) continue
      log.note(node, place.message, place.parent)
    }
    for (const node of nodes) {
      // What is stored is the answer as it was; that it was interrupted is a change of ours.
      if (fixed.has(node.id)) log.note(node, node.message!, places.get(node.id)!.parent)
    }
    log.noteChosen(isFirst && chosen ? tree.chosen : before.chosen)
    store.setTree(tree)
    if (fixed.size > 0) host.save()
  }

  const read = async (ids?: readonly string[]): Promise<void> => {
    if (!isLoaded || closing.signal.aborted) return
    try {
      const raw = await storage.read(threadId, ids)
      if (!raw) return
      const { nodes, placed, quarantined, thread } = readRawThread(raw, threadId)
      if (thread?.purged || thread?.removedAt !== undefined) return gone()
      const has = new Set(nodes.map(({ id }) => id))
      const isWhole = nodes.every(
        ({ parent }) => parent === null || has.has(parent) || store.getMessage(parent),
      )
      // A parent that was taken out: the whole thread knows where that hung.
      if (ids && !isWhole) return await read()
      if (!ids) {
        isUnread = false
        known = true
        setState({ quarantined })
      }
      await take(ids ? nodes : placed)
    } catch (error) {
      setState({ status: 'memory-only', problem: toStorageProblem(error) })
    }
  }
  /** Deleted in another tab. */
  const gone = (): void => {
    chat.stop()
    setState({ status: 'memory-only', problem: storageProblem('removed') })
  }

  /** One at a time, so that an older state of a message never comes after a newer one. */
  let reading: Promise<void> = Promise.resolve()
  const readNext = (ids?: readonly string[]): Promise<void> => (reading = reading.then(() => read(ids)))

  return {
    async load() {
      try {
        const loaded = await loadThread(storage, threadId)
        if (loaded?.thread?.purged || loaded?.thread?.removedAt !== undefined) {
          setState({ status: 'memory-only', problem: storageProblem('removed') })
        } else if (loaded) {
          known = true
          setState({ quarantined: loaded.quarantined })
          await take(loaded.placed, loaded.tree.chosen)
        }
      } catch (error) {
        const problem = toStorageProblem(error)
        setState({ status: 'memory-only', problem })
        // It is not opened half, and nothing is added to it.
        if (problem.kind === 'newer') return
        isUnread = true
      }
      isLoaded = true
      setState({ isLoaded })
    },
    readAll: () => readNext(),
    onEvent(event) {
      if (event.threadId !== threadId || event.here) return
      if (event.type === 'nodes') void readNext(event.ids)
      else if (event.type === 'removed' || event.type === 'purged') gone()
      else if (event.type === 'restored') {
        setState({ status: 'saved', problem: undefined })
        host.save()
      }
    },
    isUnread: () => isUnread,
    isKnown: () => known,
    setKnown: (value) => void (known = value),
    isElsewhere: (id) => elsewhere.has(id),
    close: () => closing.abort(),
  }
}
