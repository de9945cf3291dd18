import { fieldStatus } from './field-status.js'
import { escapes, expected, isWhole, literals, nextNumberState } from './json-grammar.js'
import type { NumberState, Place } from './json-grammar.js'
import type {
  JsonValue,
  PartialJson,
  PartialJsonError,
  PartialJsonOptions,
  PartialJsonReader,
  PartialValue,
} from './partial-json-types.js'
import { createValueTree } from './value-tree.js'

/** A number is shown as it grows up to this length: to convert an endless one with each piece would not be linear. */
const LONGEST_SHOWN_NUMBER = 64

/**
 * Makes a reader for a JSON text that arrives in pieces, such as the arguments of a tool call. It accepts exactly what
 * `JSON.parse` accepts, looks at each character once, and has the value so far at any moment.
 */
export function createPartialJsonReader<T = JsonValue>(
  options: PartialJsonOptions = {},
): PartialJsonReader<T> {
  const { maxDepth = 500, maxLength = 16_000_000 } = options
  const tree = createValueTree()
  let place: Place = 'value'
  /** Length of the pieces before this one. */
  let offset = 0
  let ended = false
  let error: PartialJsonError | undefined
  let latest: PartialJson<T> | undefined

  /** The string, number or word that is being read. */
  let text = ''
  let isKey = false
  /** `text` ends in the first half of a character, which is held back until the other half is there. */
  let half = false
  /** The digits of `\u` so far. */
  let hex = ''
  let number: NumberState | undefined
  /** How much of `text` is a number. */
  let shown = 0

  const fail = (code: PartialJsonError['code'], at: number, message: string): void => {
    error = { code, message, offset: at }
  }

  const afterValue = (): void => {
    const inArray = tree.inArray()
    place = inArray === undefined ? 'afterAll' : inArray ? 'afterItem' : 'afterField'
  }
  const add = (value: JsonValue): boolean => {
    tree.add(value)
    afterValue()
    return true
  }
  const close = (): boolean => {
    tree.close()
    afterValue()
    return true
  }

  const append = (more: string): void => {
    const last = more.charCodeAt(more.length - 1)
    half = last >= 0xd800 && last < 0xdc00
    text += more
  }

  /** From here on they return false for a character that must not stand there. */
  const startString = (asKey: boolean): boolean => {
    place = 'string'
    text = ''
    half = false
    isKey = asKey
    return true
  }
  const readNumber = (char: string): boolean => {
    const next = nextNumberState(number, char)
    if (!next) return false
    number = next
    text += char
    if (isWhole(next) && text.length <= LONGEST_SHOWN_NUMBER) shown = text.length
    return true
  }
  const startValue = (char: string): boolean => {
    const isContainer = char === '{' || char === '['
    const isLiteral = literals.has(char)
    if (!isContainer && !isLiteral && char !== '"' && !nextNumberState(undefined, char)) return false
    if (tree.inArray()) tree.begin()
    if (char === '"') return startString(false)
    if (isContainer) {
      place = char === '[' ? 'firstItem' : 'firstKey'
      tree.open(char === '[' ? [] : {})
      return true
    }
    place = isLiteral ? 'literal' : 'number'
    text = isLiteral ? char : ''
    number = undefined
    shown = 0
    return isLiteral || readNumber(char)
  }
  const readLiteral = (char: string): boolean => {
    const [word, value] = literals.get(text[0]!)!
    if (char !== word[text.length]) return false
    text += char
    return text !== word || add(value)
  }
  const readEscape = (char: string): boolean => {
    const plain = escapes.get(char)
    hex = ''
    if (plain !== undefined) append(plain)
    place = plain === undefined ? 'hex' : 'string'
    return plain !== undefined || char === 'u'
  }
  const readHex = (char: string): boolean => {
    if (!/[\da-f]/i.test(char)) return false
    hex += char
    if (hex.length === 4) {
      append(String.fromCharCode(Number.parseInt(hex, 16)))
      place = 'string'
    }
    return true
  }
  const readChar = (char: string): boolean => {
    if (place === 'escape') return readEscape(char)
    if (place === 'hex') return readHex(char)
    if (place === 'literal') return readLiteral(char)
    if (place === 'number') {
      if (readNumber(char)) return true
      if (!isWhole(number!)) return false
      add(Number(text))
    }
    if (char === ' ' || char === '\n' || char === '\r' || char === '\t') return true
    if (char === ']' && (place === 'firstItem' || place === 'afterItem')) return close()
    if (char === '}' && (place === 'firstKey' || place === 'afterField')) return close()
    if (place === 'value' || place === 'firstItem') return startValue(char)
    if (place === 'key' || place === 'firstKey') return char === '"' && startString(true)
    const goesOn = char === (place === 'colon' ? ':' : ',') && place !== 'afterAll'
    if (goesOn) place = place === 'afterField' ? 'key' : 'value'
    return goesOn
  }

  /** Takes a string up to its end, its next escape or the end of the piece; returns the place after that. */
  const readString = (piece: string, from: number): number => {
    let at = from
    for (let code; at < piece.length; at++) {
      code = piece.charCodeAt(at)
      if (code === 34 || code === 92 || code < 32) break
    }
    if (at > from) append(piece.slice(from, at))
    if (piece[at] === '\\') place = 'escape'
    else if (piece[at] === '"' && !isKey) add(text)
    else if (piece[at] === '"') {
      tree.begin(text)
      place = 'colon'
    } else if (at < piece.length) refuse(piece, at)
    return at + 1
  }
  const refuse = (piece: string, at: number): void => {
    const found = JSON.stringify(String.fromCodePoint(piece.codePointAt(at)!))
    fail('syntax', offset + at, `Expected ${expected[place]} at position ${offset + at} but found ${found}.`)
  }
  const readPiece = (piece: string): void => {
    let at = 0
    while (at < piece.length) {
      if (place === 'string') at = readString(piece, at)
      else if (!readChar(piece[at]!)) refuse(piece, at)
      else if (tree.depth() > maxDepth)
        fail(
          'depth',
          offset + at,
          `Containers are nested deeper than ${maxDepth} at position ${offset + at}.`,
        )
      else at++
      if (error) return
    }
    offset += piece.length
  }

  /** What can be shown of the string or number that is being read. */
  const leaf = (): JsonValue | undefined => {
    if (place === 'number') return shown > 0 ? Number(text.slice(0, shown)) : undefined
    if (isKey || (place !== 'string' && place !== 'escape' && place !== 'hex')) return undefined
    return half ? text.slice(0, -1) : text
  }
  const snapshot = (): PartialJson<T> => {
    if (latest) return latest
    const value = tree.look(leaf())
    const open = tree.openPath()
    const stopped = ended || error !== undefined
    return (latest = {
      value: value as PartialValue<T> | undefined,
      complete: open === undefined && !error,
      error,
      status: (path = []) => fieldStatus(value, open, stopped, path),
    })
  }

  return {
    push(fragment) {
      if (ended) throw new Error('This reader has ended. Make a new one for another text.')
      if (error || fragment === '') return
      latest = undefined
      const room = maxLength - offset
      readPiece(room < fragment.length ? fragment.slice(0, room) : fragment)
      if (!error && room < fragment.length)
        fail('size', maxLength, `The text is longer than ${maxLength} characters.`)
    },
    end() {
      if (ended) return
      ended = true
      latest = undefined
      if (place === 'number' && isWhole(number!)) add(Number(text))
      if (!error && place !== 'afterAll')
        fail('cut_off', offset, `The text ends at position ${offset}, before ${expected[place]}.`)
    },
    snapshot,
    get value() {
      return snapshot().value
    },
    get complete() {
      return snapshot().complete
    },
    get error() {
      return error
    },
    status: (path) => snapshot().status(path),
  }
}
