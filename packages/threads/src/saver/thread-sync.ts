import type { AnswerLeases } from '@antiphon/core/keeper'
import type { ChatController, StoredMessage } from '@antiphon/core'
import { StorageError, storageProblem, toStorageProblem } from '../storage/problem.js'
import { readRawThread } from '../storage/read-threads.js'
import type { NodeRecord, ThreadEvent, ThreadRecord, ThreadStorage } from '../storage/types.js'
import type { ChangeLog } from './change-log.js'
import { followStored, hasCallsOf, mergeNodes } from './merge-nodes.js'
import { createElsewhereAnswers, settleOpen, type SettledNodes } from './open-answers.js'
import { asRemoved, isPrompt } from './resolve-tree.js'
import type { SaveState } from './save-state.js'

export interface ThreadSyncHost {
  chat: ChatController
  storage: ThreadStorage
  threadId: string
  leases: AnswerLeases
  log: ChangeLog
  /** Is the answer being written by this chat? */
  isOpen(message: StoredMessage): boolean
  setState(change: Partial<SaveState>): void
  /** Is there no such thread in the storage? */
  isNew?(threadId: string): boolean
  onRead?(thread: ThreadRecord): void
  /** Called after a change here that must be stored. */
  save(): Promise<void>
}

/** Brings the storage into the chat: first the whole thread, then the changes of other tabs. */
export interface ThreadSync {
  /** Reads the thread for the first time. */
  load(): Promise<void>
  /** The first read takes too long. The chat goes on without it, and is merged with the thread later. */
  giveUp(): void
  /** Reads the whole thread again after the page was asleep. */
  readAll(): Promise<void>
  onEvent(event: ThreadEvent): void
  /** Was it never read, so that nothing may be written yet? */
  isUnread(): boolean
  /** True when a change of another tab could not be read, so that the chat does not show everything that is stored. */
  isBehind(): boolean
  /** Was the thread deleted, here or in another tab? */
  isRemoved(): boolean
  setRemoved(isRemoved: boolean): void
  /** Is the thread in the storage? */
  isKnown(): boolean
  setKnown(known: boolean): void
  /** Can a change of these records bring back a stored message that the merge leaves out, such as the second of two equal results? */
  mayUncover(records: readonly NodeRecord[]): boolean
  /** Is this answer being written by another tab? */
  isArriving(messageId: string): boolean
  /** Another tab was found to have this answer. */
  noteElsewhere(answerId: string): void
  /** Called when a write has ended, well or not. */
  afterWrite(): void
  close(): void
}

