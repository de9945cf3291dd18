'use client'

import { useEffect, useSyncExternalStore } from 'react'

/** A part of the kit that a page loads when it is wanted, once. */
export interface LazyModule<T> {
  /** What could not be loaded is asked for again with the next call. */
  load(): Promise<T>
  /** Ahead of its use, so that it is there by then. Whoever needs it deals with a failure. */
  preload(): void
  /** It, when it is there. */
  peek(): T | undefined
  subscribe(listener: () => void): () => void
}

export function createLazyModule<T>(get: () => Promise<T>): LazyModule<T> {
  const listeners = new Set<() => void>()
  let part: T | undefined
  let loading: Promise<T> | undefined
  const load = (): Promise<T> =>
    (loading ??= get().then(
      (loaded) => {
        part = loaded
        for (const listener of listeners) listener()
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
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

const never = () => () => {}
const nothing = () => undefined

/**
 * A part that nothing on a page needs before somebody does something: asked for once `wanted` is true, undefined until it is there.
 * `onFailed` if it cannot be loaded. It is asked for again with the next `wanted` that is true and another one: give a count or a name
 * of what wants it.
 */
export function useLazyModule<T>(
  part: LazyModule<T>,
  wanted: boolean | number | string,
  onFailed?: () => void,
): T | undefined {
  // A page that takes over what a server wrote may have it already; the server had not, and both have to say the same.
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
