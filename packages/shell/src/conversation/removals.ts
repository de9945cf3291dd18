import { createListeners } from '@antiphon/base'
import type { ChatController } from '@antiphon/core'
import { removeFrom, removeTurn, type Removal } from '../thread/remove-turn.js'

/** A deletion and its kind: one turn, or all from a message on. */
interface LastRemoval extends Removal {
  what: 'turn' | 'from'
}

type Removals = ReturnType<typeof createRemovals>

const known = new WeakMap<ChatController, Removals>()

export function removalsOf(chat: ChatController): Removals {
  const removals = known.get(chat) ?? createRemovals(chat)
  known.set(chat, removals)
  return removals
}

/** The last deletion in a chat, until it is undone or forgotten. */
function createRemovals(chat: ChatController) {
  const listeners = createListeners()
  let last: LastRemoval | undefined
  const set = (next: LastRemoval | undefined): void => {
    last = next
    listeners.notify()
  }
  return {
    getLast: () => last,
    subscribe: listeners.add,
    /** Deletes the turn of a message, or the message with all that follows it. */
    remove(what: LastRemoval['what'], messageId: string): void {
      const removal = what === 'turn' ? removeTurn(chat, messageId) : removeFrom(chat, messageId)
      if (removal) set({ ...removal, what })
    },
    undo(): void {
      last?.restore()
      set(undefined)
    },
    /** It can no longer be undone. */
    forget: () => set(undefined),
  }
}
