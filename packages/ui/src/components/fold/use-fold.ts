import { createContext, use, useCallback, useState, useSyncExternalStore } from 'react'

/** `open` lays every fold open, as a page without scripts needs it. `auto` follows the rules of each part. */
export type FoldDefault = 'auto' | 'open'

export const FoldContext = createContext<FoldDefault>('auto')

export interface FoldControl {
  open: boolean
  /** The reader opened or closed it; from then on nothing else does. */
  touched: boolean
  toggle(): void
  reveal(): void
}

/**
 * Open or closed: what the reader chose, else what the part wants right now. `wanted` may change over time (a call that
 * fails opens itself) until the reader has touched the fold.
 */
export function useFold(wanted: boolean): FoldControl {
  const everything = use(FoldContext) === 'open'
  const [choice] = useState(createChoice)
  const chosen = useSyncExternalStore(choice.subscribe, choice.read, choice.read)
  const open = chosen ?? (everything || wanted)
  return {
    open,
    touched: chosen !== undefined,
    toggle: useCallback(() => choice.set(!open), [choice, open]),
    reveal: useCallback(() => choice.set(true), [choice]),
  }
}

/**
 * What the reader chose. Not a state of the component, since that would open the fold a task after `beforematch`: find-in-page
 * goes on as soon as the event is over, and must meet what is drawn then.
 */
function createChoice() {
  let chosen: boolean | undefined
  const listeners = new Set<() => void>()
  return {
    read: () => chosen,
    set(next: boolean): void {
      chosen = next
      for (const listener of listeners) listener()
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
