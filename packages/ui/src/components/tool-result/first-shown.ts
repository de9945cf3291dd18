import { cutAfter } from '../../lib/cut-text.js'

/** How much of something long shows at first, drawn or as the words that stand for it (`closedWords`). */

/** Of a text: a screenful. */
export const FIRST_TEXT = { lines: 40, units: 10_000 }
/** Rows of a table, lines of a diff. */
export const FIRST_ROWS = 40
/** Fields of arguments. */
export const FIRST_FIELDS = 100
/** A cell is one line; of a longer text its beginning shows. */
export const LONGEST_CELL = 400
/** The same of a line of a diff. */
export const LONGEST_LINE = 4_000

/** The beginning of a text that shows before a press. */
export const firstText = (text: string): string =>
  text.slice(0, cutAfter(text, FIRST_TEXT.lines, FIRST_TEXT.units))

/** Whether a part of it would wait for a press. */
export function isLongText(text: string): boolean {
  return cutAfter(text, FIRST_TEXT.lines, FIRST_TEXT.units) < text.length
}
