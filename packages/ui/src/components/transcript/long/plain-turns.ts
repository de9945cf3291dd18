import type { TurnChunk } from './turn-groups.js'
import type { TurnFacts, TurnWindow } from './turn-window.js'

export interface PlainTurn {
  key: string
  role: 'system' | 'user' | 'assistant'
}

/**
 * A turn as plain text, for a box of its height: what find-in-page, select-all, print and the accessibility tree have of
 * it while it is far from the view. Made by hand, since thousands of them are made and thrown away unseen.
 */
function plainTurn<T extends PlainTurn>(
  turn: T,
  facts: TurnFacts<T>,
  idPrefix: string | undefined,
): HTMLElement {
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

/** Puts the plain turns of a chunk into its element. Returns what takes them away again. */
export function fillChunk<T extends PlainTurn>(
  element: HTMLElement,
  chunk: TurnChunk<T>,
  facts: TurnFacts<T>,
  idPrefix: string | undefined,
): () => void {
  const made = chunk.turns.map((turn) => plainTurn(turn, facts, idPrefix))
  element.append(...made)
  return () => made.forEach((row) => row.remove())
}

/** Gives the plain turns of a chunk the heights that they are taken to have. */
export function fitChunk<T>(element: HTMLElement, chunk: TurnChunk<T>, { heights }: TurnWindow<T>): void {
  chunk.turns.forEach((turn, at) => {
    const row = element.children[at] as HTMLElement | undefined
    if (row) row.style.height = `${heights.of(turn)}px`
  })
}
