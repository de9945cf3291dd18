import { type ChatController, randomId } from '@antiphon/core'
import { compact } from '@antiphon/base'
import { setBrowserTimer } from '../saver/page-events.js'
import { type ThreadSaverOptions, createThreadSaver } from '../saver/thread-saver.js'
import { StorageError } from '../storage/problem.js'
import { listThreads, type ListedThreads } from '../storage/read-threads.js'
import { titleOf } from '../storage/thread-file.js'
import type { ThreadStorage } from '../storage/types.js'
import { forkPath, numberedTitle, pathNodes } from './fork-path.js'
import { isRunningHere, createSessionPool, type HeldSession, type ThreadSession } from './session-pool.js'
import { createUnreadMarks } from './unread-marks.js'

/** The storage of the threads, and how the chat of one is made. */
export interface ThreadSessionsOptions extends Omit<ThreadSaverOptions, 'threadId' | 'isNew' | 'onRead'> {
  storage: ThreadStorage
  /**
   * Makes the chat of a thread: `createChat({ ...settings, threadId })`, without messages. A `createServerChat` is closed with its
   * session, and its answers go on.
   */
  createChat: (threadId: string) => ChatController & { close?(): void }
  /**
   * How many threads stay open, so that a return to them is instant. Default 8. Beyond that, threads that nobody holds are
   * closed, the one unused for longest first. A thread that runs, has a queue or an open approval, or is not stored always
   * stays open.
   */
  keep?: number
  /** How long a deleted thread can be restored, in ms. Default 10 s, a little longer than Undo is offered. */
  undoFor?: number
  /** Default: 128 random bits. */
  generateId?: () => string
}

/** All threads of an app: the open ones, and the actions on each. */
export interface ThreadSessions {
  readonly storage: ThreadStorage
  /** An id for a new thread. The thread is stored with its first message, and not asked for before. */
  newId(): string
  /** The threads of the storage. Deletes for good what can no longer be restored. */
  list(): Promise<ListedThreads>
  /**
   * The session of a thread; opens it if needed. Safe during a render, because it closes nothing. To keep the session,
   * `acquire` it: otherwise it may be closed when many others open.
   */
  open(threadId: string): ThreadSession
  /**
   * Opens a thread and keeps its session until `release` is called. The calls are counted: call it once for each view or
   * job, from an effect and not during a render.
   */
  acquire(threadId: string): HeldSession
  /** An open session. */
  get(threadId: string): ThreadSession | undefined
  /**
   * Marks the thread as on screen until the returned function is called. An answer that ends in another thread makes that
   * thread unread (`ThreadRecord.unreadAt`) until it is shown.
   */
  show(threadId: string): () => void
  /** Called, a moment later, when a session was opened or closed. */
  subscribe(listener: () => void): () => void
  rename(threadId: string, title: string): Promise<void>
  setPinned(threadId: string, pinned: boolean): Promise<void>
  /** Puts the thread into the folder of this name, and out of any without a name. */
  move(threadId: string, folder?: string): Promise<void>
  /**
   * Moves all threads of a folder into the one of the other name, also those that were deleted and can be restored. Where one cannot be
   * stored, the threads after it stay.
   */
  renameFolder(folder: string, name: string): Promise<void>
  /**
   * Stores a new thread that goes on from a message of this one, and resolves with its id. It has the messages down to that one, and
   * the rest of its answer. This thread does not change, even while an answer of it is being written. Calls without a result stay so,
   * and the new thread neither runs nor asks about them. Rejects with a `StorageError`, or a `TypeError` for an unknown message.
   */
  fork(threadId: string, messageId: string): Promise<string>
  /**
   * Stops the answer in flight, stores the thread and marks it as deleted; `restore` can undo that for a while. A view of
   * the thread keeps its session, whose `save` says that it was deleted. Rejects with a `StorageError` when the mark cannot
   * be stored; the thread is then unchanged.
   */
  remove(threadId: string): Promise<void>
  /** Restores a deleted thread with its new messages. Resolves when that was stored, or failed. */
  restore(threadId: string): Promise<void>
  /** Deletes for good what the list could not read, except records of a newer version of the app and those without an id. */
  removeUnreadable(): Promise<void>
  /** Changes settings of all open chats. */
  configure(change: Parameters<ChatController['configure']>[0]): void
  /** Stops everything that is given here, and stores all threads. */
  close(): Promise<void>
}

/**
 * All threads of an app. It opens each thread as a chat that saves itself, keeps streaming threads open while another is
 * shown, and renames, pins, moves, deletes and restores threads.
 */
