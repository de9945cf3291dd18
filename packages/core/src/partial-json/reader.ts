import { createJsonTokenizer, type JsonFault, type JsonPlace } from '@antiphon/base'
import { fieldStatus } from './field-status.js'
import type * as Types from './types.js'
import type { JsonValue, PartialJsonOptions, PartialJsonReader } from './types.js'
import * as tree from './value-tree.js'

/** The token that must come next. */
const expected: Record<JsonPlace, string> = {
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

function describe({ place, at, found }: JsonFault): Types.PartialJsonError {
  return found === undefined
    ? { code: 'cut_off', message: `The text ends at position ${at}, before ${expected[place]}.`, offset: at }
    : {
        code: 'syntax',
        message: `Expected ${expected[place]} at position ${at} but found ${JSON.stringify(found)}.`,
        offset: at,
      }
}

/**
 * Makes a reader for a JSON text that arrives in pieces, such as the arguments of a tool call. It accepts exactly what
 * `JSON.parse` accepts, never begins again, and has the value so far at any moment.
 */
export function createPartialJsonReader<T = Types.JsonValue>(
  options: Types.PartialJsonOptions = {},
): Types.PartialJsonReader<T> {
  const { maxDepth = 500, maxLength = 16_000_000 } = options
  const root = tree.createValueTree()
  let length = 0
  let ended = false
  let error: Types.PartialJsonError | undefined
  let latest: Types.PartialJson<T> | undefined
  /** The part of a growing string or number that can be shown. */
  let leaf: string | number | undefined

  const fail = (code: Types.PartialJsonError['code'], offset: number, message: string): void => {
    error = { code, message, offset }
  }
  const tokenizer = createJsonTokenizer({
    item: () => tree.beginItem(root),
    open(isList, at) {
      if (root.length > maxDepth) {
        fail('depth', at, `Containers are nested deeper than ${maxDepth} at position ${at}.`)
        return false
      }
      tree.openContainer(root, isList ? [] : {})
      return true
    },
    close() {
      tree.closeContainer(root)
    },
    key: (name) => tree.beginField(root, name),
    part(value) {
      leaf = value
    },
    value(value) {
      tree.addValue(root, value)
      leaf = undefined
    },
  })

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
      const room = maxLength - length
      const fault = tokenizer.push(fragment.length > room ? fragment.slice(0, room) : fragment)
      length += fragment.length
      if (fault) error ??= describe(fault)
      if (!error && room < fragment.length)
        fail('size', maxLength, `The text is longer than ${maxLength} characters.`)
    },
    end() {
      if (ended) return
      ended = true
      latest = undefined
      if (error) return
      const fault = tokenizer.end()
      if (fault) error = describe(fault)
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
 * Reads as much of a JSON text as there is, and returns its reader. If the text grows, `push` the rest; if it has ended,
 * call `end()`.
 */
export function readPartialJson<T = JsonValue>(
  text: string,
  options?: PartialJsonOptions,
): PartialJsonReader<T> {
  const reader = createPartialJsonReader<T>(options)
  reader.push(text)
  return reader
}
