import type { Keyed } from './turn-groups.js'

/** The innermost turn, or group without turns, that reaches below `y`. Found by halving: boxes follow each other downwards. */
export function boxAt(content: HTMLElement, y: number): HTMLElement | undefined {
  let box = content
  while (box.childElementCount > 0 && box.dataset['turnId'] === undefined) {
    const { children } = box
    let low = 0
    let high = children.length - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if (children[middle]!.getBoundingClientRect().bottom > y) high = middle
      else low = middle + 1
    }
    box = children[low] as HTMLElement
  }
  return box === content ? undefined : box
}

/** The amount of content in a turn, to estimate its height. */
export interface TurnWeight {
  /** Characters of its text. */
  text: number
  /** Rows beside the text: calls, reasoning. */
  rows: number
  author: 'system' | 'user' | 'assistant' | 'piece'
}

/** Heights of turns in px: measured where they have been seen, guessed where not. */
export interface TurnHeights<T> {
  of(turn: T): number
  sum(turns: readonly T[]): number
  isMeasured(turn: T): boolean
  /** Stores a height; false when it is known already. */
  measured(key: string, height: number): boolean
  /** Sets the width of the column and drops measured heights. False when the width is the same. */
  setWidth(width: number): boolean
}

/** Heights of the default look: a line of text, a row of the ledger, the space around the text of a turn. */
const LINE = 24
const ROW = 36
/** A `piece` is a part of an answer that continues below it. */
const AROUND = { user: 64, assistant: 84, piece: 0, system: 36 }
const MOST_LINES = { user: 13, assistant: Infinity, piece: Infinity, system: 0 }
/** How full a line is on average. Short lines and gaps between blocks make Markdown sparser than plain text. */
const FILLED = { user: 0.9, assistant: 0.52, piece: 0.52, system: 1 }
/** Width of a character, in px, on average. */
const CHARACTER = 7.4
/** A bubble is narrower than the column. */
const SHARE = { user: 0.8, assistant: 0.9, piece: 0.9, system: 1 }

export function createTurnHeights<T extends Keyed>(weigh: (turn: T) => TurnWeight): TurnHeights<T> {
  const known = new Map<string, number>()
  /** A page, its chunks and their rows each ask for the same turns. */
  const weights = new WeakMap<T, TurnWeight>()
  let columnWidth = 720

  const guess = (turn: T): number => {
    const weight = weights.get(turn) ?? weigh(turn)
    weights.set(turn, weight)
    const { text, rows, author } = weight
    const perLine = (columnWidth * SHARE[author] * FILLED[author]) / CHARACTER
    const lines = Math.min(MOST_LINES[author], Math.ceil(text / Math.max(10, perLine)))
    return AROUND[author] + lines * LINE + rows * ROW
  }
  const of = (turn: T): number => known.get(turn.key) ?? guess(turn)

  return {
    of,
    sum: (turns) => turns.reduce((total, turn) => total + of(turn), 0),
    isMeasured: (turn) => known.has(turn.key),
    measured(key, height) {
      if (known.get(key) === height) return false
      known.set(key, height)
      return true
    },
    setWidth(width) {
      if (width < 1 || Math.abs(width - columnWidth) < 1) return false
      columnWidth = width
      known.clear()
      return true
    },
  }
}
