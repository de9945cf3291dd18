import type { InlineState } from './inline-state.js'

/** Nested texts (the words for an image) are read with the same env, hence the comparisons. */
export const isOpen = (state: InlineState): boolean => state.env.openText === state.src
export const isProbe = (state: InlineState): boolean => state.env.probeText === state.src

/** An open mark in front of `pos` is known: later ones make no difference. */
export const isSettled = (state: InlineState, pos: number): boolean => (state.env.alive ?? Infinity) < pos

/** Tells whoever probes that the mark at `pos` may be closed by later text. */
export function report(state: InlineState, pos: number): void {
  state.env.alive = Math.min(state.env.alive ?? Infinity, pos)
}