export function createThreadSessions(options: ThreadSessionsOptions): ThreadSessions {
  const { storage, createChat, keep = 8, undoFor = 10_000, generateId = randomId, ...saving } = options
  const { now = Date.now, setTimer = setBrowserTimer } = options
  const removing = new Map<string, Promise<void>>()
  /** Ids that were made here and that nobody has stored yet. */
  const fresh = new Set<string>()
  const unsubscribe = storage.subscribe(({ threadId }) => fresh.delete(threadId))
  const isNew = (threadId: string): boolean => fresh.has(threadId)
  const unread = createUnreadMarks(storage, now, (id) => isNew(id) || pool.get(id) !== undefined)
  const pool = createSessionPool({
    keep,
    undoFor,
    setTimer,
    make(threadId) {
      const chat = createChat(threadId)
      const saver = createThreadSaver(chat, storage, { ...saving, threadId, isNew, onRead: unread.note })
      const isRemoved = (): boolean => removing.has(threadId) || saver.getState().problem?.kind === 'removed'
      const unwatch = unread.watch(threadId, chat, isRemoved)
      return {
        session: { threadId, chat, saver },
        close() {
          unwatch()
          return saver.close().finally(() => chat.close?.())
        },
      }
    },
  })
  const list = async (): Promise<ListedThreads> => {
    const all = await listThreads(storage)
    all.threads.forEach(unread.note)
    for (const { id, removedAt = 0 } of all.removed)
      // A failure to store shows elsewhere.
      if (removedAt < now() - undoFor) storage.purge(id).catch(() => {})
    return all
  }

  const removeThread = async (threadId: string): Promise<void> => {
    const session = pool.get(threadId)
    if (session) {
      await stopped(session)
      // First stored as it is, so that it can be restored whole. Messages that could not be stored stay in the session.
      await session.saver.flush()
    }
    await storage.update(threadId, { removedAt: now() })
    // Also for a thread that was never stored, because the storage reports nothing then.
    session?.saver.setRemoved(true)
  }

  const move: ThreadSessions['move'] = (threadId, folder) =>
    storage.update(threadId, { folder: folder?.trim() || null })

  return {
    storage,
    newId() {
      const threadId = generateId()
      fresh.add(threadId)
      return threadId
    },
    list,
    open: pool.open,
    acquire: pool.acquire,
    get: pool.get,
    show: unread.show,
    subscribe: pool.subscribe,
    rename: (threadId, title) => storage.update(threadId, { title: title.trim() }),
    setPinned: (threadId, pinned) => storage.update(threadId, { pinnedAt: pinned ? now() : null }),
    move,
    async renameFolder(folder, name) {
      const { threads, removed } = await list()
      // One after the other, so that a server that refuses is asked once.
      for (const thread of [...threads, ...removed]) if (thread.folder === folder) await move(thread.id, name)
    },
    async fork(threadId, messageId) {
      const { session, release } = pool.acquire(threadId)
      try {
        const { chat, saver } = session
        await saver.loaded
        const { threads } = await list()
        const path = forkPath(chat, messageId)
        const { problem } = saver.getState()
        if (path.length === 0 && problem) throw new StorageError(problem)
        if (path.length === 0)
          throw new TypeError(`There is no message "${messageId}". It may have been removed.`)
        const id = generateId()
        const own = threads.find((one) => one.id === threadId)
        const title = numberedTitle(own?.title ?? titleOf(path), new Set(threads.map((one) => one.title)))
        const nodes = pathNodes(id, path)
        const folder = own?.folder
        await storage.write({
          threadId: id,
          known: false,
          nodes,
          title,
          folder,
          at: now(),
          durability: 'strict',
        })
        const { endpoint, model, parameters } = chat.getConfig()
        pool.open(id).chat.configure(compact({ endpoint, model, parameters }))
        return id
      } finally {
        release()
      }
    },
    remove(threadId) {
      const done = removeThread(threadId).finally(() => {
        if (removing.get(threadId) === done) removing.delete(threadId)
      })
      removing.set(threadId, done)
      return done
    },
    async restore(threadId) {
      // A quick Undo must wait for the deletion.
      await removing.get(threadId)?.catch(() => {})
      await storage.update(threadId, { removedAt: null })
      const { saver } = pool.get(threadId) ?? {}
      saver?.setRemoved(false)
      await saver?.flush()
    },
    async removeUnreadable() {
      const { threads, removed, quarantined } = await list()
      const others = new Set([...threads, ...removed].map(({ id }) => id))
      for (const { id, reason } of quarantined)
        if (id && reason === 'malformed' && !others.has(id)) await storage.purge(id)
    },
    configure(change) {
      for (const { chat } of pool.all()) chat.configure(change)
    },
    async close() {
      unsubscribe()
      unread.close()
      const ours = pool.all().filter(({ chat }) => !('close' in chat))
      await Promise.all(ours.map(stopped))
      await pool.close()
    },
  }

  /** The answer in flight ends only after the stop, and must be stored with that end. */
  async function stopped({ chat, saver }: ThreadSession): Promise<void> {
    const isRunning = (): boolean => isRunningHere(chat)
    chat.stop()
    const ended = new Promise<void>((resolve) => {
      if (!isRunning()) return resolve()
      const end = (): void => {
        unsubscribe()
        cancel()
        resolve()
      }
      const unsubscribe = chat.subscribe(() => isRunning() || end())
      // A tool that ignores the stop is not waited for.
      const cancel = setTimer(end, 1000)
    })
    await Promise.all([ended, saver.arrived()])
  }
}
