import { isChatError, type ChatError } from '@antiphon/core'
import { isRecord } from '@antiphon/base'
import { findEventLog, findWireLog, type EventLog, readEventLog } from './events/event-log.js'
import { findFormat, findSession, formatNamed, formats } from './find-format.js'
import { readMixed } from './read-mixed.js'
import { checkReading } from './shared/check-reading.js'
import { collectLosses } from './shared/losses.js'
import { readInput } from './text/read-input.js'
import type { FormatName, ParsedTranscript, SessionFormat, SessionName, TranscriptDocument } from './types.js'

export interface TranscriptReadOptions {
  /** Default: whatever it is found to be. */
  from?: FormatName | SessionName
  /** Formats to read besides those that the kit writes: `sessionFormats` of `@antiphon/formats/sessions`, or some of them. */
  formats?: readonly SessionFormat[]
}

export interface TranscriptRead extends ParsedTranscript {
  format: FormatName | SessionName
}

/**
 * Any transcript as our messages: a value of any known format, or its text (JSON, JSON lines, an event stream). Recorded events of a
 * system that streams in a form of its own are read as the answers they make.
 *
 * @throws ChatError of kind `normalize` when it is none, or could be two.
 */
export function readTranscript(value: unknown, options: TranscriptReadOptions = {}): TranscriptRead {
  try {
    return readAsOne(value, options)
  } catch (error) {
    const isMixed = isChatError(error) && options.from === undefined && mayBeMixed(error)
    const mixed = isMixed ? readParts(value, options) : undefined
    if (!mixed) throw error
    return mixed
  }
}

/** Whether a value that no format reads may hold entries of several. One that a format took and could not read is of another system. */
export const mayBeMixed = ({ data }: ChatError): boolean =>
  !['field_unread', 'no_message'].includes(data.code ?? '')

/** A list whose entries are in several formats, or in one beside entries of none. */
function readParts(value: unknown, { formats: sessions }: TranscriptReadOptions): TranscriptRead | undefined {
  const { losses, report } = collectLosses()
  const entries = entriesOf(value)
  const { conversations, problems } = readMixed(entries, [], undefined, sessions)
  const [first, ...others] = conversations
  if (!first) return undefined
  for (const { message } of problems) report('entry_unread', '', message, undefined)
  return { ...first, ...(others.length > 0 && { others }), losses: [...first.losses, ...losses] }
}

function entriesOf(value: unknown): readonly unknown[] {
  if (isRecord(value)) return Array.isArray(value.messages) ? value.messages : []
  if (typeof value !== 'string') return Array.isArray(value) ? value : []
  try {
    const found = readInput(value, () => {})
    if (found.type === 'sse') return []
    return found.type === 'values' ? found.values : entriesOf(found.value)
  } catch {
    return []
  }
}

/** `readTranscript` without a look at single entries. */
export function readAsOne(value: unknown, options: TranscriptReadOptions): TranscriptRead {
  const { from, formats: sessions = [] } = options
  const wire = findWireLog(value, from)
  if (wire) return readLog(wire)
  const session =
    from === undefined ? findSession(value, sessions) : sessions.find(({ name }) => name === from)
  if (session) return { format: session.name, ...checkReading(session.parse(value), session.title) }
  const own = from as FormatName | undefined
  const log = findEventLog(value, own)
  if (log) return readLog(log)
  const format = own === undefined ? findFormat(value).format : formatNamed(own, sessions)
  return { format: format.name, ...checkReading(format.parse(value), format.title) }
}

function readLog(log: EventLog): TranscriptRead {
  const { losses, report } = collectLosses()
  const { name } = log.format
  const shape = formats.find((format) => format.name === name)?.shapes[0] ?? 'stream'
  const document: TranscriptDocument = { format: name, shape }
  return { format: name, ...readEventLog(log, report, document), losses, document }
}
