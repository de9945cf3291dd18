import { isRecord, type JsonObject, textOf } from '@antiphon/base'

type Step = string | number

/** A container that is open in the text: which entry was written last, and how many there are. */
interface Level {
  key: Step
  isList: boolean
  count: number
}

export interface StreamedArguments {
  /** Takes in one piece: a value, or more of a text, at its place. Gives what it adds to the JSON text. */
  take(piece: unknown): string
  /** Closes what is open; nothing while a text of the arguments still waits for more. */
  end(): string
  /** All arguments so far. */
  readonly value: JsonObject
  /** Pieces came in an order that no text can grow in: `value` has them all the same. */
  readonly isOutOfOrder: boolean
}

/**
 * Arguments of a call that come as values with a place (`$.recipe.steps[8]`), as JSON text that grows, so that they are read like
 * those of any other wire.
 */
export function createStreamedArguments(): StreamedArguments {
  const value: JsonObject = {}
  /** From the outside in. The first is the object of the arguments themselves. */
  const levels: Level[] = []
  /** The text at the place of the last piece waits for more. */
  let isTextOpen = false
  let last: Step[] = []
  let isOutOfOrder = false
  let isBegun = false

  const begin = (): string => (isBegun ? '' : ((isBegun = true), '{'))

  function closeText(): string {
    if (!isTextOpen) return ''
    isTextOpen = false
    return '"'
  }

  function closeDownTo(depth: number): string {
    let out = ''
    while (levels.length > depth) out += levels.pop()!.isList ? ']' : '}'
    return out
  }

  /** The text before a value: a comma and its key. A key that comes again is out of order, because the text can only grow. */
  function enter(level: Level, path: readonly Step[]): string {
    const step = path.at(-1)!
    const fits = level.isList ? step === level.count : typeof step === 'string'
    if (!fits || valueAt(value, path) !== undefined) isOutOfOrder = true
    level.key = step
    const comma = level.count++ > 0 ? ',' : ''
    return level.isList ? comma : `${comma}${JSON.stringify(String(step))}:`
  }

  function open(path: readonly Step[]): string {
    let out = begin() + closeText()
    if (levels.length === 0) levels.push({ key: '', isList: false, count: 0 })
    let shared = 0
    while (shared < path.length - 1 && shared < levels.length - 1 && levels[shared]!.key === path[shared])
      shared++
    out += closeDownTo(shared + 1)
    for (let at = shared; at < path.length; at++) {
      out += enter(levels[at]!, path.slice(0, at + 1))
      if (at === path.length - 1) break
      const isList = typeof path[at + 1] === 'number'
      levels.push({ key: '', isList, count: 0 })
      out += isList ? '[' : '{'
    }
    return out
  }

  return {
    get value() {
      return value
    },
    get isOutOfOrder() {
      return isOutOfOrder
    },
    take(piece) {
      if (!isRecord(piece)) return ''
      const path = readPath(textOf(piece.jsonPath) ?? '')
      if (path.length === 0) return ''
      const isMore = isTextOpen && path.join('\n') === last.join('\n')
      const text = piece.stringValue
      const isText = typeof text === 'string'
      if (isText && isMore) {
        set(value, path, `${String(valueAt(value, path))}${text}`)
        const more = JSON.stringify(text).slice(1, -1)
        return piece.willContinue === true ? more : more + closeText()
      }
      const given = isText ? text : (piece.numberValue ?? piece.boolValue ?? null)
      last = path
      const before = open(path)
      set(value, path, given)
      const json = JSON.stringify(given)
      isTextOpen = isText && piece.willContinue === true
      return before + (isTextOpen ? json.slice(0, -1) : json)
    },
    end() {
      if (isTextOpen) return ''
      return begin() + (levels.length > 0 ? closeDownTo(0) : '}')
    },
  }
}

/** `$.a.b[0]['c d']` as its steps. */
function readPath(path: string): Step[] {
  const steps = path.matchAll(/\.([^.[\]]+)|\[(\d+)\]|\[(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")\]/g)
  return [...steps].map(([, name, index, single, double]) =>
    index === undefined ? (name ?? (single ?? double ?? '').replace(/\\(.)/g, '$1')) : Number(index),
  )
}

function valueAt(root: JsonObject, path: readonly Step[]): unknown {
  return path.reduce<unknown>(
    (value, step) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, step)
        ? Reflect.get(value, step)
        : undefined,
    root,
  )
}

/** No list of arguments is longer; an index beyond it would make an empty one of any size. */
const MAX_INDEX = 10_000

function set(root: JsonObject, path: readonly Step[], value: unknown): void {
  let target: object = root
  for (const [at, step] of path.entries()) {
    if (typeof step === 'number' && step > MAX_INDEX) return
    const there: unknown = Object.hasOwn(target, step) ? Reflect.get(target, step) : undefined
    const below =
      typeof there === 'object' && there !== null ? there : typeof path[at + 1] === 'number' ? [] : {}
    const next = at === path.length - 1 ? value : below
    // Not assigned: a key may be `__proto__`.
    Object.defineProperty(target, step, { value: next, enumerable: true, configurable: true, writable: true })
    target = next as object
  }
}
