import type { Message } from '@antiphon/core'
import { isRecord, type JsonObject, recordOf } from '@antiphon/base'
import { describeValue, normalizeError, type ReportLoss } from '../types.js'
import { bareMessages } from './compare-messages.js'
import { withMetadata, type Metadata } from './local-fields.js'
import {
  deepEqual,
  diffValues,
  setAt,
  type Difference,
  formatPath,
  parsePath,
  type PathStep,
  isBinary,
} from './values.js'

/** The entries as objects. Throws an error that names the first entry that is not an object. */
export function requireRecords(list: readonly unknown[], where: string, what: string): JsonObject[] {
  return list.map((entry, i) => {
    if (isRecord(entry) && !isBinary(entry)) return entry
    throw normalizeError(`${where}[${i}] is ${describeValue(entry)}, not ${what}.`, 'not_a_record')
  })
}

/** Entries whose `key` is one of `known`, or an error that names the first that is not. */
export function requireKinds(
  list: readonly JsonObject[],
  key: string,
  known: readonly string[],
  where: string,
  name: string,
): void {
  list.forEach((entry, i) => {
    const kind = entry[key]
    if (typeof kind === 'string' && known.includes(kind)) return
    const found = typeof kind === 'string' ? `"${kind.slice(0, 40)}"` : describeValue(kind)
    throw normalizeError(
      `${where}[${i}].${key} is ${found}; a message of ${name} has ${known.join(', ')}.`,
      `unknown_${key}`,
    )
  })
}

/** Reads entries one after the other. Those that make no message come back as `kept`, each with a loss. */
export function readUnits(
  list: readonly JsonObject[],
  where: string,
  codecAt: (where: string, entry: JsonObject, before: readonly Message[]) => UnitCodec,
  report: ReportLoss,
): { messages: Message[]; kept?: Record<string, unknown> } {
  const messages: Message[] = []
  const kept: Record<string, unknown> = {}
  list.forEach((entry, i) => {
    const at = `${where}[${i}]`
    const read = readUnit(codecAt(at, entry, messages), entry, report)
    if (read.length === 0) {
      kept[String(i)] = entry
      report('no_message', at, entry, undefined)
    }
    for (const message of read) messages.push(message)
  })
  return Object.keys(kept).length > 0 ? { messages, kept } : { messages }
}

/** Puts back entries that made no message, at their old positions. */
export function insertKept(list: readonly JsonObject[], stored: unknown): unknown[] {
  const kept = recordOf(stored)
  const result: unknown[] = [...list]
  const places = Object.keys(kept).map(Number).filter(Number.isSafeInteger)
  for (const place of places.sort((a, b) => a - b)) result.splice(place, 0, kept[String(place)])
  return result
}

/** For a document with one entry: later messages are lost. `next` is the first of them. */
export function reportRest(messages: readonly Message[], next: number, report: ReportLoss): void {
  for (let i = next; i < messages.length; i++) report('message', `messages[${i}]`, messages[i], undefined)
}

/** The messages of one entry: at least one. */
export type MessageGroup = readonly [Message, ...Message[]]

/** Messages that become one entry, with their places in the thread. */
export interface PlacedGroup {
  messages: [Message, ...Message[]]
  at: number[]
}

export function addTo(group: PlacedGroup, message: Message, at: number): void {
  group.messages.push(message)
  group.at.push(at)
}

/**
 * Converts one entry of a document (a message, an item, a run) to messages and back. `read` and `write` handle only the
 * meaning. `readUnit` and `writeUnit` keep the other data of the entry and put it back.
 */
export interface UnitCodec {
  /** Keys of the bag that belong to this codec begin with it. */
  prefix: string
  /** Never throws, whatever the entry holds. */
  read(unit: JsonObject, report: ReportLoss): Message[]
  /** The bag holds the hints of `read`, but not the data that `readUnit` kept. */
  write(messages: MessageGroup, report: ReportLoss): JsonObject
}

const silent: ReportLoss = () => {}

/** Paths of keys that `write` adds and the entry did not have. `@` begins no path, so hints and kept keys never meet. */
const ABSENT = '@absent'

/**
 * The messages of an entry. If writing them would not restore the entry, the differences are kept in the bag of the first
 * message, each under its path. An entry without messages gives an empty list.
 */
