'use client'

import { useMemo } from 'react'
import type { PlainTurn } from './long/turn-facts.js'

/** Leaves out system and developer messages unless they are requested. */
export function useShownTurns<T extends PlainTurn>(
  turns: readonly T[],
  showSystem: boolean | undefined,
  roleOf: (turn: T) => string | undefined,
): readonly T[] {
  return useMemo(
    () =>
      showSystem
        ? turns
        : turns.filter(
            (turn) => turn.role !== 'system' || !/^(?:system|developer)$/.test(roleOf(turn) ?? ''),
          ),
    [turns, showSystem, roleOf],
  )
}
