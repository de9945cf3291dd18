/** The position of a reader in the grammar of JSON. */
export type JsonPlace =
  | 'value'
  | 'firstItem'
  | 'firstKey'
  | 'key'
  | 'colon'
  | 'afterItem'
  | 'afterField'
  | 'afterAll'
  | 'string'
  | 'escape'
  | 'word'
  | 'number'

/** Why a text is not JSON, or not all of it. */
export interface JsonFault {
  /** The position of the reader. */
  place: JsonPlace
  /** UTF-16 offset of the wrong character; the length of the text when the text ends too early. */
  at: number
  /** That character; undefined where the text ends. */
  found: string | undefined
  /** Offset at which the broken string, escape, number or word began. */
  start: number
  /** The text of that token up to the fault. */
  text: string
}

/** Told of a JSON text as it arrives, in order. */
export interface JsonHandlers {
  /** A value begins in a list. */
  item?(): void
  /** An object (or a list) begins. `at` is its offset. Return false to read no further. */
  open?(isList: boolean, at: number): boolean | void
  close?(): void
  key?(name: string): void
  /** A string, number or word that is not finished, as far as it can be shown. */
  part?(value: string | number): void
  value?(value: string | number | boolean | null): void
}

const [QUOTE, COMMA, COLON, BACKSLASH] = [0x22, 0x2c, 0x3a, 0x5c]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]

const WORDS = ['true', 'false', 'null']
/** An escape or its beginning. */
const ESCAPE = /^\\(?:["\\/bfnrt]|u[\da-fA-F]{0,4})?$/
/** A run of characters that numbers consist of. Any other character ends a number. */
const NUMBER_CHARACTERS = /[-+.eE\d]*/y
/** The longest beginning of a text that is a number. */
export const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?/
/** The longest beginning of a text that is a number or may become one. */
const NUMBER_BEGINNING = /^-?(?:(?:0|[1-9]\d*)(?:\.(?:\d+(?:[eE][-+]?\d*)?)?|[eE][-+]?\d*)?)?/

/** A number is shown as it grows up to this length. Checking an endless number again and again would not be linear. */
const LONGEST_SHOWN_NUMBER = 64

/** True for the white space of JSON. */
const isSpace = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09

/** The next quote, backslash or control character: where a piece of a string ends that can be taken as it is. */
export function endOfPlain(text: string, from: number): number {
  let at = from
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE || code === BACKSLASH || code < 0x20) break
  }
  return at
}

/**
 * Reads a JSON text in pieces of any size, each character once, and tells what it finds. Accepts exactly what `JSON.parse`
 * accepts; needs no recursion, so that nesting costs no stack. After a fault nothing is read any more.
 */
