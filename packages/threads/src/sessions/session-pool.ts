import type { ChatController } from '@antiphon/core'
import { createListeners } from '@antiphon/base'
import type { SetTimer } from '../saver/page-events.js'
import type { ThreadSaver } from '../saver/thread-saver.js'

/** True while an answer arrives or tools run in this chat. The work of other tabs does not count. */
export function isRunningHere(chat: ChatController): boolean {
  const { status, isElsewhere } = chat.getState()
  return !isElsewhere && (status === 'submitted' || status === 'streaming')
}

/** An open thread: its chat, which runs whether it is shown or not, and its saver. */
export interface ThreadSession {
  threadId: string
  chat: ChatController
  saver: ThreadSaver
}

/** A session that stays open until it is released. */
export interface HeldSession {
  session: ThreadSession
  /** Call it once; later calls do nothing. */
  release(): void
}

export interface SessionPoolHost {
  make(threadId: string): { session: ThreadSession; close(): Promise<void> }
  /** How many sessions that nobody holds stay open. */
  keep: number
  /** How long a deleted thread can be restored, in ms. */
  undoFor: number
  setTimer: SetTimer
}

/** The open sessions: makes them, counts who holds each, and closes those that are not needed. */
export interface SessionPool {
  open(threadId: string): ThreadSession
  get(threadId: string): ThreadSession | undefined
  acquire(threadId: string): HeldSession
  all(): ThreadSession[]
  /** Called, a moment later, when a session was opened or closed. */
  subscribe(listener: () => void): () => void
  close(): Promise<void>
}

interface Entry {
  session: ThreadSession
  holders: number
  /** Opened or released since the last check. A rendering component may hold it in a moment. */
  isFresh: boolean
  /** Called when a deleted thread can no longer be restored. */
  isOver: boolean
  /** Stops the time for a restore, which began with the deletion. */
  stopUndo?: () => void
  close(): Promise<void>
}

/** Pause between two checks for sessions to close: longer than from a render to its effects. */
const LOOK_MS = 5000

export function createSessionPool({ make, keep, undoFor, setTimer }: SessionPoolHost): SessionPool {
  const entries = new Map<string, Entry>()
  const listeners = createListeners()
  let cancelLook: (() => void) | undefined
  // Later, because a component may open one while it renders.
  const notify = (): void => queueMicrotask(listeners.notify)

  const drop = (threadId: string, entry: Entry): Promise<void> => {
    entries.delete(threadId)
    entry.stopUndo?.()
    notify()
    return entry.close()
  }
  const isIdle = ({ session: { chat, saver }, isOver }: Entry): boolean => {
    const { status, queue, approvals } = chat.getState()
    const isAtRest = (status === 'ready' || status === 'error') && queue.length === 0
    const isKept = saver.getState().status === 'saved' || (isOver && !saver.hasUnstored())
    return isAtRest && approvals.length === 0 && isKept
  }
  /**
   * Closes sessions that nobody holds, the one unused for longest first. Sessions that run, wait, or are not stored stay
   * open.
   */
  const look = (): void => {
    cancelLook = undefined
    let spare = entries.size - keep
    let isAgain = false
    for (const [threadId, entry] of entries) {
      if (entry.holders > 0 || !isIdle(entry)) continue
      if (!entry.isOver && spare <= 0) continue
      if (!entry.isFresh) {
        void drop(threadId, entry)
        spare--
      }
      isAgain ||= entry.isFresh
      entry.isFresh = false
    }
    if (isAgain) lookSoon()
  }
  const lookSoon = (): void => {
    cancelLook ??= setTimer(look, LOOK_MS)
  }
  const touch = (threadId: string): Entry => {
    let entry = entries.get(threadId)
    // Moved to the end, as the one used last.
    if (entry) entries.delete(threadId)
    else entry = add(threadId)
    entry.isFresh = true
    entries.set(threadId, entry)
    if (entries.size > keep) lookSoon()
    return entry
  }
  const add = (threadId: string): Entry => {
    const { session, close } = make(threadId)
    const { chat, saver } = session
    const follow = (): void => {
      const isRemoved = saver.getState().problem?.kind === 'removed'
      if (!isRemoved) {
        entry.stopUndo?.()
        entry.stopUndo = undefined
        entry.isOver = false
      } else {
        entry.stopUndo ??= setTimer(() => {
          entry.isOver = true
          lookSoon()
        }, undoFor)
      }
      if (entries.size > keep) lookSoon()
    }
    const leave = [chat.subscribe(follow), saver.subscribe(follow)]
    const entry: Entry = {
      session,
      holders: 0,
      isFresh: true,
      isOver: false,
      close() {
        for (const stop of leave) stop()
        return close()
      },
    }
    notify()
    return entry
  }

  return {
    open: (threadId) => touch(threadId).session,
    get: (threadId) => entries.get(threadId)?.session,
    acquire(threadId) {
      const entry = touch(threadId)
      entry.holders++
      let isHeld = true
      return {
        session: entry.session,
        release() {
          if (!isHeld) return
          isHeld = false
          entry.holders--
          entry.isFresh = true
          if (entries.size > keep || entry.isOver) lookSoon()
        },
      }
    },
    all: () => Array.from(entries.values(), ({ session }) => session),
    subscribe: listeners.add,
    async close() {
      cancelLook?.()
      cancelLook = undefined
      await Promise.all(Array.from(entries, ([threadId, entry]) => drop(threadId, entry)))
    },
  }
}
