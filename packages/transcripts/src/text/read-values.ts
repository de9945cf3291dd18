import { parseJson, locateJsonError } from '@antiphon/base'
import { closeJson } from './close-json.js'
import { recordBehind } from './record-behind.js'
import { createJsonScanner, type FilePlace } from './json-scanner.js'

/** Something in a file that could not be read, or was not kept. */
export interface FileProblem extends Partial<FilePlace> {
  /** The fault and its effect, in one or two sentences. */
  message: string
}

/** One value of the file. `places` has the place of each entry of `list`, or the place of the value when it has no list. */
export interface FileValue {
  value: unknown
  /** The list inside the value that holds the entries, as the value has it. */
  list?: unknown[]
  places: FilePlace[]
  /** The file breaks off inside this value. Its open brackets were closed. */
  isCut?: true
}

/** Where a document of one of the formats has its entries. */
const LIST_KEYS = /^(?:messages|transcript|items|output_items|input|output|runs|choices)$/
/** The list of a value that holds its entries: the value itself, or the last one under such a key. */
export function listIn(value: unknown): unknown[] | undefined {
  if (Array.isArray(value)) return value as unknown[]
  if (typeof value !== 'object' || value === null) return undefined
  const found = Object.entries(value).findLast(([key, entry]) => LIST_KEYS.test(key) && Array.isArray(entry))
  return found?.[1] as unknown[] | undefined
}

/** More problems would add nothing. */
const MAX_PROBLEMS = 100

export interface ValueReader {
  push(text: string): void
  end(): void
  readonly values: FileValue[]
  readonly problems: FileProblem[]
  /** The file begins with words, and not with a value. */
  readonly isText: boolean
  /** Entries and values that were read, those not kept among them. */
  readonly seen: number
  /** How many of them were not kept. */
  readonly left: number
}

/** Builds the values of a file as it arrives, entry by entry. Beyond `keep` characters entries are only counted. */
export function createValueReader(keep: number): ValueReader {
  const values: FileValue[] = []
  const problems: FileProblem[] = []
  let room = keep
  let seen = 0
  let left = 0
  let lines = 0
  let linesLeft = 0
  let current: FileValue | undefined
  let object: Record<string, unknown> | undefined
  let key = ''
  let inner: unknown[] | undefined
  /** The last entry of the open object or list, where it began a line: a log whose first line broke off would have that. */
  let atLine: { value: unknown; place: FilePlace; remove(): void } | undefined
  /** Does the list that is open hold the entries of the document? */
  let isMain = false
  /** The last item at the top level was a word of a text and not a value. A text is reported once, not word by word. */
  let inText = false
  /** The file begins with such a text. */
  let isText: boolean | undefined

  const problem = (message: string, place: FilePlace): void => {
    if (problems.length < MAX_PROBLEMS) problems.push({ ...place, message })
  }
  const put = (target: Record<string, unknown>, name: string, value: unknown, place: FilePlace): void => {
    if (name === '__proto__')
      problem('The key "__proto__" was left out: it has no place in a transcript.', place)
    else target[name] = value
  }

  const note = (value: unknown, place: FilePlace, remove: () => void): void => {
    atLine = place.column === 1 ? { value, place, remove } : undefined
  }

  const scanner = createJsonScanner({
    open(kind, place) {
      isText ??= false
      inText = false
      if (object) {
        inner = []
        isMain = LIST_KEYS.test(key)
        if (current && isMain) Object.assign(current, { list: inner, places: [] })
        put(object, key, inner, place)
        return
      }
      isMain = true
      object = kind === 'object' ? {} : undefined
      inner = kind === 'list' ? [] : undefined
      atLine = undefined
      if (object) lines++
      if (object && room < 0) {
        linesLeft++
        current = undefined
        return
      }
      current = { value: object ?? inner, list: inner, places: object ? [place] : [] }
      values.push(current)
    },
    close(kind) {
      if (kind === 'list' && object) inner = undefined
      else current = object = inner = undefined
    },
    key(text) {
      const name = parseJson(text)
      key = typeof name === 'string' ? name : text
    },
    entry(text, place) {
      room -= text.length
      // A value is never kept in part.
      if (inner && isMain) {
        seen++
        if (room < 0) {
          left++
          return
        }
      } else if (object && !current) return
      const value = parseJson(text)
      const isTop = !inner && !object
      if (value === undefined && isTop && inText) return
      if (isTop) isText ??= value === undefined
      inText = isTop && value === undefined
      if (value === undefined) {
        const found = describeError(text, place)
        problem(`${found.message} This entry was left out.`, found)
      } else if (inner) {
        const list = inner
        const places = current && inner === current.list ? current.places : undefined
        places?.push(place)
        list.push(value)
        note(value, place, () => void (list.pop(), places?.pop()))
      } else if (object) {
        const [holder, name] = [object, key]
        put(object, key, value, place)
        note(value, place, () => delete holder[name])
      } else values.push({ value, places: [place] })
    },
    unexpected(text, place) {
      const isGoingOn = inText && !inner && !object
      if (isGoingOn) return
      const what = JSON.stringify(/^[^\n]{0,24}/.exec(text)?.[0])
      problem(
        `The text cannot be read on at ${what}. Reading goes on at the next line that begins a value.`,
        place,
      )
      current = object = inner = undefined
    },
    brokenLine(text, place) {
      if (text === '' && atLine && object && isLogLine(atLine.value)) {
        const { value, place: start } = atLine
        atLine.remove()
        problem('The line breaks off. The whole part of it is kept.', current?.places[0] ?? place)
        values.push({ value, places: [start] })
        return
      }
      const start = current?.places[0] ?? place
      // Half a record would be shown as a whole one.
      if (object && values.at(-1) === current) values.pop()
      const whole = recordBehind(text, object)
      problem(
        whole
          ? 'A record breaks off, and the next one is in the same line. The first one was left out.'
          : 'The line breaks off and was left out.',
        place,
      )
      if (whole) values.push({ value: whole, places: [start] })
      current = object = inner = undefined
    },
    cut(text, place) {
      const value = room < 0 || text === '' ? undefined : closeJson(text, inner?.slice(-50))
      if (value !== undefined && (inner ?? object)) {
        if (inner) {
          inner.push(value)
          if (current && inner === current.list) current.places.push(place)
        } else if (object) put(object, key, value, place)
        if (current && object) current.isCut = true
        problem(
          'The text breaks off in the middle of an entry. The whole part of it is kept, and all before it.',
          place,
        )
        return
      }
      if (current && object) current.isCut = true
      const what = text === '' ? 'before its last bracket' : 'in the middle of an entry, which was left out'
      problem(`The text breaks off ${what}. All before it is kept.`, place)
    },
  })

  return {
    push: scanner.push,
    end: scanner.end,
    values,
    problems,
    get isText() {
      return isText === true
    },
    get seen() {
      return seen || lines
    },
    get left() {
      return seen ? left : linesLeft
    },
  }
}

/** A line of a log is an object. */
const isLogLine = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The fault of an entry, with its place in the file. */
function describeError(text: string, start: FilePlace): FileProblem & FilePlace {
  const found = locateJsonError(text)
  if (!found) return { message: 'This is not JSON.', ...start }
  const before = text.slice(0, found.position).split('\n')
  const rest = before.at(-1)!.length
  const place =
    before.length === 1
      ? { line: start.line, column: start.column + rest }
      : { line: start.line + before.length - 1, column: rest + 1 }
  const char = text[found.position]
  const what = char === undefined ? 'The text ends' : `${JSON.stringify(char)} is found`
  return { message: `${what} where ${found.expected} is expected.`, ...place }
}