export function createThreadSync(host: ThreadSyncHost): ThreadSync {
  const { chat, storage, threadId, leases, log, isOpen, setState } = host
  const { store } = chat
  const closing = new AbortController()
  const { signal } = closing
  /** Messages that this tab wrote during the read. Another tab may have written them too, before or after. */
  const contested = new Set<string>()
  /** Open answers that another tab writes. */
  const arriving = new Set<string>()
  /** Stored messages that the merge leaves out. Only a read of the whole thread tells when they have their place again. */
  const leftOut = new Set<string>()
  let known = false
  let isLoaded = false
  let hasRead = false
  let isRemoved = false
  let isBehind = false
  /** Stored by a newer version of the app: never opened here. */
  let isNewer = false
  /** Counts reported deletions and restores. A read that began before does not know about them. */
  let told = 0

  const isOwn = (id: string): boolean => {
    const message = store.getMessage(id)
    return leases.holds(id) || (message !== undefined && isOpen(message))
  }

  /** Has nothing of this answer arrived? */
  const isWaiting = (id: string): boolean => {
    const step = chat.getLiveStep(id)
    return step?.phase === 'waiting' && !step.elsewhere
  }

  /** Does a server write it? Then the stored copy counts. */
  const isOnServer = (id: string): boolean => chat.getLiveStep(id)?.onServer === true

  /** Does the run of this chat carry out the calls of this answer? Not while it still reads what other tabs did to it. */
  const runsCalls = (id: string): boolean => {
    const { status, isElsewhere } = chat.getState()
    const step = chat.getLiveStep(id)
    return (
      status === 'streaming' && !isElsewhere && step?.phase === 'tools' && !step.elsewhere && !step.onServer
    )
  }

  const take = (
    nodes: readonly NodeRecord[],
    settled: SettledNodes,
    others: ReadonlySet<string>,
    chosen: readonly string[],
    since: number,
  ): void => {
    const { interrupted } = settled
    const here = store.getTree()
    const isFirst = !hasRead
    hasRead = true
    const isLate = ({ id }: NodeRecord): boolean => log.isWrittenSince(id, since)
    const shown = settled.shown.flatMap((node) => {
      if (store.getMessage(node.id)) return isLate(node) ? [] : node
      if (isLate(node)) return asRemoved(node)
      if (!log.has(node.id)) return node
      // Removed here. Messages that others put below it must still find their parent, also where another tab moved it.
      if (node.message) log.note(node, node.message, node.parent)
      return asRemoved(node)
    })
    const tree = isFirst
      ? followStored(here, shown, chosen)
      : mergeNodes(here, shown, {
          threadId,
          orderOf: log.orderOf,
          isOurs: (message) => isOpen(message) || (!isOnServer(message.id) && !log.isStored(message)),
          isMoved: (id, parent) => !log.isPlaced(id, parent),
          storedParent: log.storedParent,
          runsCalls,
          isWaiting,
        })
    const places = new Map(tree.nodes.map((entry) => [entry.message.id, entry]))
    const mine = new Map(here.nodes.map((entry) => [entry.message.id, entry]))
    const removed = new Set(shown.flatMap(({ id, message }) => (message ? [] : id)))
    // The merge drops a second system prompt, and an answer that goes with its question. Their removal must be stored, or they would
    // come back.
    const isDropped = (message: StoredMessage): boolean =>
      (isPrompt(message) || isWaiting(message.id)) && !removed.has(message.id)
    for (const [id, { message }] of mine) if (!places.has(id) && !isDropped(message)) log.noteRemoved(id)
    for (const id of [...removed, ...places.keys()]) leftOut.delete(id)
    for (const message of [...here.nodes, ...shown].flatMap((one) => one.message ?? []))
      if (!places.has(message.id) && !removed.has(message.id) && !isDropped(message)) leftOut.add(message.id)
    for (const node of shown) {
      const place = places.get(node.id)
      const stored = interrupted.get(node.id)
      // The storage has the old answer. Its interruption is a change of ours.
      if (stored?.message) log.note(stored, stored.message, place?.parent ?? stored.parent)
      if (!place && node.message && isDropped(node.message)) log.note(node, node.message, node.parent)
      if (!place || stored) continue
      // The message stays, so it must be stored again.
      if (!node.message) {
        log.noteRemoved(node.id)
        continue
      }
      const own = isFirst ? undefined : mine.get(node.id)
      // Our own message, which must still be stored.
      if (own && place.message === own.message && !log.isStored(own.message) && !isOnServer(node.id)) continue
      const isMoved = own !== undefined && !log.isPlaced(node.id, own.parent)
      // Our copy is kept because the stored one lacks its calls, so it must be stored again.
      const isKept = own && runsCalls(node.id) && !hasCallsOf(place.message, node.message)
      log.note(node, isKept ? node.message : place.message, isMoved ? node.parent : place.parent)
    }
    // Removed before this tab knew of it. It may come back, and only a read of the whole thread then finds what follows it.
    for (const node of settled.shown)
      if (!node.message && !places.has(node.id) && !isLate(node)) log.noteRemoved(node.id)
    for (const { id } of shown) arriving.delete(id)
    for (const id of settled.arriving) arriving.add(id)
    const running = [...others, ...settled.arriving].filter((id) => places.has(id))
    // Before the messages change, so that they never look at rest and nobody is asked about their calls.
    elsewhere.show(running)
    store.setTree(tree)
    // With the calls that they have now.
    elsewhere.show(running)
    const isWhole = isFirst && tree.nodes.length === shown.filter(({ message }) => message).length
    log.noteChosen(isWhole ? store.getTree().chosen : isFirst ? chosen : here.chosen)
    if (interrupted.size > 0) void host.save().finally(settled.release)
    else settled.release()
    // Another tab may have written them after this one.
    for (const { id } of nodes.filter((node) => isLate(node) || log.isWriting(node.id))) contested.add(id)
    readContested()
  }

  const mayUncover = (records: readonly NodeRecord[]): boolean =>
    leftOut.size > 0 && records.some(({ message }) => !message || message.role === 'tool')

  const read = async (ids?: readonly string[]): Promise<void> => {
    if (signal.aborted) return
    const wasTold = told
    const since = log.moment()
    const wanted = hasRead ? ids : undefined
    const before = await elsewhere.look()
    const raw = host.isNew?.(threadId) ? undefined : await storage.read(threadId, wanted)
    if (signal.aborted) return
    if (!raw) {
      if (!wanted) hasRead = true
      return
    }
    const { nodes, placed, quarantined, thread } = readRawThread(raw, threadId)
    if (thread) host.onRead?.(thread)
    const isGone = thread?.purged === true || thread?.removedAt !== undefined
    if (told === wasTold && isGone !== isRemoved) setRemoved(isGone)
    // The thread was restored during the read.
    if (isGone && !isRemoved) return read(ids)
    // The shown messages of a restorable thread are kept in step. No new ones are shown.
    if (isGone && (!hasRead || thread?.purged)) return
    const has = new Set(nodes.map(({ id }) => id))
    // A message under a parent that was removed there but still exists here stays in place. The merge decides.
    const isSound = ({ parent }: NodeRecord): boolean =>
      quarantined.length === 0 && (parent === null || has.has(parent))
    const records = nodes.map((node, i) => (wanted || isSound(node) ? node : placed[i]!))
    // Answers that other tabs write, also those that they have let go since. How one ended is read when it is reported.
    const others = new Set([...before, ...(await elsewhere.look())])
    const settled = await settleOpen(records, others, { storage, threadId, leases, isOwn })
    if (signal.aborted) return settled.release()
    // Check after the last `await`, because the chat may have removed a parent in the meantime.
    const isWhole = nodes.every(
      ({ parent }) => parent === null || has.has(parent) || store.getMessage(parent),
    )
    const isBack = nodes.some(({ id, message }) => message && log.wasRemoved(id) && !store.getMessage(id))
    const isCut = nodes.some(
      ({ id, message }) => !message && store.getChildren(id).some((child) => !has.has(child)),
    )
    // A parent was removed or has come back. Only a read of the whole thread knows the new places.
    if (wanted && (!isWhole || isBack || isCut || mayUncover(nodes))) {
      settled.release()
      return read()
    }
    if (!wanted) {
      known = true
      setState({ quarantined })
    }
    take(records, settled, others, thread?.chosen ?? [], since)
  }

  /** Only after the write has ended: before that nobody knows which change came last. */
  const readContested = (): void => {
    const ids = [...contested].filter((id) => !log.isWriting(id))
    for (const id of ids) contested.delete(id)
    if (ids.length > 0) void readNext(ids)
  }

  const setRemoved = (next: boolean): void => {
    told++
    if (next === isRemoved) return
    isRemoved = next
    if (next) {
      setState({ status: 'memory-only', problem: storageProblem('removed') })
      chat.stop()
      return
    }
    // Nothing can be added to a thread that was never read. Until then messages stay in memory.
    if (hasRead) setState({ status: 'saving', problem: undefined })
    void readNext().then(host.save)
  }

  const readSafely = async (ids?: readonly string[]): Promise<void> => {
    try {
      const wasUnread = !hasRead
      await read(isBehind ? undefined : ids)
      isBehind = false
      if (wasUnread && hasRead && isLoaded) void host.save()
    } catch (error) {
      isBehind = true
      // For a deleted thread keep showing that problem: the deletion is why nothing is stored.
      if (!isRemoved) setState({ status: 'memory-only', problem: toStorageProblem(error) })
    }
  }

  /** One at a time, so that an older state of a message never comes after a newer one. */
  let reading: Promise<void> = Promise.resolve()
  const readNext = (ids?: readonly string[]): Promise<void> =>
    (reading = reading.then(() => (isNewer ? undefined : readSafely(ids))))
  const elsewhere = createElsewhereAnswers({
    chat,
    leases,
    signal,
    readAll: () => readNext(),
    onFreed: () => void host.save(),
  })

  const load = async (): Promise<void> => {
    try {
      await read()
    } catch (error) {
      const problem = toStorageProblem(error)
      setState({ status: 'memory-only', problem })
      // A thread of a newer version is not opened in part, and nothing is added to it.
      isNewer = error instanceof StorageError && problem.kind === 'newer'
      if (isNewer) return
    }
    const isLate = isLoaded
    isLoaded = true
    setState({ isLoaded })
    if (isLate && hasRead) void host.save()
  }

  return {
    load: () => (reading = load()),
    giveUp() {
      if (isLoaded || isNewer) return
      isLoaded = true
      setState({ isLoaded, status: 'memory-only', problem: storageProblem('slow') })
    },
    readAll: () => readNext(),
    onEvent({ threadId: id, type, ids, here }) {
      if (id !== threadId || type === 'thread') return
      if (type !== 'nodes') setRemoved(type !== 'restored')
      else if (!here) void readNext(ids)
    },
    isUnread: () => !hasRead,
    isBehind: () => isBehind,
    isRemoved: () => isRemoved,
    setRemoved,
    isKnown: () => known,
    setKnown: (value) => void (known = value),
    mayUncover,
    isArriving: (id) => arriving.has(id),
    afterWrite() {
      log.endWrite()
      readContested()
    },
    noteElsewhere(id) {
      if (!signal.aborted) elsewhere.show([id])
    },
    close: () => closing.abort(),
  }
}
