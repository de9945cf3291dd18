import { isRecord, type JsonObject } from '@antiphon/base'
import { accountFor } from './account.js'
import type { Unwrapped } from './unwrap.js'
import { collectLosses } from './losses.js'
import { readJsonInput } from './define-format.js'
import { createSessionThread, type SessionThread } from './session-thread.js'
import {
  describeValue,
  normalizeError,
  type Detection,
  type ParsedTranscript,
  type ReportLoss,
  type SessionFormat,
} from '../types.js'

/** The parts of a session format. */
export interface SessionParts extends Pick<
  SessionFormat,
  'name' | 'title' | 'shapes' | 'isText' | 'streams'
> {
  /**
   * The sign of this format, in words that finish "it has"; undefined for another format. Never throws, and checks few
   * entries: `sample` are the first ones that are objects.
   */
  sign(value: unknown, sample: readonly JsonObject[]): string | undefined
  /** The value in the form that this format reads, where another program writes it in another one; undefined where it is in it. */
  unwrap?(value: unknown): Unwrapped | undefined
  /** The words after "claude-code needs" in the error about a value of another format. */
  needs: string
  /**
   * Reads the conversations of a value that `sign` accepts, or of a text that `isText` accepts. `open` begins the thread of
   * one, under the name of this format.
   */
  read(
    value: unknown,
    report: ReportLoss,
    open: (shape: string) => SessionThread,
  ): Omit<ParsedTranscript, 'losses'>
}

/** A format that is only read. Its certainty is 1 with its signs and 0 without. */
export function defineSession({ sign, needs, read, unwrap, ...parts }: SessionParts): SessionFormat {
  const { name, isText } = parts
  const detect = (value: unknown): Detection => {
    const inner = unwrap?.(value)?.value ?? value
    const found = sign(inner, sampleOf(inner))
    return found === undefined
      ? { certainty: 0, why: `it does not have ${needs}` }
      : { certainty: 1, why: `it has ${found}` }
  }
  return {
    ...parts,
    detect(input) {
      if (typeof input === 'string' && isText?.(input))
        return { certainty: 1, why: `it begins as a text of ${name}` }
      try {
        return detect(
          withLists(unwrapped(typeof input === 'string' ? readJsonInput(input, name, () => {}) : input)),
        )
      } catch {
        return { certainty: 0, why: 'it cannot be read' }
      }
    },
    parse(input) {
      const { losses, report } = collectLosses()
      const isOwnText = typeof input === 'string' && isText?.(input)
      const whole = isOwnText ? input : withLists(unwrapped(readJsonInput(input, name, report)))
      const inner = isOwnText ? undefined : unwrap?.(whole)
      const value = inner ? inner.value : whole
      if (!isOwnText && sign(value, sampleOf(value)) === undefined) {
        throw normalizeError(`This is ${describeValue(value)}; ${name} needs ${needs}.`, `not_${name}`)
      }
      const found = read(value, report, (shape) => createSessionThread(name, shape, report))
      if (isOwnText) return { ...found, losses }
      const { document } = found
      const { around = {} } = inner ?? {}
      const fields = Object.keys(around).length > 0 ? { ...document.fields, around } : document.fields
      const all = fields ? { ...found, document: { ...document, fields } } : found
      return { ...accountFor(whole, all, report), losses }
    },
  }
}

/** Entries that are each wrapped in a list of their own, as those that they hold. */
function unwrapped(value: unknown): unknown {
  if (!Array.isArray(value) || !value.some(isWrapped)) return value
  const list: readonly unknown[] = value
  // A list of one list is a batch.
  return list.length > 1 ? list.map((entry) => (isWrapped(entry) ? entry[0] : entry)) : value
}

const isWrapped = (entry: unknown): entry is [JsonObject] =>
  Array.isArray(entry) && entry.length === 1 && isRecord(entry[0])

/** Levels at which a list may be written as an object. */
const LEVELS = 3

/** Values in which every list is one. Each of the formats asks, and a log is long. */
const plain = new WeakSet<object>()

function withLists(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || plain.has(value)) return value
  const made = asLists(value)
  if (made === value) plain.add(value)
  return made
}

/** The lists near the top, where some programs write them as objects with places as keys: `{ "0": …, "1": … }`. */
function asLists(value: unknown, level = 0): unknown {
  if (level > LEVELS) return value
  if (Array.isArray(value)) {
    // A list is long where its entries are many; only where one differs is another list made.
    let made: unknown[] | undefined
    for (const [at, entry] of (value as unknown[]).entries()) {
      const next = asLists(entry, level + 1)
      if (next !== entry) (made ??= [...(value as unknown[])])[at] = next
    }
    return made ?? value
  }
  if (!isRecord(value)) return value
  if ('0' in value) {
    const keys = Object.keys(value)
    if (keys.every((key, at) => key === String(at)) && Object.values(value).some(isRecord))
      return Object.values(value).map((entry) => asLists(entry, level + 1))
  }
  let made: JsonObject | undefined
  for (const [key, entry] of Object.entries(value)) {
    const next = asLists(entry, level + 1)
    if (next !== entry) (made ??= { ...value })[key] = next
  }
  return made ?? value
}

/** Entries that are checked, because the first entry of a log decides nothing. */
const SAMPLE = 50

/** The first entries of a list, or a value alone, that are objects. */
export function sampleOf(value: unknown): JsonObject[] {
  const list: readonly unknown[] = Array.isArray(value) ? value.slice(0, SAMPLE) : [value]
  return list.filter(isRecord)
}

/** The entries of a list; a value alone is one entry. */
export const entriesOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value])
