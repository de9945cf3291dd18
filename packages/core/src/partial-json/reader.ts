import {
  fieldStatus,
  escapePattern,
  expected,
  numberBeginning,
  numberCharacters,
  numberPattern,
  words,
  type Place,
} from './grammar.js'
import type * as Types from './types.js'
import type { JsonValue, PartialJsonOptions, PartialJsonReader } from './types.js'
import * as tree from './value-tree.js'

/** Up to this length a number is shown as it grows; to look again and again at an endless one would not be linear. */
const LONGEST_SHOWN_NUMBER = 64

/**
 * Makes a reader for a JSON text that arrives in pieces, such as the arguments of a tool call. It accepts exactly what
 * `JSON.parse` accepts, never begins again, and has the value so far at any moment.
 */
export function createPartialJsonReader<T = Types.JsonValue>(
  options: Types.PartialJsonOptions = {},
): Types.PartialJsonReader<T> {
  const { maxDepth = 500, maxLength = 16_000_000 } = options
  const root = tree.createValueTree()
  let place: Place = 'value'
  /** Length of the pieces before this one. */
  let offset = 0
  let ended = false
  let error: Types.PartialJsonError | undefined
  let latest: Types.PartialJson<T> | undefined

  /** The string, number or word that is being read. */
  let text = ''
  let isKey = false
  let escape = ''
  /** What there is to show of a string or number. */
  let leaf: string | number | undefined

  const fail = (code: Types.PartialJsonError['code'], at: number, message: string): void => {
    error = { code, message, offset: at }
  }
  const refuse = (found: string, at: number): void =>
    fail('syntax', at, `Expected ${expected[place]} at position ${at} but found ${JSON.stringify(found)}.`)

  const afterValue = (): void => {
    const inArray = tree.isInArray(root)
    place = inArray === undefined ? 'afterAll' : inArray ? 'afterItem' : 'afterField'
    leaf = undefined
  }
  const add = (value: Types.JsonValue): void => {
    tree.addValue(root, value)
    afterValue()
  }
  const append = (more: string): void => {
    text += more
    // Half a character is held back until its other half is there.
    const isHalf = (more.charCodeAt(more.length - 1) & 0xfc00) === 0xd800
    if (!isKey) leaf = isHalf ? text.slice(0, -1) : text
  }

  /** Takes a string up to its end, its next escape or the end of the piece. Returns the place after that. */
  const readString = (piece: string, from: number): number => {
    let at = from
    for (let code; at < piece.length; at++) {
      code = piece.charCodeAt(at)
      if (code === 34 || code === 92 || code < 32) break
    }
    if (at > from) append(piece.slice(from, at))
    const stop = piece[at]
    if (stop === '\\') {
      place = 'escape'
      escape = stop
    } else if (stop === '"' && isKey) {
      tree.beginField(root, text)
      place = 'colon'
    } else if (stop === '"') add(text)
    else if (stop) refuse(stop, offset + at)
    return at + 1
  }
  const readEscape = (char: string, at: number): void => {
    escape += char
    if (!escapePattern.test(escape)) return refuse(char, at)
    if (escape.length < (escape[1] === 'u' ? 6 : 2)) return
    append(JSON.parse(`"${escape}"`) as string)
    place = 'string'
  }
  const readNumber = (piece: string, from: number): number => {
    const before = text.length
    numberCharacters.lastIndex = from
    text += numberCharacters.exec(piece)![0]
    const end = numberCharacters.lastIndex
    if (end < piece.length) endNumber(offset + end, piece[end])
    else if (before < LONGEST_SHOWN_NUMBER) checkNumber(offset + end)
    return end
  }
  /** `end` is the place after `text`, and `next` the character there. */
  const endNumber = (end: number, next?: string): void => {
    if (numberPattern.exec(text)?.[0] === text) add(Number(text))
    else checkNumber(end, next)
  }
  const checkNumber = (end: number, next?: string): void => {
    const [number] = numberPattern.exec(text.slice(0, LONGEST_SHOWN_NUMBER)) ?? []
    if (number) leaf = Number(number)
    const good = numberBeginning.exec(text)![0].length
    const bad = text[good] ?? next
    if (bad) refuse(bad, end - text.length + good)
  }
  const readWord = (char: string, at: number): void => {
    if (!words.some((word) => word.startsWith(text + char))) return refuse(char, at)
    text += char
    if (words.includes(text)) add(JSON.parse(text) as boolean | null)
  }

  const open = (node: Types.JsonValue[] | Record<string, Types.JsonValue>, at: number): void => {
    if (root.length > maxDepth)
      return fail('depth', at, `Containers are nested deeper than ${maxDepth} at position ${at}.`)
    tree.openContainer(root, node)
    place = Array.isArray(node) ? 'firstItem' : 'firstKey'
  }
  /** Returns false where the first character of a number or word belongs to what comes now. */
  const readStructure = (char: string, at: number): boolean => {
    if (' \n\r\t'.includes(char)) return true
    const atValue = place === 'value' || place === 'firstItem'
    const atKey = place === 'key' || place === 'firstKey'
    const closes = char === ']' ? /Item/ : char === '}' ? /^(firstKey|afterField)$/ : undefined
    if (closes?.test(place)) {
      tree.closeContainer(root)
      afterValue()
    } else if (char === (place === 'colon' ? ':' : ',') && !atValue && !atKey && place !== 'afterAll')
      place = place === 'afterField' ? 'key' : 'value'
    else if (atKey ? char === '"' : atValue && /["{[\-\dtfn]/.test(char)) {
      if (atValue) tree.beginItem(root)
      isKey = atKey
      text = ''
      if (char === '"' && atValue) leaf = ''
      if (char === '{' || char === '[') open(char === '{' ? {} : [], at)
      else place = char === '"' ? 'string' : /[tfn]/.test(char) ? 'word' : 'number'
      return place !== 'word' && place !== 'number'
    } else refuse(char, at)
    return true
  }
  const readPiece = (piece: string): void => {
    for (let at = 0, char; (char = piece[at]);) {
      if (place === 'string') at = readString(piece, at)
      else if (place === 'number') at = readNumber(piece, at)
      else if (place === 'escape') readEscape(char, offset + at++)
      else if (place === 'word') readWord(char, offset + at++)
      else if (readStructure(char, offset + at)) at++
      if (error) return
    }
    offset += piece.length
  }

  const snapshot = (): Types.PartialJson<T> => {
    if (latest) return latest
    const value = tree.valueSoFar(root, leaf)
    const path = tree.openPath(root)
    const stopped = ended || error !== undefined
    return (latest = {
      value: value as Types.PartialValue<T> | undefined,
      complete: path === undefined && !error,
      error,
      status: (field = []) => fieldStatus(value, path, stopped, field),
    })
  }

  return {
    push(fragment) {
      if (ended) throw new Error('This reader has ended. Make a new one for another text.')
      if (error || fragment === '') return
      latest = undefined
      const room = maxLength - offset
      readPiece(fragment.slice(0, room))
      if (!error && room < fragment.length)
        fail('size', maxLength, `The text is longer than ${maxLength} characters.`)
    },
    end() {
      if (ended) return
      ended = true
      latest = undefined
      if (place === 'number' && !error) endNumber(offset)
      if (place !== 'afterAll' && !error)
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

/**
 * Reads as much of a JSON text as there is. For one look at a text; one that grows is read once by a reader of its own,
 * which this returns: `push` the rest, or call `end()` when there is none.
 */
export function readPartialJson<T = JsonValue>(
  text: string,
  options?: PartialJsonOptions,
): PartialJsonReader<T> {
  const reader = createPartialJsonReader<T>(options)
  reader.push(text)
  return reader
}
