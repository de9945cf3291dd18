import { createContext, use, useCallback, useState } from 'react'

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
  const [chosen, setChosen] = useState<boolean>()
  const open = chosen ?? (everything || wanted)
  return {
    open,
    touched: chosen !== undefined,
    toggle: useCallback(() => setChosen(!open), [open]),
    reveal: useCallback(() => setChosen(true), []),
  }
}
