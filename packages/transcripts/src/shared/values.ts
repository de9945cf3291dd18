import { isChatError } from '@antiphon/core'
import { isRecord } from '@antiphon/base'
import { normalizeError, type ReportLoss } from '../types.js'

export type PathStep = string | number

const NAME = /^[A-Za-z_$][\w$]*$/
const STEP = /^(?:\.?([A-Za-z_$][\w$]*)|\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\])/

/** `['parts', 1, 'Text', 'a b']` → `parts[1].Text["a b"]`. */
export function formatPath(steps: readonly PathStep[]): string {
  let path = ''
  for (const step of steps) {
    if (typeof step === 'number') path += `[${step}]`
    else if (NAME.test(step)) path += path === '' ? step : `.${step}`
    else path += `[${JSON.stringify(step)}]`
  }
  return path
}

/** The reverse of `formatPath`; undefined for a text that it never writes. */
export function parsePath(path: string): PathStep[] | undefined {
  const steps: PathStep[] = []
  for (let rest = path; rest !== '';) {
    const match = STEP.exec(rest)
    if (!match) return undefined
    if (match[1] !== undefined) steps.push(match[1])
    else if (match[2] !== undefined) steps.push(Number(match[2]))
    else {
      try {
        steps.push(JSON.parse(match[3]!) as string)
      } catch {
        return undefined
      }
    }
    rest = rest.slice(match[0].length)
  }
  return steps.length > 0 ? steps : undefined
}

/** True when two plain values say the same: same keys and values in any order of keys, same bytes. */
export function deepEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  const [left, right] = [bytesOf(a), bytesOf(b)]
  if (left || right) {
    return (
      a.constructor === b.constructor &&
      left?.length === right?.length &&
      left!.every((byte, i) => byte === right![i])
    )
  }
  if (Array.isArray(a) || Array.isArray(b)) {
    return (
      Array.isArray(a) &&
      Array.isArray(b) &&
      a.length === b.length &&
      a.every((entry, i) => deepEqual(entry, b[i]))
    )
  }
  const keys = Object.keys(a)
  return (
    keys.length === Object.keys(b).length &&
    keys.every(
      (key) =>
        Object.hasOwn(b, key) &&
        deepEqual((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]),
    )
  )
}

function bytesOf(value: object): Uint8Array | undefined {
  if (value instanceof Uint8Array) return value
  return value instanceof ArrayBuffer ? new Uint8Array(value) : undefined
}

/** One place where two plain values differ. `absent` says that the key itself is missing on that side. */
export interface Difference {
  path: PathStep[]
  before: unknown
  after: unknown
  absent?: 'before' | 'after'
}

/** Where `after` differs from `before`, as deep down as both have the same form. */
export function diffValues(before: unknown, after: unknown, path: PathStep[] = []): Difference[] {
  if (isRecord(before) && isRecord(after) && !isBinary(before) && !isBinary(after)) {
    const keys = new Set([...Object.keys(before), ...Object.keys(after)])
    return [...keys].flatMap((key): Difference[] => {
      const here = [...path, key]
      const [inBefore, inAfter] = [Object.hasOwn(before, key), Object.hasOwn(after, key)]
      if (inBefore && inAfter) return diffValues(before[key], after[key], here)
      return [{ path: here, before: before[key], after: after[key], absent: inAfter ? 'before' : 'after' }]
    })
  }
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length) {
    return before.flatMap((entry, i) => diffValues(entry, after[i], [...path, i]))
  }
  return deepEqual(before, after) ? [] : [{ path, before, after }]
}

/** A copy of `value` with `entry` at `path` (undefined takes the key away); undefined when `path` does not exist. */
export function setAt(value: unknown, path: readonly PathStep[], entry: unknown): unknown {
  const [step, ...rest] = path
  if (step === undefined) return entry
  if (typeof step === 'number') {
    if (!Array.isArray(value) || step >= value.length) return undefined
    const inner = setAt(value[step], rest, entry)
    return inner === undefined ? undefined : value.with(step, inner)
  }
  if (!isRecord(value) || isBinary(value) || step === '__proto__') return undefined
  if (rest.length === 0) {
    const others = Object.entries(value).filter(([key]) => key !== step)
    return Object.fromEntries(entry === undefined ? others : [...others, [step, entry]])
  }
  const inner = Object.hasOwn(value, step) ? setAt(value[step], rest, entry) : undefined
  return inner === undefined ? undefined : { ...value, [step]: inner }
}

