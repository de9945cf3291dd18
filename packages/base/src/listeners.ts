export type Unsubscribe = () => void

/** A set of listeners. One that throws does not stop the rest; its error surfaces as an uncaught one. */
export interface Listeners {
  add(listener: () => void): Unsubscribe
  notify(): void
  readonly size: number
}

/** Calls a function of the host, if there is one. An error in it is reported to the host and stops nothing here. */
export function callHost<Given>(callback: ((given: Given) => void) | undefined, given: Given): void {
  try {
    callback?.(given)
  } catch (error) {
    queueMicrotask(() => {
      throw error
    })
  }
}

export function createListeners(): Listeners {
  const listeners = new Set<() => void>()
  return {
    add(listener) {
      // A wrapper of its own per subscription, so that the same function may subscribe twice.
      const entry = (): void => listener()
      listeners.add(entry)
      return () => void listeners.delete(entry)
    },
    notify() {
      // A listener added meanwhile has just read the new state; a set would call it all the same.
      for (const listener of Array.from(listeners)) callHost(listener, undefined)
    },
    get size() {
      return listeners.size
    },
  }
}

/** One set of listeners per key, made on demand and dropped when empty. */
export interface KeyedListeners {
  add(key: string, listener: () => void): Unsubscribe
  notify(key: string): void
}

export function createKeyedListeners(): KeyedListeners {
  const byKey = new Map<string, Listeners>()
  return {
    add(key, listener) {
      let listeners = byKey.get(key)
      if (!listeners) byKey.set(key, (listeners = createListeners()))
      const remove = listeners.add(listener)
      return () => {
        remove()
        if (byKey.get(key)?.size === 0) byKey.delete(key)
      }
    },
    notify: (key) => byKey.get(key)?.notify(),
  }
}
