import { isRecord, type JsonObject } from '../../errors/is-record.js'
import type { Message } from '../../message/types.js'
import { describeValue, normalizeError } from '../format-error.js'
import type { ReportLoss } from '../format-types.js'
import { isBinary } from './plain-copy.js'
import { readUnit, type UnitCodec } from './unit-codec.js'

/** Entries as records, or an error that names the first that is none. */
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

/** Puts back what made no message, at the positions it had. */
export function insertKept(list: readonly JsonObject[], kept: Record<string, unknown> = {}): unknown[] {
  const result: unknown[] = [...list]
  const places = Object.keys(kept).map(Number).filter(Number.isSafeInteger)
  for (const place of places.sort((a, b) => a - b)) result.splice(place, 0, kept[String(place)])
  return result
}

/** A document of one entry: what is behind it is lost. `next` is the first message that has no place. */
export function reportRest(messages: readonly Message[], next: number, report: ReportLoss): void {
  for (let i = next; i < messages.length; i++) report('message', `messages[${i}]`, messages[i], undefined)
}
