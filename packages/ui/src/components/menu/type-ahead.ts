import type { KeyboardEvent } from 'react'

/** Letters typed within this time of each other belong together, ms. */
const TYPING_MS = 600

/** Finds by first letters: typed fast they are a word, and one letter again and again goes round. */
export function createTypeAhead() {
  let typed = ''
  let last = -Infinity
  return <Item>(
    event: Pick<KeyboardEvent, 'key' | 'timeStamp' | 'ctrlKey' | 'metaKey' | 'altKey'>,
    items: readonly Item[],
    at: number,
    textOf: (item: Item) => string,
  ): Item | undefined => {
    if (event.key.length !== 1 || event.key === ' ' || event.ctrlKey || event.metaKey || event.altKey)
      return undefined
    const key = event.key.toLowerCase()
    typed = event.timeStamp - last < TYPING_MS ? typed + key : key
    last = event.timeStamp
    const isOne = typed === key.repeat(typed.length)
    const sought = isOne ? key : typed
    const from = isOne ? at + 1 : Math.max(at, 0)
    const round = [...items.slice(from), ...items.slice(0, from)]
    return round.find((item) => textOf(item).trim().toLowerCase().startsWith(sought))
  }
}