/** JSON text with sorted keys, so that it does not depend on how the value was built. */
export function sortedJson(value: unknown): string {
  return JSON.stringify(value, (_, entry: unknown) =>
    isRecord(entry) && Object.getPrototypeOf(entry) === Object.prototype
      ? Object.fromEntries(
          Object.keys(entry)
            .sort()
            .map((key) => [key, entry[key]]),
        )
      : entry,
  )
}

/** Deeper nesting is left out, because every recursive reader would break on it. */
const MAX_DEPTH = 128

/** Values in one document. A transcript of a hundred thousand messages stays far below. */
const MAX_VALUES = 8_000_000

/** Bytes in any of the forms that a page has for them. A Blob can only be read asynchronously and stays what it is. */
export function isBinary(value: unknown): value is Uint8Array | ArrayBuffer | Blob {
  return value instanceof Uint8Array || value instanceof ArrayBuffer || isBlob(value)
}

export function isBlob(value: unknown): value is Blob {
  return typeof Blob === 'function' && value instanceof Blob
}

/**
 * A copy of any value as plain data: records, lists, texts, numbers, booleans, null, and bytes by reference. A key
 * `__proto__`, values that JSON cannot hold, circles and endless nesting are left out, each with a loss. Undefined keys are
 * absent. The input is not changed.
 *
 * @throws ChatError when the value is too large, or when reading it throws.
 */
export function plainCopy(value: unknown, report: ReportLoss): unknown {
  const open = new Set<object>()
  const path: PathStep[] = []
  let count = 0

  const leaveOut = (rule: string, before: unknown, after?: unknown): unknown => {
    report(rule, formatPath(path), before, after)
    return after
  }

  function copy(source: unknown): unknown {
    if (++count > MAX_VALUES) throw tooMuch()
    switch (typeof source) {
      case 'string':
      case 'boolean':
      case 'undefined':
        return source
      case 'number':
        return Number.isFinite(source) ? source : leaveOut('not_json', String(source), null)
      case 'bigint':
        return leaveOut('not_json', String(source), String(source))
      case 'object':
        return source === null || isBinary(source) ? source : copyNested(source)
      default:
        return leaveOut('not_json', typeof source)
    }
  }

  function copyNested(source: object): unknown {
    if (source instanceof Date || source instanceof URL)
      return leaveOut('not_json', source.constructor.name, String(source))
    if (open.has(source)) return leaveOut('circle', undefined)
    if (open.size >= MAX_DEPTH) return leaveOut('too_deep', undefined)
    open.add(source)
    const result = Array.isArray(source) ? copyList(source) : copyRecord(source)
    open.delete(source)
    return result
  }

  function copyList(source: readonly unknown[]): unknown[] {
    // A list may claim any length without holding anything.
    if (source.length > MAX_VALUES) throw tooMuch()
    return Array.from(source, (entry, index) => at(index, entry) ?? null)
  }

  function copyRecord(source: object): object {
    const entries: [string, unknown][] = []
    for (const key of Object.keys(source)) {
      if (key === '__proto__') {
        path.push(key)
        leaveOut('proto_key', undefined)
        path.pop()
        continue
      }
      const entry = at(key, (source as Record<string, unknown>)[key])
      if (entry !== undefined) entries.push([key, entry])
    }
    return Object.fromEntries(entries)
  }

  function at(step: PathStep, entry: unknown): unknown {
    path.push(step)
    const result = copy(entry)
    path.pop()
    return result
  }

  try {
    return copy(value)
  } catch (error) {
    if (isChatError(error)) throw error
    const place = formatPath(path)
    throw normalizeError(
      `The value${place && ` at ${place}`} cannot be read: looking at it throws.`,
      'unreadable',
      error,
    )
  }
}

function tooMuch(): Error {
  return normalizeError(
    `The transcript holds more than ${MAX_VALUES} values. Split it into several and convert each.`,
    'too_large',
  )
}
