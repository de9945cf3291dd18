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
  string: 'the rest of a string with its control characters escaped',
  escape: 'one of "\\/bfnrtu',
  hex: 'a hexadecimal digit',
  literal: 'the rest of true, false or null',
  number: 'the next digit',
}
export type Place = keyof typeof expected

/** Words that stand for a value, by their first letter. */
export const literals = new Map<string, readonly [word: string, value: boolean | null]>([
  ['t', ['true', true]],
  ['f', ['false', false]],
  ['n', ['null', null]],
])

/** What stands for which character after a backslash. */
export const escapes = new Map(
  Object.entries({ '"': '"', '\\': '\\', '/': '/', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }),
)

/** Where in a number a reader stands: after its minus, first zero, digits, dot, decimals, e, sign, exponent. */
export type NumberState = 'minus' | 'zero' | 'int' | 'dot' | 'fraction' | 'e' | 'sign' | 'exponent'

/** True when what has been read up to here is a number. */
export function isWhole(state: NumberState): boolean {
  return state === 'zero' || state === 'int' || state === 'fraction' || state === 'exponent'
}

/** The state after `char`, undefined where it does not belong to the number. Without a state: after the first one. */
export function nextNumberState(state: NumberState | undefined, char: string): NumberState | undefined {
  if (char >= '0' && char <= '9') {
    if (state === undefined || state === 'minus') return char === '0' ? 'zero' : 'int'
    if (state === 'zero') return undefined
    if (state === 'int') return 'int'
    return state === 'dot' || state === 'fraction' ? 'fraction' : 'exponent'
  }
  if (char === '-' && state === undefined) return 'minus'
  if (char === '.') return state === 'zero' || state === 'int' ? 'dot' : undefined
  if (char === 'e' || char === 'E') return state && isWhole(state) && state !== 'exponent' ? 'e' : undefined
  return (char === '+' || char === '-') && state === 'e' ? 'sign' : undefined
}
