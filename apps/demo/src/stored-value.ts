import { useSyncExternalStore } from 'react'
import type { ZodType } from 'zod'

/** A value that is kept in this browser, for everything on the page that shows it. */
export interface StoredValue<Value> {
  get(): Value
  set(next: Value): void
  subscribe(listener: () => void): () => void
}

/** `name` without the prefix of the app. A stored value that does not fit the schema counts as none. */
export function createStoredValue<Value>(
  name: string,
  schema: ZodType<Value>,
  initial: Value,
): StoredValue<Value> {
  const key = `antiphon-demo.${name}`
  const listeners = new Set<() => void>()
  let value: Value | undefined
  return {
    get: () => (value ??= load()),
    set(next) {
      value = next
      try {
        localStorage.setItem(key, JSON.stringify(next))
      } catch {
        // No storage: it holds until the tab closes.
      }
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }

  function load(): Value {
    try {
      return schema.parse(JSON.parse(localStorage.getItem(key) ?? ''))
    } catch {
      return initial
    }
  }
}

export const useStoredValue = <Value>(stored: StoredValue<Value>): Value =>
  useSyncExternalStore(stored.subscribe, stored.get, stored.get)
