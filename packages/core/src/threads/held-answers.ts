import type { AnswerLeases } from '../chat/answer-leases.js'
import type { StoredMessage } from '../message/types.js'
import type { MessageStore } from '../store/create-message-store.js'
import type { ChangeLog } from './change-log.js'

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
