import type { StoredMessage, AnswerLeases, MessageStore, ChatController } from '@antiphon/core'
import { readRawThread } from '../storage/read-threads.js'
import type { NodeRecord, ThreadStorage } from '../storage/types.js'
import type { ChangeLog } from './change-log.js'

/** An answer that nobody writes any more: what arrived of it, and that it did not end. Its calls are never run. */
export function asInterrupted(message: StoredMessage): StoredMessage {
  return message.role === 'assistant' ? { ...message, finishReason: 'incomplete' } : message
}

/** An answer that another tab is writing: its calls may be half calls, and are that tab's to run. */
export function asArriving(message: StoredMessage): StoredMessage {
  if (message.role !== 'assistant' || !message.tool_calls) return message
  const { tool_calls: _, ...rest } = message
  return rest
}

export interface HeldAnswersHost {
  store: MessageStore
  leases: AnswerLeases
  log: ChangeLog
  /** Is the answer being written by this chat? */
  isOpen(message: StoredMessage): boolean
}

/**
 * The answers whose leases are held for as long as the storage does not have all of them. An answer that is written here is held
 * from its first record to its last: a record of an open answer that nobody has is one of an interrupted answer. One that has
 * ended is held until its results are stored too: another tab would run its calls again.
 */
export interface HeldAnswers {
  /** Holds every answer that is being written. In the step in which it returns undefined, there is none left. */
  holdOpen(): Promise<void> | undefined
  /** Holds what the chat has and the storage has not. For the moment when the chat gives its answers back. */
  holdUnsaved(): void
  /** Gives back what has ended and is stored. */
  releaseStored(): void
  releaseAll(): void
  ids(): Iterable<string>
  isEmpty(): boolean
}

export function createHeldAnswers({ store, leases, log, isOpen }: HeldAnswersHost): HeldAnswers {
  const held = new Map<string, ReturnType<AnswerLeases['take']>>()

  const hold = async (id: string): Promise<void> => {
    const lease = leases.take(id)
    held.set(id, lease)
    await lease
  }
  const release = (id: string): void => {
    void held.get(id)?.then((giveBack) => giveBack?.())
    held.delete(id)
  }
  /** The message and, below it, its results. */
  const isStored = (answerId: string): boolean => {
    const pending = [answerId]
    for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
      const message = store.getMessage(id)
      // That it was taken out here has to be stored, too.
      if (!message) return !log.has(id)
      if (!log.isStored(message) || !log.isPlaced(id, store.getParent(id) ?? null)) return false
      pending.push(...store.getChildren(id).filter((child) => store.getMessage(child)?.role === 'tool'))
    }
    return true
  }

  return {
    holdOpen() {
      const next = store.getTree().nodes.find(({ message }) => isOpen(message) && !held.has(message.id))
      return next && hold(next.message.id)
    },
    holdUnsaved() {
      const here = store.getTree().nodes.map(({ message }) => message.id)
      for (const id of new Set([...here, ...log.ids()]))
        if (leases.holds(id) && !held.has(id) && !isStored(id)) void hold(id)
    },
    releaseStored() {
      for (const id of held.keys()) {
        const message = store.getMessage(id)
        if (!(message && isOpen(message)) && isStored(id)) release(id)
      }
    },
    releaseAll() {
      for (const id of held.keys()) release(id)
    },
    ids: () => held.keys(),
    isEmpty: () => held.size === 0,
  }
}

export interface ElsewhereHost {
  chat: ChatController
  leases: AnswerLeases
  /** Ends all waiting. */
  signal: AbortSignal
  /** Reads the whole thread. */
  readAll(): Promise<void>
}

/** The answers that other tabs write, or whose calls they run: tells the chat when one begins and when it has ended. */
export interface ElsewhereAnswers {
  /** Ids of the answers that others have at this moment. */
  look(): Promise<ReadonlySet<string>>
  /** Tells the chat that others have these, until they are freed and what became of them has been read. */
  show(ids: Iterable<string>): void
}

export function createElsewhereAnswers({ chat, leases, signal, readAll }: ElsewhereHost): ElsewhereAnswers {
  const followed = new Set<string>()
  signal.addEventListener('abort', () => {
    // Nobody tells this chat any more when they end.
    for (const id of followed) chat.setElsewhere(id, false)
  })

  const follow = async (id: string): Promise<void> => {
    followed.add(id)
    do {
      await leases.freed(id, signal)
      // All of it: the results of its calls are messages of their own. Until they are here its calls must look as if they ran.
      await readAll()
      // Another tab may have gone on with it at once.
    } while (!signal.aborted && (await leases.takenElsewhere()).has(id))
    followed.delete(id)
    if (!signal.aborted) chat.setElsewhere(id, false)
  }

  return {
    look: leases.takenElsewhere,
    show(ids) {
      for (const id of ids) {
        chat.setElsewhere(id, true)
        if (!followed.has(id)) void follow(id)
      }
    },
  }
}

export interface OpenAnswersHost {
  storage: ThreadStorage
  threadId: string
  leases: AnswerLeases
  /** Does this chat write the answer? */
  isOwn(id: string): boolean
}

/** Records as they are shown. */
export interface SettledNodes {
  shown: NodeRecord[]
  /** Answers that nobody writes any more, as they are stored: that they were interrupted has to be stored. */
  interrupted: Map<string, NodeRecord>
  /** Open answers that another tab writes. */
  arriving: Set<string>
  /** Lets others have the interrupted answers. Call it when they are stored. */
  release(): void
}

/**
 * Tells open answers that another tab writes, which are shown as they arrive, from those that nobody writes: they were
 * interrupted. That can only be said by who has the lease of the answer: another tab may have ended it, and stored its end, just
 * after the record was read. So the answer is claimed, and read once more.
 *
 * @param others answers that other tabs had just before, or just after, the records were read.
 */
export async function settleOpen(
  nodes: readonly NodeRecord[],
  others: ReadonlySet<string>,
  { storage, threadId, leases, isOwn }: OpenAnswersHost,
): Promise<SettledNodes> {
  const claims = new Map<string, () => void>()
  const arriving = new Set<string>()
  for (const { id, message, open } of nodes) {
    if (!message || !open || isOwn(id)) continue
    const release = others.has(id) ? undefined : await leases.take(id)
    if (release) claims.set(id, release)
    else arriving.add(id)
  }
  const release = (): void => claims.forEach((giveBack) => giveBack())
  try {
    const raw = claims.size > 0 ? await storage.read(threadId, [...claims.keys()]) : undefined
    const again = raw ? readRawThread(raw, threadId).nodes : []
    const claimed = new Map(again.map((node) => [node.id, node]))
    const interrupted = new Map<string, NodeRecord>()
    const shown = nodes.map((node) => {
      const { message } = node
      if (message && arriving.has(node.id)) return { ...node, message: asArriving(message) }
      if (!claims.has(node.id)) return node
      const fresh = { ...(claimed.get(node.id) ?? node), parent: node.parent }
      if (!fresh.open || !fresh.message) return fresh
      interrupted.set(node.id, fresh)
      return { ...fresh, message: asInterrupted(fresh.message) }
    })
    return { shown, interrupted, arriving, release }
  } catch (error) {
    release()
    throw error
  }
}
