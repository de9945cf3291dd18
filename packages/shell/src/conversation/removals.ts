import type { ChatController } from '@antiphon/core'
import { removeFrom, removeTurn, type Removal } from '../thread/remove-turn.js'

/** A deletion and its kind: one turn, or all from a message on. */
interface LastRemoval extends Removal {
  what: 'turn' | 'from'
}

/** The last deletion in a chat, until it is undone or forgotten. */
export interface Removals {
  getLast(): LastRemoval | undefined
  subscribe(listener: () => void): () => void
  /** Deletes the turn of a message, or the message with all that follows it. */
  remove(what: 'turn' | 'from', messageId: string): void
  undo(): void
  /** It can no longer be undone. */
  forget(): void
}

const known = new WeakMap<ChatController, Removals>()

export function removalsOf(chat: ChatController): Removals {
  const found = known.get(chat)
  if (found) return found
  const made = createRemovals(chat)
  known.set(chat, made)
  return made
}

function createRemovals(chat: ChatController): Removals {
  const listeners = new Set<() => void>()
  let last: LastRemoval | undefined
  const set = (next: LastRemoval | undefined): void => {
    last = next
    for (const listener of listeners) listener()
  }
  return {
    getLast: () => last,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    remove(what, messageId) {
      const removal = what === 'turn' ? removeTurn(chat, messageId) : removeFrom(chat, messageId)
      if (removal) set({ ...removal, what })
    },
    undo() {
      last?.restore()
      set(undefined)
    },
    forget: () => set(undefined),
  }
}
