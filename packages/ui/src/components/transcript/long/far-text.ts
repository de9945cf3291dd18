import type { PlainTurn } from './turn-facts.js'
import type { TurnChunk } from './turn-groups.js'
import type { TurnHeights } from './turn-heights.js'
import type { TurnFacts } from './turn-window.js'

/** The facts that the text of a chunk is made of. */
export interface FarFacts<T> {
  facts: TurnFacts<T>
  idPrefix?: string
}

interface Shown<T> extends FarFacts<T> {
  chunk: TurnChunk<T>
  rows: HTMLElement[]
}

/**
 * The text of turns that are far from the view, for find-in-page, select-all, print and the accessibility tree. Written with DOM calls, because thousands of turns come and go unseen, and a chunk at a time, because a slow
 * processor takes a tenth of a second for a page of them.
 */
export function createFarText<T extends PlainTurn>(heights: TurnHeights<T>) {
  const shown = new WeakMap<HTMLElement, Shown<T>>()
  const waiting = new Set<HTMLElement>()

  const fit = ({ chunk, rows }: Shown<T>): void =>
    rows.forEach((row, at) => (row.style.height = `${heights.of(chunk.turns[at]!)}px`))
  /** Gives an element its text now. Returns whether it was waiting for it. */
  const fillNow = (element: HTMLElement): boolean => {
    const here = shown.get(element)
    if (!waiting.delete(element) || !here) return false
    here.rows = here.chunk.turns.map((turn) => plainTurn(turn, here))
    fit(here)
    element.append(...here.rows)
    return true
  }

  return {
    /** The element shows this chunk as text, or draws it. Text comes with `fill`; where turns are drawn it goes at once. */
    show(
      element: HTMLElement,
      chunk: TurnChunk<T>,
      { facts, idPrefix }: FarFacts<T>,
      isDrawn: boolean,
    ): void {
      const before = shown.get(element)
      const isSame = before?.chunk === chunk && before.facts === facts && before.idPrefix === idPrefix
      if (before && isSame && !isDrawn) return fit(before)
      before?.rows.forEach((row) => row.remove())
      waiting.delete(element)
      shown.delete(element)
      if (isDrawn) return
      shown.set(element, { chunk, facts, idPrefix, rows: [] })
      waiting.add(element)
    },
    fillNow,
    /** Fills elements until `performance.now()` is near `until`. Returns whether any was waiting. */
    fill(until: number): boolean {
      if (waiting.size === 0) return false
      for (const element of waiting) {
        const began = performance.now()
        if (element.isConnected) fillNow(element)
        else waiting.delete(element)
        const now = performance.now()
        // The next one takes about as long.
        if (now + 1.5 * (now - began) >= until) break
      }
      return true
    },
  }
}

/** A turn as plain text. `PlainTurnView` makes the same beside turns that are drawn. */
function plainTurn<T extends PlainTurn>(turn: T, { facts, idPrefix }: FarFacts<T>): HTMLElement {
  const element = document.createElement('article')
  element.setAttribute('data-slot', 'turn')
  element.setAttribute('data-role', turn.role)
  element.setAttribute('data-turn-id', turn.key)
  element.setAttribute('data-plain', '')
  element.setAttribute('aria-label', facts.nameOf(turn))
  element.setAttribute('dir', 'auto')
  if (idPrefix !== undefined) element.id = idPrefix + turn.key
  element.textContent = facts.textOf(turn)
  return element
}
