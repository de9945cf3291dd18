import type { ChatController } from '@antiphon/core'

type Subscribe = (listener: () => void) => () => void

export interface CountedChat {
  chat: ChatController
  /** Active subscriptions by name, each as often as it is subscribed to: `chat`, `ids`, `message a`, `live a`. */
  held(): string[]
  /** How many subscriptions there have ever been. */
  total(): number
}

/** A chat that knows who listens to it, for tests of hooks. */
export function countedChat(chat: ChatController): CountedChat {
  const held = new Map<symbol, string>()
  let total = 0
  const counted =
    (name: string, subscribe: Subscribe): Subscribe =>
    (listener) => {
      const entry = Symbol(name)
      total++
      held.set(entry, name)
      const remove = subscribe(listener)
      return () => {
        held.delete(entry)
        remove()
      }
    }
  const { store } = chat
  return {
    held: () => [...held.values()].sort(),
    total: () => total,
    chat: {
      ...chat,
      subscribe: counted('chat', chat.subscribe),
      subscribeLiveStep: (id, listener) =>
        counted(`live ${id}`, (on) => chat.subscribeLiveStep(id, on))(listener),
      store: {
        ...store,
        subscribe: counted('store', store.subscribe),
        subscribeIds: counted('ids', store.subscribeIds),
        subscribeMessage: (id, listener) =>
          counted(`message ${id}`, (on) => store.subscribeMessage(id, on))(listener),
      },
    },
  }
}
