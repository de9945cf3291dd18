/** Where in a JSON text a reader stands, with what has to come there. */
export const expected = {
  value: 'a value',
  firstItem: 'a value or "]"',
  firstKey: 'a key in double quotes or "}"',
  key: 'a key in double quotes',
  colon: 'a colon',
  afterItem: 'a comma or "]"',
  afterField: 'a comma or "}"',
  afterAll: 'nothing more',
  string: 'the rest of a string, line breaks escaped',
  escape: 'an escape such as \\n',
  word: 'the rest of true, false or null',
  number: 'a number as JSON writes it',
}
export type Place = keyof typeof expected

/** Words that stand for a value. */
export const words = ['true', 'false', 'null']

/** An escape or its beginning. */
export const escapePattern = /^\\(?:["\\/bfnrt]|u[\da-fA-F]{0,4})?$/

/** Characters that numbers consist of; what follows is no part of one. */
export const numberCharacters = /[-+.eE\d]*/y

/** The longest beginning of a text that is a number. */
export const numberPattern = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?/

/** The longest beginning of a text that is a number or may become one. */
export const numberBeginning = /^-?(?:(?:0|[1-9]\d*)(?:\.(?:\d+(?:[eE][-+]?\d*)?)?|[eE][-+]?\d*)?)?/
