import { type ChatController, type Unsubscribe, randomId } from '@antiphon/core'
import { setBrowserTimer } from '../saver/page-events.js'
import { type ThreadSaverOptions, createThreadSaver } from '../saver/thread-saver.js'
import { listThreads } from '../storage/read-threads.js'
import type { ThreadStorage } from '../storage/types.js'
import { isRunningHere, createSessionPool, type HeldSession, type ThreadSession } from './session-pool.js'
import { createUnreadMarks } from './unread-marks.js'

export interface ThreadSessionsOptions extends Omit<ThreadSaverOptions, 'threadId'> {
  storage: ThreadStorage
  /** Makes the chat of a thread: `createChat({ ...settings, threadId })`, without messages. */
  createChat: (threadId: string) => ChatController
  /**
   * How many threads stay open, so that going back to one is at once. Default 8. Of more, those that nobody holds are closed, the one
   * unused for longest first. A thread that runs, has a queue or an open approval, or is not stored stays open in any case.
   */
  keep?: number
  /** For how long, in ms, a deleted thread can be had back. Default 10 s, a little more than an undo is offered. */
  undoFor?: number
  /** Default: 128 random bits. */
  generateId?: () => string
}

/** All threads of an app: the open ones, and what can be done to each. */
export interface ThreadSessions {
  readonly storage: ThreadStorage
  /** An id for a thread that is not there yet. It is stored with its first message. */
  newId(): string
  /**
   * The session of a thread; opened when it is not yet. Safe to call while rendering: it closes nothing. Who goes on using the
   * session has to `acquire` it, or it may be closed when many others are opened.
   */
  open(threadId: string): ThreadSession
  /**
   * Opens a thread and keeps its session until `release` is called, however many others are opened. Counted: call it once for each
   * view or job that uses the thread, from an effect and not while rendering.
   */
  acquire(threadId: string): HeldSession
  /** An open session. */
  get(threadId: string): ThreadSession | undefined
  /**
   * The thread is on screen until the returned function is called. An answer that ends in another one meanwhile makes that
   * unread (`ThreadRecord.unreadAt`), until it is on screen itself.
   */
  show(threadId: string): () => void
  /** Called, a moment later, when a session was opened or closed. */
  subscribe(listener: () => void): Unsubscribe
  rename(threadId: string, title: string): Promise<void>
  setPinned(threadId: string, pinned: boolean): Promise<void>
  /**
   * Stops what is in flight, stores the thread as it stands and marks it as deleted; it can be had back for a while. A view that shows
   * it keeps its session, whose `save` says that it was deleted. Rejects with a `StorageError` when the mark cannot be stored: the
   * thread is then as it was.
   */
  remove(threadId: string): Promise<void>
  /** Brings a deleted thread back, with what was said in it since. Resolves when that was stored, or could not be. */
  restore(threadId: string): Promise<void>
  /** Changes settings of all open chats. */
  configure(change: Parameters<ChatController['configure']>[0]): void
  /** Stops everything and stores what there is. */
  close(): Promise<void>
}

/**
 * All threads of an app: opens each as a chat that saves itself, keeps those that still stream while another is shown, and
 * renames, pins, deletes and brings back.
 */
export function createThreadSessions(options: ThreadSessionsOptions): ThreadSessions {
  const { storage, createChat, keep = 8, undoFor = 10_000, generateId = randomId, ...saving } = options
  const { now = Date.now, setTimer = setBrowserTimer } = options
  const removing = new Map<string, Promise<void>>()
  const unread = createUnreadMarks(storage, now)
  const pool = createSessionPool({
    keep,
    undoFor,
    setTimer,
    make(threadId) {
      const chat = createChat(threadId)
      const saver = createThreadSaver(chat, storage, { ...saving, threadId })
      const isRemoved = (): boolean => removing.has(threadId) || saver.getState().problem?.kind === 'removed'
      const unwatch = unread.watch(threadId, chat, isRemoved)
      return {
        session: { threadId, chat, saver },
        close() {
          unwatch()
          return saver.close()
        },
      }
    },
  })
  const purgeOld = async (): Promise<void> => {
    const { removed } = await listThreads(storage)
    for (const { id, removedAt = 0 } of removed) if (removedAt < now() - undoFor) await storage.purge(id)
  }
  // Deleted before the page was closed, and too late for second thoughts. Fails where nothing can be stored; that shows elsewhere.
  purgeOld().catch(() => {})

  const removeThread = async (threadId: string): Promise<void> => {
    const session = pool.get(threadId)
    if (session) {
      await stopped(session)
      // First stored as it stands, so that it can be had back whole. What could not be stored stays in the session.
      await session.saver.flush()
    }
    await storage.update(threadId, { removedAt: now() })
    // Also one that was never stored: the storage has nothing to tell of.
    session?.saver.setRemoved(true)
    purgeOld().catch(() => {})
  }

  return {
    storage,
    newId: generateId,
    open: pool.open,
    acquire: pool.acquire,
    get: pool.get,
    show: unread.show,
    subscribe: pool.subscribe,
    rename: (threadId, title) => storage.update(threadId, { title: title.trim() }),
    setPinned: (threadId, pinned) => storage.update(threadId, { pinnedAt: pinned ? now() : null }),
    remove(threadId) {
      const done = removeThread(threadId).finally(() => {
        if (removing.get(threadId) === done) removing.delete(threadId)
      })
      removing.set(threadId, done)
      return done
    },
    async restore(threadId) {
      // A quick second thought: what it undoes must have happened.
      await removing.get(threadId)?.catch(() => {})
      await storage.update(threadId, { removedAt: null })
      const { saver } = pool.get(threadId) ?? {}
      saver?.setRemoved(false)
      await saver?.flush()
    },
    configure(change) {
      for (const { chat } of pool.all()) chat.configure(change)
    },
    async close() {
      unread.close()
      await Promise.all(pool.all().map(stopped))
      await pool.close()
    },
  }

  /** What was in flight ends in the array only after the stop, and has to be stored like that. */
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
      // A tool that does not hear of the stop is not waited for.
      const cancel = setTimer(end, 1000)
    })
    await Promise.all([ended, saver.arrived()])
  }
}
