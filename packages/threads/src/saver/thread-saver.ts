import { type LeaseLocks, createAnswerLeases } from '@antiphon/core/keeper'
import type { ChatController, StoredMessage } from '@antiphon/core'
import { createListeners, hasSameFields } from '@antiphon/base'
import { StorageError, storageProblem, toStorageProblem } from '../storage/problem.js'
import { titleOf } from '../storage/thread-file.js'
import type { ThreadRecord, ThreadStorage } from '../storage/types.js'
import { createChangeLog } from './change-log.js'
import { createHeldAnswers } from './open-answers.js'
import { type PageEvents, type SetTimer, browserPageEvents, setBrowserTimer } from './page-events.js'
import { isPrompt } from './resolve-tree.js'
import { createThreadSync } from './thread-sync.js'
import type { SaveState } from './save-state.js'

/** The thread that a chat is stored as, and how often it is stored. */
export interface ThreadSaverOptions {
  threadId: string
  /** Epoch ms. */
  now?: () => number
  setTimer?: SetTimer
  page?: PageEvents
  /** Tell which tab writes an answer. Default: the Web Locks of the browser, where there are any. */
  locks?: LeaseLocks
  /** Longest time in ms that an answer streams without being stored. Default 1000. */
  interval?: number
  /** Was the id made here, and the thread not stored since? Then the storage is not asked for it. */
  isNew?: (threadId: string) => boolean
  /** Gets the record of the thread each time that it is read. */
  onRead?: (thread: ThreadRecord) => void
}

/** Keeps a chat and a storage in step: stored messages go into the chat, and changes of the chat go into the storage. */
export interface ThreadSaver {
  getState(): SaveState
  subscribe(listener: () => void): () => void
  /** Resolves when the thread has been read, when reading failed, or after 10 s; `getState` tells which. Never rejects. */
  readonly loaded: Promise<void>
  /** True when a user's message is not stored. In a deleted thread: messages since the deletion. */
  hasUnstored(): boolean
  /** Stores everything now. Resolves when that succeeded or failed; `getState` tells which. */
  flush(): Promise<void>
  /**
   * Resolves when every added result is in the thread or was refused, and after 1 s at the latest. Await it before you
   * delete a thread.
   */
  arrived(): Promise<void>
  /**
   * Tells the saver that the thread was deleted or restored. New messages in a deleted thread stay in memory and are stored
   * when it is restored. Only code that deletes threads calls it; the saver notices deletions that the storage reports.
   */
  setRemoved(isRemoved: boolean): void
  /** Stores everything, stops watching the chat and gives back all leases. */
  close(): Promise<void>
}

/**
 * Longest wait of a request for its question to be stored, and of calls for the note that they begin. After that the chat goes
 * on, and the state says why.
 */
const MAX_WAIT_MS = 3000
/** Longest wait of a chat for its thread to be read. */
const MAX_LOAD_MS = 10_000
/** Longest wait of a deletion or `close` for a result that is on its way into the thread. */
const MAX_ARRIVAL_MS = 1000
/** Pause between two tries to store data that another tab may wait for. */
const RETRY_MS = 10_000

/**
 * Stores a chat while it runs. A question is stored before its request; an answer at least once per interval, when the page
 * is hidden, and when it ends. Messages of other tabs appear here. A storage that fails never stops the chat.
 *
 * @param chat made for this thread, and empty: the stored messages go into it.
 */
