import { isChatError } from '../../errors/chat-error.js'
import { normalizeError } from '../format-error.js'
import type { ReportLoss } from '../format-types.js'
import { formatPath, type PathStep } from './json-path.js'

/** Deeper nesting is left out: every reader that recurses would break on it, ours and those of our users. */
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
 * A copy of anything as plain data: records, lists, texts, numbers, booleans, null, and bytes by reference. A key
 * `__proto__`, what no JSON holds, circles and bottomless nesting are left out, each with a loss. Keys that are
 * undefined are absent. The input is not changed.
 *
 * @throws ChatError where there is too much of it, or where looking at it throws.
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
