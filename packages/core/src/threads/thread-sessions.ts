import type { Chat } from '../chat/chat-types.js'
import { createListeners, type Unsubscribe } from '../store/listeners.js'
import { listThreads } from './read-threads.js'
import type { ThreadSaver, ThreadSaverOptions } from './saver-types.js'
import { createThreadSaver } from './thread-saver.js'
import type { ThreadStorage } from './thread-types.js'
import { setBrowserTimer } from './timer.js'
import { createUnreadMarks } from './unread-marks.js'
import { randomId } from '../store/random-id.js'

/** A thread that is open: its chat, which goes on whether it is shown or not, and what keeps it. */
export interface ThreadSession {
  threadId: string
  chat: Chat
  saver: ThreadSaver
}

export interface ThreadSessionsOptions extends Omit<ThreadSaverOptions, 'threadId'> {
  storage: ThreadStorage
  /** Makes the chat of a thread: `createChat({ ...settings, threadId })`, without messages. */
  createChat: (threadId: string) => Chat
  /** Threads at rest that stay open, so that going back to them is at once. Default 8. */
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
  /** The session of a thread; opened when it is not yet. Stays the same until the thread is deleted or long unused. */
  open(threadId: string): ThreadSession
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
  /** Stops what is in flight and deletes the thread; it can be had back for a while. */
  remove(threadId: string): Promise<void>
  restore(threadId: string): Promise<void>
  /** Changes settings of all open chats. */
  configure(change: Parameters<Chat['configure']>[0]): void
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
  const sessions = new Map<string, ThreadSession>()
  const removing = new Map<string, Promise<void>>()
  const unread = createUnreadMarks(storage, now)
  const unwatch = new Map<string, () => void>()
  const listeners = createListeners()
  // Later, because a component may open one while it renders.
  const notify = (): void => queueMicrotask(listeners.notify)

  const isIdle = ({ chat, saver }: ThreadSession): boolean => {
    const { status, queue } = chat.getState()
    return (
      (status === 'ready' || status === 'error') && queue.length === 0 && saver.getState().status === 'saved'
    )
  }
  const forget = (threadId: string): void => {
    sessions.delete(threadId)
    unwatch.get(threadId)?.()
    unwatch.delete(threadId)
    notify()
  }
  /** Closes the threads that were unused for longest. One that runs, or is not stored, stays, and the one just opened. */
  const closeUnused = (current: string): void => {
    let spare = sessions.size - keep
    for (const [id, session] of sessions) {
      if (spare <= 0) return
      if (id === current || !isIdle(session)) continue
      forget(id)
      void session.saver.close()
      spare--
    }
  }
  const purgeOld = async (): Promise<void> => {
    const { removed } = await listThreads(storage)
    for (const { id, removedAt = 0 } of removed) if (removedAt < now() - undoFor) await storage.purge(id)
  }
  // Deleted before the page was closed, and too late for second thoughts. Fails where nothing can be stored; that shows elsewhere.
  purgeOld().catch(() => {})

  const removeThread = async (threadId: string): Promise<void> => {
    const session = sessions.get(threadId)
    forget(threadId)
    if (session) await stopped(session.chat)
    // First stored as it stands, so that it can be had back whole; then marked.
    await session?.saver.close()
    await storage.update(threadId, { removedAt: now() })
    purgeOld().catch(() => {})
  }

  return {
    storage,
    newId: generateId,
    open(threadId) {
      let session = sessions.get(threadId)
      if (session) {
        // To the end: the one used last.
        sessions.delete(threadId)
      } else {
        const chat = createChat(threadId)
        session = { threadId, chat, saver: createThreadSaver(chat, storage, { ...saving, threadId }) }
        unwatch.set(threadId, unread.watch(threadId, chat))
        notify()
      }
      sessions.set(threadId, session)
      closeUnused(threadId)
      return session
    },
    get: (threadId) => sessions.get(threadId),
    show: unread.show,
    subscribe: listeners.add,
    rename: (threadId, title) => storage.update(threadId, { title: title.trim() }),
    setPinned: (threadId, pinned) => storage.update(threadId, { pinnedAt: pinned ? now() : null }),
    remove(threadId) {
      const done = removeThread(threadId)
      removing.set(threadId, done)
      return done
    },
    async restore(threadId) {
      // A quick second thought: what it undoes must have happened.
      await removing.get(threadId)?.catch(() => {})
      await storage.update(threadId, { removedAt: null })
    },
    configure(change) {
      for (const { chat } of sessions.values()) chat.configure(change)
    },
    async close() {
      const open = [...sessions.values()]
      for (const { threadId } of open) forget(threadId)
      unread.close()
      await Promise.all(open.map(({ chat, saver }) => stopped(chat).then(saver.close)))
    },
  }

  /** What was in flight ends in the array only after the stop, and has to be stored like that. */
  function stopped(chat: Chat): Promise<void> {
    const isRunning = (): boolean => ['submitted', 'streaming'].includes(chat.getState().status)
    chat.stop()
    return new Promise((resolve) => {
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
  }
}