export function createThreadSaver(
  chat: ChatController,
  storage: ThreadStorage,
  options: ThreadSaverOptions,
): ThreadSaver {
  const { threadId, now = Date.now, setTimer = setBrowserTimer, interval = 1000 } = options
  const { page = browserPageEvents, locks, isNew, onRead } = options
  const { store } = chat
  const leases = createAnswerLeases(threadId, locks)
  const listeners = createListeners()
  let state: SaveState = { status: 'saved', isLoaded: false, quarantined: [] }
  const setState = (change: Partial<SaveState>): void => {
    const next = { ...state, ...change }
    if (hasSameFields(next, state)) return
    state = next
    listeners.notify()
  }

  const isOpenId = (id: string | undefined): boolean => {
    const { phase, elsewhere, onServer } = (id === undefined ? undefined : chat.getLiveStep(id)) ?? {}
    return !elsewhere && !onServer && (phase === 'waiting' || phase === 'streaming')
  }
  const isOpen = ({ id }: StoredMessage): boolean => isOpenId(id)
  const log = createChangeLog(threadId, {
    isOpen,
    isElsewhere: ({ id }) => sync.isArriving(id) || chat.getLiveStep(id)?.elsewhere !== undefined,
    isOnServer: ({ id }) => chat.getLiveStep(id)?.onServer === true,
  })
  const sync = createThreadSync({
    chat,
    storage,
    threadId,
    leases,
    log,
    isOpen,
    setState,
    isNew,
    onRead,
    save: () => save(),
  })

  const held = createHeldAnswers({ store, leases, log, isOpen })
  /**
   * Runs with each delta, so it checks few messages: an answer begins as the last message and is held from its first write
   * on.
   */
  const isAnswering = (): boolean => {
    if (isOpenId(store.getIds().at(-1))) return true
    for (const id of held.ids()) if (isOpenId(id)) return true
    return false
  }

  const prompts = new Set(store.getMessages().filter(isPrompt))
  /** Nothing while the chat has only the prompts that its host gave it: nobody has said anything yet. */
  const collect = (): ReturnType<typeof log.collect> => {
    const tree = store.getTree()
    const isBare = log.ids().length === 0 && tree.nodes.every(({ message }) => prompts.has(message))
    return isBare ? { nodes: [], done: () => {} } : log.collect(tree)
  }

  /** Did the last write fail? A storage in memory does not count as a failure, although it keeps nothing for good. */
  let isRefused = false
  const writeOnce = async (): Promise<'done' | 'again'> => {
    // In a thread that was not read, the message would become a second beginning.
    if (sync.isUnread() || sync.isBehind()) await sync.readAll()
    if (sync.isRemoved()) return 'done'
    // Who may not read it may not write it either.
    if (sync.isUnread() || (sync.isBehind() && state.problem?.kind === 'refused'))
      throw new StorageError(state.problem ?? storageProblem('unknown'))
    // Checked in the same step in which it is collected, so that an answer that begins meanwhile is held before it is
    // written.
    for (let holding = held.holdOpen(); holding; holding = held.holdOpen()) await holding
    const { nodes, chosen, done } = collect()
    if (nodes.length === 0 && (!chosen || !sync.isKnown())) {
      settle()
      return 'done'
    }
    setState({ status: 'saving' })
    const durability = nodes.some(({ open }) => !open) ? 'strict' : 'relaxed'
    const title = titleOf(store.getMessages())
    const known = sync.isKnown()
    const answer = await storage.write({ threadId, known, nodes, chosen, title, at: now(), durability })
    if (answer === 'missing') {
      // Deleted with the whole database: all of it is written, as a new thread.
      sync.setKnown(false)
      log.forget()
      return 'again'
    }
    if (answer === 'removed') {
      sync.setRemoved(true)
      return 'done'
    }
    if (answer !== 'written') {
      isRefused = true
      setState({ status: 'memory-only', problem: storageProblem(answer) })
      return 'done'
    }
    isRefused = false
    const isBack = nodes.some(({ id, message }) => message && log.wasRemoved(id))
    done()
    sync.setKnown(true)
    // Messages of other tabs may hang below what came back. Only a read of the whole thread knows their places.
    if (isBack || sync.mayUncover(nodes)) await sync.readAll()
    settle()
    return 'done'
  }
  const settle = (): void => {
    // Deleted during the last write, or not in step with other tabs. That state stays.
    if (sync.isRemoved() || sync.isBehind()) return
    const problem = storage.getProblem?.()
    setState({ status: problem ? 'memory-only' : 'saved', problem })
  }

  let writing: Promise<void> | undefined
  let isDirty = false
  /** Did anybody ask for it who may have a reason, such as a login? */
  let isAsked = false
  const save = (): Promise<void> => {
    isAsked = true
    return saveChanges()
  }
  /** A storage that has just failed is not asked again for each change: all of them wait for who asks, or for the next try. */
  const saveChanges = async (): Promise<void> => {
    cancelTimer?.()
    cancelTimer = undefined
    isDirty = true
    if (isRefused && !isAsked && !writing) tryAgain()
    else await (writing ??= write())
  }
  const write = async (): Promise<void> => {
    await loaded
    while (isDirty && state.isLoaded) {
      // Or it could arrive behind this one, with older text.
      await leaving
      isDirty = isAsked = false
      try {
        if ((await writeOnce()) === 'again') isDirty = true
      } catch (error) {
        isRefused = true
        setState({ status: 'memory-only', problem: toStorageProblem(error) })
        if (!isAsked) break
      } finally {
        sync.afterWrite()
      }
    }
    // Also in a deleted thread, where nothing is stored, so that another tab that shows it does not run a call again.
    held.releaseStored()
    if ((isDirty || !held.isEmpty()) && state.status === 'memory-only' && !sync.isRemoved()) tryAgain()
    // Not in a `finally` of the promise: a new order from here on must find no write running.
    writing = undefined
  }

  let leaving: Promise<unknown> | undefined
  /** Do not wait for a running write or anything else: the page may end at any moment. */
  const saveAtOnce = (): void => {
    if (!sync.isKnown() || sync.isUnread() || sync.isBehind() || sync.isRemoved()) return
    const ours = new Set(held.ids())
    // An open answer that is not held would count as interrupted.
    const nodes = collect().nodes.filter(({ id, open }) => !open || ours.has(id))
    if (nodes.length === 0) return
    leaving = storage
      .write({ threadId, known: true, nodes, at: now(), durability: 'relaxed', leaving: true })
      .catch(() => {})
  }

  let cancelRetry: (() => void) | undefined
  /** Another tab may wait for data that could not be stored. The retry must happen even without a change here. */
  const tryAgain = (): void => {
    if (!isClosed) cancelRetry ??= setTimer(() => ((cancelRetry = undefined), void save()), RETRY_MS)
  }

  let cancelTimer: (() => void) | undefined
  let isSoon = false
  let isClosed = false
  const saveSoon = (): void => {
    if (isSoon || isClosed) return
    isSoon = true
    queueMicrotask(() => {
      isSoon = false
      if (!isClosed) void saveChanges()
    })
  }
  const onChange = (): void => {
    if (isClosed) return
    if (!isAnswering()) saveSoon()
    else cancelTimer ??= setTimer(() => ((cancelTimer = undefined), void saveChanges()), interval)
  }

  /** Resolves with the work or after a limit, so that nobody waits for a storage that hangs. */
  const within = (ms: number, work: () => Promise<unknown>): Promise<boolean> =>
    new Promise((resolve) => {
      const cancel = setTimer(() => resolve(false), ms)
      const end = (): void => {
        cancel()
        resolve(true)
      }
      work().then(end, end)
    })
  /** Reports `memory-only` if a write takes too long: changes may be lost with the page until it has finished. */
  const untilStored = async (work: () => Promise<void>): Promise<boolean> => {
    const isInTime = await within(MAX_WAIT_MS, work)
    if (!isInTime && state.status !== 'memory-only')
      setState({ status: 'memory-only', problem: storageProblem('slow') })
    return isInTime && !isRefused
  }
  const loaded = within(MAX_LOAD_MS, sync.load).then((isInTime) => {
    if (!isInTime) sync.giveUp()
    // Known before the first message: messages in this storage will not last.
    const problem = storage.getProblem?.()
    if (problem) setState({ status: 'memory-only', problem })
  })
  const storeAll = async (): Promise<void> => {
    store.flush()
    await save()
  }
  /** Results that are on their way into the thread. */
  const arrivals = new Set<Promise<void>>()
  const removers = [
    chat.attach({
      leases: {
        ...leases,
        async take(id) {
          const giveBack = await leases.take(id)
          // The chat shows why it does not continue this answer.
          if (!giveBack) sync.noteElsewhere(id)
          return giveBack
        },
      },
      loaded,
      // A write that runs has begun for this question.
      beforeRequest: async () => void (await untilStored(() => (writing ? saveChanges() : save()))),
      refresh: async () => {
        if (!(await within(MAX_WAIT_MS, sync.readAll))) return false
        // A thread that was never read has stored nothing, so no other tab has its calls.
        if (sync.isUnread()) return true
        // A tab that runs calls of a deleted thread cannot store their results, so no other tab would know that they ran.
        return sync.isRemoved() ? 'removed' : !sync.isBehind()
      },
      async flush() {
        held.holdUnsaved()
        const isStored = await untilStored(storeAll)
        // A thread of which nothing was ever stored comes back without its calls.
        return isStored || !sync.isKnown()
      },
      expect() {
        let end!: () => void
        const arrival = new Promise<void>((resolve) => (end = resolve))
        arrivals.add(arrival)
        void arrival.then(() => arrivals.delete(arrival))
        return end
      },
    }),
    store.subscribe(onChange),
    store.subscribeIds(saveSoon),
    // Also when an answer has ended and its calls wait for a person, because nothing else changes then.
    chat.subscribe(() => (chat.getState().status !== 'streaming' || !isAnswering()) && saveSoon()),
    page.onHide(() => {
      store.flush()
      saveAtOnce()
      void save()
    }),
    page.onShow(() => void sync.readAll()),
    storage.subscribe((event) => {
      sync.onEvent(event)
      // The storage may have come back, and taken what waited.
      if (state.problem?.kind === 'blocked' && !storage.getProblem?.()) void save()
    }),
  ]

  let closing: Promise<void> | undefined
  const close = async (): Promise<void> => {
    await storeAll()
    // Messages that came during the write.
    if (isSoon) await storeAll()
    isClosed = true
    for (const remove of removers) remove()
    cancelTimer?.()
    cancelRetry?.()
    sync.close()
    held.releaseAll()
  }

  return {
    getState: () => state,
    subscribe: listeners.add,
    loaded,
    hasUnstored: () =>
      store.getTree().nodes.some(({ message }) => message.role === 'user' && !log.isStored(message)),
    async flush() {
      // Also where the storage is closed: a call makes it try to open.
      const isClosed = storage.getProblem?.() !== undefined
      if (isClosed || sync.isUnread() || sync.isBehind() || sync.isRemoved()) await sync.readAll()
      await storeAll()
    },
    arrived: async () => void (await within(MAX_ARRIVAL_MS, () => Promise.all(arrivals))),
    setRemoved: sync.setRemoved,
    close: () => (closing ??= close()),
  }
}
