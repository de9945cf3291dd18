import type { StoredMessage, MessageStore, ChatController } from '@antiphon/core'
import type { AnswerLeases } from '@antiphon/core/keeper'
import { readRawThread } from '../storage/read-threads.js'
import type { NodeRecord, ThreadStorage } from '../storage/types.js'
import type { ChangeLog } from './change-log.js'

/** An answer that nobody writes any more: the text that arrived, marked as unfinished. Its calls never run. */
function asInterrupted(message: StoredMessage): StoredMessage {
  return message.role === 'assistant' ? { ...message, finishReason: 'incomplete' } : message
}

/** An answer that another tab writes. Its calls may be incomplete, and that tab runs them. */
function asArriving(message: StoredMessage): StoredMessage {
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
 * Holds the leases of answers until the storage has all of them. An answer that is written here is held from its first
 * record to its last, because an open record without a lease counts as interrupted. An ended answer is held until its
 * results are stored, because another tab would run its calls again.
 */
export interface HeldAnswers {
  /** Holds every answer that is being written. Returns undefined once all of them are held. */
  holdOpen(): Promise<void> | undefined
  /** Holds answers of the chat that the storage does not have yet. Used when the chat gives its answers back. */
  holdUnsaved(): void
  /** Gives back answers that have ended and are stored. */
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
      // Its removal must be stored too.
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
  /** Called when an answer is no longer elsewhere: its place here may have changed meanwhile. */
  onFreed(): void
}

/** The answers that other tabs write or whose calls they run. Tells the chat when one begins and when it ends. */
export interface ElsewhereAnswers {
  /** Ids of the answers that others hold now. */
  look(): Promise<ReadonlySet<string>>
  /** Tells the chat that others hold these answers, until they are freed and their end has been read. */
  show(ids: Iterable<string>): void
}

export function createElsewhereAnswers({
  chat,
  leases,
  signal,
  readAll,
  onFreed,
}: ElsewhereHost): ElsewhereAnswers {
  const followed = new Set<string>()
  signal.addEventListener('abort', () => {
    // This chat would not notice when they end.
    for (const id of followed) chat.setElsewhere(id, false)
  })

  const follow = async (id: string): Promise<void> => {
    followed.add(id)
    do {
      await leases.freed(id, signal)
      // Read the whole thread, because results are messages of their own. Until they are here the calls must look as if they
      // ran.
      await readAll()
      // Another tab may have continued it at once.
    } while (!signal.aborted && (await leases.takenElsewhere()).has(id))
    followed.delete(id)
    if (signal.aborted) return
    chat.setElsewhere(id, false)
    onFreed()
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
  /** Stored answers that nobody writes any more. Their interruption must be stored. */
  interrupted: Map<string, NodeRecord>
  /** Open answers that another tab writes. */
  arriving: Set<string>
  /** Frees the interrupted answers for other tabs. Call it when they are stored. */
  release(): void
}

/**
 * Separates open answers that another tab writes from interrupted ones that nobody writes. Only the holder of the lease can
 * tell, because another tab may have stored the end just after the record was read. So this claims the answer and reads it
 * once more.
 *
 * @param others answers that other tabs held just before or just after the records were read.
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
