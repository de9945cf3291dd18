import type { InlineState } from './state.js'

/** Nested texts (the words for an image) are read with the same env, hence the comparisons. */
export const isOpen = (state: InlineState): boolean => state.env.openText === state.src
export const isProbe = (state: InlineState): boolean => state.env.probeText === state.src

/** An open mark before `pos` is known already, so later ones do not matter. */
export const isSettled = (state: InlineState, pos: number): boolean => (state.env.alive ?? Infinity) < pos

/** Reports to the probe that later text may close the mark at `pos`. */
export function report(state: InlineState, pos: number): void {
  state.env.alive = Math.min(state.env.alive ?? Infinity, pos)
}
