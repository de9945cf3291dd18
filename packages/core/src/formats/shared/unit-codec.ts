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
  const kept: Metadata = {}
  const absent: string[] = []
  for (const { path, after, absent: side } of diffValues(codec.write(messages, silent), unit)) {
    if (side === 'after') absent.push(formatPath(path))
    else kept[codec.prefix + formatPath(path)] = after
  }
  if (absent.length > 0) kept[codec.prefix + ABSENT] = absent.sort()
  return [withMetadata(first, kept), ...rest]
}

/**
 * The entry for some messages. What `readUnit` kept comes back, except where the message has been changed since: a kept
 * value counts only as long as the entry with it says nothing that the messages do not say.
 */
export function writeUnit(codec: UnitCodec, messages: readonly Message[], report: ReportLoss): JsonObject {
  const [first, ...rest] = messages
  const { kept, absent, bare } = takeKept(codec, first!)
  const written = codec.write([bare, ...rest], report)
  const changes: [PathStep[], unknown][] = [
    ...kept,
    ...absent.map((path): [PathStep[], unknown] => [path, undefined]),
  ]
  if (changes.length === 0) return written

  const said = bareMessages([bare, ...rest], codec.prefix)
  const differs = (unit: JsonObject): Difference[] =>
    diffValues(said, bareMessages(codec.read(unit, silent), codec.prefix))
  const unavoidable = differs(written)
  const isAsTrue = (unit: JsonObject): boolean =>
    differs(unit).every((found) => unavoidable.some(isSame(found)))
  const apply = (unit: JsonObject, [path, value]: [PathStep[], unknown]): JsonObject =>
    (setAt(unit, path, value) as JsonObject | undefined) ?? unit

  const all = changes.reduce(apply, written)
  if (isAsTrue(all)) return all
  return changes.reduce((unit, change) => {
    const next = apply(unit, change)
    return isAsTrue(next) ? next : unit
  }, written)
}

const isSame =
  (one: Difference) =>
  (other: Difference): boolean =>
    formatPath(one.path) === formatPath(other.path) && deepEqual(one.after, other.after)

function takeKept(codec: UnitCodec, message: Message) {
  const kept: [PathStep[], unknown][] = []
  const absent: PathStep[][] = []
  const bag: Metadata = {}
  for (const [key, value] of Object.entries(message.metadata ?? {})) {
    const own = key.startsWith(codec.prefix) ? key.slice(codec.prefix.length) : undefined
    if (own === undefined || (own.startsWith('@') && own !== ABSENT)) bag[key] = value
    else if (own === ABSENT) absent.push(...pathsOf(value))
    else {
      const path = parsePath(own)
      if (path) kept.push([path, value])
    }
  }
  const { metadata: _, ...rest } = message
  return { kept, absent, bare: withMetadata(rest as Message, bag) }
}

function pathsOf(value: unknown): PathStep[][] {
  if (!Array.isArray(value)) return []
  return value
    .flatMap((path: unknown) => (typeof path === 'string' ? [parsePath(path) ?? []] : []))
    .filter((path) => path.length > 0)
}