export function createJsonTokenizer(on: JsonHandlers) {
  let place: JsonPlace = 'value'
  /** Length of the pieces before this one. */
  let offset = 0
  /** The containers that are open: true for a list. */
  const containers: boolean[] = []
  let fault: JsonFault | undefined
  let stopped = false

  /** The string, number or word that is being read, and where it (or its escape) began. */
  let text = ''
  let start = 0
  let isKey = false
  let escape = ''

  const refuse = (found: string | undefined, at: number): void => {
    fault = { place, at, found, start, text }
  }
  const afterValue = (): void => {
    const isList = containers.at(-1)
    place = isList === undefined ? 'afterAll' : isList ? 'afterItem' : 'afterField'
  }
  const add = (value: string | number | boolean | null): void => {
    on.value?.(value)
    afterValue()
  }
  const append = (more: string): void => {
    text += more
    // Half a character is held back until its other half is there.
    const isHalf = (more.charCodeAt(more.length - 1) & 0xfc00) === 0xd800
    if (!isKey) on.part?.(isHalf ? text.slice(0, -1) : text)
  }

  /** Takes a string up to its end, its next escape or the end of the piece. Returns the place after that. */
  function readString(piece: string, from: number): number {
    const at = endOfPlain(piece, from)
    if (at > from) append(piece.slice(from, at))
    const stop = piece[at]
    if (stop === '\\') {
      place = 'escape'
      escape = stop
      start = offset + at
    } else if (stop === '"' && isKey) {
      on.key?.(text)
      place = 'colon'
    } else if (stop === '"') add(text)
    else if (stop !== undefined) refuse(stop, offset + at)
    return at + 1
  }
  function readEscape(char: string, at: number): void {
    escape += char
    if (!ESCAPE.test(escape)) return refuse(char, at)
    if (escape.length < (escape[1] === 'u' ? 6 : 2)) return
    append(JSON.parse(`"${escape}"`) as string)
    place = 'string'
  }
  function readNumber(piece: string, from: number): number {
    const before = text.length
    NUMBER_CHARACTERS.lastIndex = from
    text += NUMBER_CHARACTERS.exec(piece)![0]
    const end = NUMBER_CHARACTERS.lastIndex
    if (end < piece.length) endNumber(offset + end, piece[end])
    else if (before < LONGEST_SHOWN_NUMBER) checkNumber(offset + end)
    return end
  }
  /** `end` is the place after `text`, and `next` the character there. */
  function endNumber(end: number, next?: string): void {
    if (NUMBER.exec(text)?.[0] === text) add(Number(text))
    else checkNumber(end, next)
  }
  function checkNumber(end: number, next?: string): void {
    const [number] = NUMBER.exec(text.slice(0, LONGEST_SHOWN_NUMBER)) ?? []
    if (number) on.part?.(Number(number))
    const good = NUMBER_BEGINNING.exec(text)![0].length
    const bad = text[good] ?? next
    if (bad !== undefined) refuse(bad, end - text.length + good)
  }
  function readWord(char: string, at: number): void {
    if (!WORDS.some((word) => word.startsWith(text + char))) return refuse(char, at)
    text += char
    if (WORDS.includes(text)) add(JSON.parse(text) as boolean | null)
  }

  /** Whether the container that is open may end here with this bracket. */
  function closes(code: number): boolean {
    if (code === CLOSE_LIST) return place === 'firstItem' || place === 'afterItem'
    return code === CLOSE_OBJECT && (place === 'firstKey' || place === 'afterField')
  }
  /** Returns false where the first character of a number or word belongs to what comes now. */
  function readStructure(code: number, piece: string, index: number): boolean {
    if (isSpace(code)) return true
    const at = offset + index
    if (closes(code)) {
      containers.pop()
      on.close?.()
      afterValue()
    } else if (place === 'value' || place === 'firstItem') return beginValue(code, piece[index]!, at)
    else if ((place === 'key' || place === 'firstKey') && code === QUOTE) beginString(at, true)
    else if (place === 'colon' && code === COLON) place = 'value'
    else if (place === 'afterItem' && code === COMMA) place = 'value'
    else if (place === 'afterField' && code === COMMA) place = 'key'
    else refuse(piece[index], at)
    return true
  }
  function beginString(at: number, asKey: boolean): void {
    text = ''
    start = at
    isKey = asKey
    place = 'string'
  }
  function beginValue(code: number, char: string, at: number): boolean {
    const isWord = code === 0x74 || code === 0x66 || code === 0x6e
    const isNumber = code === 0x2d || (code >= 0x30 && code <= 0x39)
    const opens = code === OPEN_LIST || code === OPEN_OBJECT
    if (code !== QUOTE && !isWord && !isNumber && !opens) {
      refuse(char, at)
      return true
    }
    if (containers.at(-1)) on.item?.()
    if (opens) {
      const isList = code === OPEN_LIST
      if (on.open?.(isList, at) === false) stopped = true
      containers.push(isList)
      place = isList ? 'firstItem' : 'firstKey'
      return true
    }
    beginString(at, false)
    if (code === QUOTE) on.part?.('')
    else place = isWord ? 'word' : 'number'
    return code === QUOTE
  }

  return {
    /** Reads on. Returns the fault, once there is one. */
    push(piece: string): JsonFault | undefined {
      for (let at = 0; at < piece.length;) {
        if (fault || stopped) break
        if (place === 'string') at = readString(piece, at)
        else if (place === 'number') at = readNumber(piece, at)
        else if (place === 'escape') readEscape(piece[at]!, offset + at++)
        else if (place === 'word') readWord(piece[at]!, offset + at++)
        else if (readStructure(piece.charCodeAt(at), piece, at)) at++
      }
      offset += piece.length
      return fault
    },
    /** Says that this was all. A value that is not whole is a fault. */
    end(): JsonFault | undefined {
      if (fault || stopped) return fault
      if (place === 'number') endNumber(offset)
      if (place !== 'afterAll' && !fault) refuse(undefined, offset)
      return fault
    },
  }
}