export function readUnit(codec: UnitCodec, unit: JsonObject, report: ReportLoss): Message[] {
  const [first, ...rest] = codec.read(unit, report)
  if (!first) return []
  const messages: MessageGroup = [first, ...rest]
  const written = codec.write(messages, silent)
  const fine = diffValues(written, unit)
  if (fine.length === 0) return [...messages]
  const message = keep(codec, first, fine)
  const isAsTrue = truthOf(codec, messages, written)
  // Keys that are restored one by one may get another order, and their JSON text would differ.
  const isEnough = isAsTrue(applyAll(written, takeKept(codec, message).changes))
  return [isEnough ? message : keep(codec, first, diffKeys(written, unit)), ...rest]
}

function keep(codec: UnitCodec, message: Message, differences: readonly Difference[]): Message {
  const kept: Metadata = {}
  const absent: string[] = []
  for (const { path, after, absent: side } of differences) {
    if (side === 'after') absent.push(formatPath(path))
    else kept[codec.prefix + formatPath(path)] = after
  }
  if (absent.length > 0) kept[codec.prefix + ABSENT] = absent.sort()
  return withMetadata(message, kept)
}

type Change = Pick<Difference, 'path' | 'after'>

const applyOne = (unit: JsonObject, { path, after }: Change): JsonObject =>
  (setAt(unit, path, after) as JsonObject | undefined) ?? unit

const applyAll = (unit: JsonObject, changes: readonly Change[]): JsonObject => changes.reduce(applyOne, unit)

/** The differences key by key, each with its whole value. */
function diffKeys(before: JsonObject, after: JsonObject): Difference[] {
  const keys = new Set(diffValues(before, after).map(({ path }) => path[0] as string))
  return [...keys].map((key) => ({
    path: [key],
    before: before[key],
    after: after[key],
    ...(Object.hasOwn(after, key) ? {} : { absent: 'after' as const }),
  }))
}

/** True when the entry holds no more than the messages, apart from data that `written` always adds. */
function truthOf(
  codec: UnitCodec,
  messages: readonly Message[],
  written: JsonObject,
): (unit: JsonObject) => boolean {
  const said = bareMessages(messages, codec.prefix)
  const differs = (unit: JsonObject): Difference[] =>
    diffValues(said, bareMessages(codec.read(unit, silent), codec.prefix))
  const unavoidable = differs(written)
  return (unit) => differs(unit).every((found) => unavoidable.some(isSame(found)))
}

/**
 * The entry for some messages, with the data that `readUnit` kept. If the message was changed since, a kept value that
 * contradicts it is dropped: the entry must not hold more than the messages.
 */
export function writeUnit(codec: UnitCodec, messages: MessageGroup, report: ReportLoss): JsonObject {
  const [first, ...rest] = messages
  const { changes, bare } = takeKept(codec, first)
  const written = codec.write([bare, ...rest], report)
  if (changes.length === 0) return written
  const isAsTrue = truthOf(codec, [bare, ...rest], written)
  const all = applyAll(written, changes)
  if (isAsTrue(all)) return all
  return changes.reduce((unit, change) => {
    const next = applyOne(unit, change)
    return isAsTrue(next) ? next : unit
  }, written)
}

const isSame =
  (one: Difference) =>
  (other: Difference): boolean =>
    formatPath(one.path) === formatPath(other.path) && deepEqual(one.after, other.after)

function takeKept(codec: UnitCodec, message: Message): { changes: Change[]; bare: Message } {
  const changes: Change[] = []
  const bag: Metadata = {}
  for (const [key, value] of Object.entries(message.metadata ?? {})) {
    const own = key.startsWith(codec.prefix) ? key.slice(codec.prefix.length) : undefined
    if (own === undefined || (own.startsWith('@') && own !== ABSENT)) bag[key] = value
    else if (own === ABSENT) changes.push(...pathsOf(value).map((path) => ({ path, after: undefined })))
    else {
      const path = parsePath(own)
      if (path) changes.push({ path, after: value })
    }
  }
  const { metadata: _, ...rest } = message
  return { changes, bare: withMetadata(rest as Message, bag) }
}

function pathsOf(value: unknown): PathStep[][] {
  if (!Array.isArray(value)) return []
  return value
    .flatMap((path: unknown) => (typeof path === 'string' ? [parsePath(path) ?? []] : []))
    .filter((path) => path.length > 0)
}
