'use client'

import { createListeners } from '@antiphon/base'
import { useEffect, useSyncExternalStore } from 'react'
import { useOfPage } from './use-layout.js'

/** A part of the kit that a page loads on demand, once. */
export interface LazyModule<T> {
  /** After a failure the next call loads again. */
  load(): Promise<T>
  /** Loads it before it is needed. Failures are left to the later use. */
  preload(): void
  /** The module, once it is loaded. */
  peek(): T | undefined
  subscribe(listener: () => void): () => void
}

/** A module that is loaded when it is first needed, and once for all who need it. */
export function createLazyModule<T>(get: () => Promise<T>): LazyModule<T> {
  const listeners = createListeners()
  let part: T | undefined
  let loading: Promise<T> | undefined
  const load = (): Promise<T> =>
    (loading ??= get().then(
      (loaded) => {
        part = loaded
        listeners.notify()
        return loaded
      },
      (error: unknown) => {
        loading = undefined
        throw error
      },
    ))
  return {
    load,
    preload: () => void load().catch(() => {}),
    peek: () => part,
    subscribe: listeners.add,
  }
}

const never = () => () => {}
const nothing = () => undefined

/**
 * Loads a part when `wanted` becomes true; undefined until it is loaded. Calls `onFailed` when loading fails. It tries
 * again when `wanted` changes to another true value, so pass a count or a name.
 */
export function useLazyModule<T>(
  part: LazyModule<T>,
  wanted: boolean | number | string,
  onFailed?: () => void,
): T | undefined {
  // During hydration the module may be loaded already. The server did not have it, and both must render the same.
  const loaded = useSyncExternalStore(wanted ? part.subscribe : never, part.peek, nothing)
  useEffect(() => {
    if (!wanted || part.peek() !== undefined) return
    let left = false
    part.load().catch(() => {
      if (!left) onFailed?.()
    })
    return () => {
      left = true
    }
  }, [part, wanted, onFailed])
  return loaded
}

/**
 * Loads a part that a server draws too; undefined until it is loaded. While a page takes over what a server drew it suspends, so put
 * a `Suspense` around: React then keeps the server's elements until the part is there. So does a server, unless `mayWait` is false.
 */
export function useServedModule<T>(part: LazyModule<T>, mayWait: boolean): T | undefined {
  const loaded = useSyncExternalStore(part.subscribe, part.peek, part.peek)
  const isServed = useOfPage(() => false, true)
  useEffect(() => part.preload(), [part])
  // After a failure nothing resolves it: what the server drew stays.
  if (loaded === undefined && isServed && mayWait)
    throw new Promise((resolve) => part.load().then(resolve, () => {}))
  return loaded
}
