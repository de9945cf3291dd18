import { useEffect, useState } from 'react'
import { useFold, type FoldControl } from '../fold/use-fold.js'

export type ReasoningState = 'streaming' | 'done' | 'cut-off' | 'stopped' | 'hidden'

/** Thinking shorter than this never opens the block. */
const OPEN_AFTER_MS = 400
/** How long the block stays open after the answer has begun. */
const CLOSE_AFTER_MS = 600

/**
 * When the thinking block opens and closes by itself (design 7): open after 400 ms of thinking, closed 600 ms after the
 * answer started, open when thinking was all there was. Once the reader has touched it, only the reader moves it.
 */
export function useThinkingFold(
  state: ReasoningState,
  mode: 'open' | 'compact',
  defaultOpen: boolean,
): FoldControl {
  const endedEarly = state === 'cut-off' || state === 'stopped'
  const [wanted, setWanted] = useState(defaultOpen || endedEarly)
  const [previous, setPrevious] = useState(state)
  if (previous !== state) {
    setPrevious(state)
    if (endedEarly) setWanted(true)
  }

  useEffect(() => {
    if (mode === 'compact') return
    if (state === 'streaming') {
      const timer = setTimeout(() => setWanted(true), OPEN_AFTER_MS)
      return () => clearTimeout(timer)
    }
    if (state === 'done' && !defaultOpen) {
      const timer = setTimeout(() => setWanted(false), CLOSE_AFTER_MS)
      return () => clearTimeout(timer)
    }
  }, [state, mode, defaultOpen])

  return useFold(wanted)
}
