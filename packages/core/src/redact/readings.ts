import { percentReadings } from './edit-percent.js'

/** Characters that nobody sees. */
const UNSEEN = /[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]/g
/** Marks of Markdown that may stand inside a word, and what it escapes them with. */
const MARKS = /[*~`\\]/g
const TAG = /<[^<>]*>/g
const ENTITY = /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|(\w{2,8}));?/g
/** Names of what may stand in a key or an address. */
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
 * The text as its reader sees it: a page without its tags, entities and percent codes read, Markdown without its marks. Further
 * readings have what stands inside of tags too.
 */
export function readingsOf(text: string): string[] {
  const readings = [text.replace(TAG, ''), text].flatMap((one) => percentReadings(decoded(one)).map(bareText))
  return [...new Set(readings)]
}

/** Between the bytes of a value: nothing, or as dumps and programs write them. A backslash is no part of a bare text. */
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
