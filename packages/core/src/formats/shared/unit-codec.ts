import type { JsonObject } from '../../errors/is-record.js'
import type { Message } from '../../message/types.js'
import type { ReportLoss } from '../format-types.js'
import { bareMessages } from './bare-messages.js'
import { deepEqual } from './deep-equal.js'
import { diffValues, setAt, type Difference } from './diff-values.js'
import { formatPath, parsePath, type PathStep } from './json-path.js'
import { withMetadata, type Metadata } from './metadata.js'

/**
 * How one entry of a document (a message, an item, a run) and the messages it makes become each other. `read` and
 * `write` state only the meaning; what else the entry held is kept and put back by `readUnit` and `writeUnit`.
 */
export interface UnitCodec {
  /** Keys of the bag that belong to this codec begin with it. */
  prefix: string
  /** Never throws, whatever the entry holds. */
  read(unit: JsonObject, report: ReportLoss): Message[]
  /** Hints that `read` left in the bag are still there, what `readUnit` kept is not. */
  write(messages: readonly Message[], report: ReportLoss): JsonObject
}

const silent: ReportLoss = () => {}

/** Paths of keys that `write` adds and the entry did not have. `@` begins no path, so hints and kept keys never meet. */
const ABSENT = '@absent'

/**
 * The messages of an entry. Where writing them would not give the entry again, what differs is kept in the bag of the
 * first one under its path. An entry without messages gives an empty list.
 */
export function readUnit(codec: UnitCodec, unit: JsonObject, report: ReportLoss): Message[] {
  const messages = codec.read(unit, report)
  const [first, ...rest] = messages
  if (!first) return []
  const written = codec.write(messages, silent)
  const fine = diffValues(written, unit)
  if (fine.length === 0) return messages
  const message = keep(codec, first, fine)
  const isAsTrue = truthOf(codec, messages, written)
  // Put together from small pieces, keys may stand in another order than they did, and a text made of them differs.
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

/** Tells whether an entry says nothing that the messages do not say, apart from what `written` could not help saying. */
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
 * The entry for some messages. What `readUnit` kept comes back, except where the message has been changed since: a kept
 * value counts only as long as the entry with it says nothing that the messages do not say.
 */
export function writeUnit(codec: UnitCodec, messages: readonly Message[], report: ReportLoss): JsonObject {
  const [first, ...rest] = messages
  const { changes, bare } = takeKept(codec, first!)
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
