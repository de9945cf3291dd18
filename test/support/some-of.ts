import { amount } from './amount.js'

const { ANTIPHON_SEED: wanted = '20261121' } = process.env
const seed = Number(wanted) || Date.now()
const GRID = 1009

/**
 * So many entries of a list in `npm test`, spread evenly over it; all of them in a hunt. The seed of the property tests moves the
 * choice, and so does `salt`: with the same one, lists of the same length would be cut at the same places.
 */
export function someOf<Entry>(list: readonly Entry[], usual: number, salt = 0): Entry[] {
  const count = Math.min(list.length, amount(usual, list.length))
  const shift = ((seed + salt * 379) % GRID) / GRID
  return Array.from({ length: count }, (_, i) => list[Math.floor(((i + shift) * list.length) / count)]!)
}
