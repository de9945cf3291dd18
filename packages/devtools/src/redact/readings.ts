import { percentReadings } from './edit-percent.js'

/** Characters that nobody sees. */
const UNSEEN = /[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]/g
/** Marks of Markdown that may occur inside a word, and its escape character. */
const MARKS = /[*~`\\]/g
const TAG = /<[^<>]*>/g
const ENTITY = /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|(\w{2,8}));?/g
/** HTML entities of characters that may occur in a key or an address. */
const NAMES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  shy: '',
  nbsp: ' ',
  hyphen: '-',
  dash: '-',
  lowbar: '_',
  period: '.',
  commat: '@',
  sol: '/',
  colon: ':',
  plus: '+',
  equals: '=',
  num: '#',
}

const decoded = (text: string): string =>
  text.replace(ENTITY, (whole, decimal?: string, hexadecimal?: string, name = '') => {
    const code = decimal ? Number(decimal) : hexadecimal ? parseInt(hexadecimal, 16) : undefined
    if (code === undefined) return NAMES[name] ?? whole
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })

/** A text without the case, marks and invisible characters that a reader does not see, or reads over. */
export const bareText = (text: string): string =>
  text.replace(UNSEEN, '').replace(MARKS, '').replace(/\s+/g, ' ').toLowerCase()

/**
 * The text as its reader sees it: HTML without its tags, entities and percent codes decoded, Markdown without its marks. Further
 * readings keep the tags with the text inside of them.
 */
export function readingsOf(text: string): string[] {
  const readings = [text.replace(TAG, ''), text].flatMap((one) => percentReadings(decoded(one)).map(bareText))
  return [...new Set(readings)]
}

/** Separators between the bytes of a value in dumps and programs. Without backslashes, because a bare text has none. */
const BETWEEN_HEX = ['', ' ', ':', '-', 'x', ' 0x', ',0x', ', 0x', 'u00']
const BETWEEN_NUMBERS = [',', ', ', ' ']

/** How a bare text spells a value, and its bytes. */
export function bareSpellingsOf(value: string): string[] {
  const bytes = Array.from(new TextEncoder().encode(value))
  const hex = bytes.map((byte) => byte.toString(16).padStart(2, '0'))
  return [
    bareText(value),
    ...BETWEEN_HEX.map((between) => hex.join(between)),
    ...BETWEEN_NUMBERS.map((between) => bytes.join(between)),
  ]
}
