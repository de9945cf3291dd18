import { createBodyReader } from '@antiphon/core/wire'
import { isRecord, parseJson } from '@antiphon/base'
import type { Answers, EventFormat, LoggedEvent, ReportLoss, TranscriptDocument } from '../types.js'

export interface EventLog {
  format: EventFormat
  events: readonly LoggedEvent[]
}

/** The share of events that must be known. The others may be from a newer version or the host. */
const LEAST_SHARE = 0.6
/** Lines that are checked before a text is parsed. */
const FIRST_LINES = 20
/** Up to here a line is looked for that ends with a carriage return alone, as an event stream may. */
const LONGEST_LINE = 100_000
const DATA_LINE = /^\s*(?:data:\s*)?(?=\{)/

/**
 * The recorded events of one of the systems that are given: a list of them, or a text with an event stream, JSON lines or a list.
 * Undefined for anything else, also for chunks of a chat completion.
 */
export function findEventLog(value: unknown, candidates: readonly EventFormat[]): EventLog | undefined {
  if (candidates.length === 0) return undefined
  const isEvent = (event: unknown): boolean => candidates.some((format) => format.isEvent(event))
  if (typeof value === 'string') {
    const whole = /^\uFEFF?\s*\[/.test(value) && mayHoldEvents(value) ? parseJson(value) : undefined
    if (Array.isArray(whole)) return findEventLog(whole, candidates)
    return firstEvents(value).some(isEvent)
      ? choose(readLog(value), candidates, !/^\uFEFF?\s*\{/.test(value))
      : undefined
  }
  if (!Array.isArray(value) || !value.slice(0, FIRST_LINES).some(isEvent)) return undefined
  return choose(
    value.map((event: unknown) => ({ value: event })),
    candidates,
    false,
  )
}

function choose(
  events: readonly LoggedEvent[],
  candidates: readonly EventFormat[],
  isStream: boolean,
): EventLog | undefined {
  const values = events.flatMap((event) => ('value' in event ? [event.value] : []))
  const counts = candidates.map((format) => ({ format, known: values.filter(format.isEvent).length }))
  const [best, next] = counts
    .filter(({ format }) => format.isStream?.(values, isStream) ?? true)
    .toSorted((a, b) => b.known - a.known)
  if (!best || best.known === 0 || best.known < LEAST_SHARE * values.length) return undefined
  if (next?.known === best.known) return undefined
  const isTranscript = values.some(
    (one) =>
      isRecord(one) &&
      !best.format.isEvent(one) &&
      (typeof one.role === 'string' || Array.isArray(one.choices)),
  )
  if (isTranscript) return undefined
  // A plain list of snapshots is a document of the format itself, which keeps more of the last one.
  const isDocument = best.format.name === 'prompt-api' && best.known === events.length && !isStream
  return isDocument ? undefined : { format: best.format, events }
}

function mayHoldEvents(text: string): boolean {
  return /"type"\s*:|"runs"\s*:|\{\s*"[A-Z]\w+"\s*:\s*\{/.test(text.slice(0, 2000))
}

/** The JSON of the first lines, where they hold any. */
function firstEvents(text: string): unknown[] {
  const lines: string[] = []
  for (let at = 0; at < text.length && lines.length < FIRST_LINES;) {
    const found = text.slice(at, at + LONGEST_LINE).search(/[\r\n]/)
    const end = found < 0 ? text.indexOf('\n', at) : at + found
    const line = text.slice(at, end < 0 ? undefined : end)
    if (DATA_LINE.test(line)) lines.push(line.replace(DATA_LINE, ''))
    at = end < 0 ? text.length : end + 1
  }
  const values = lines.map((line) => parseJson(line.trim()))
  // An event stream may write one object over several lines.
  const isSpread = values.length > 0 && values.every((value) => value === undefined) && /^data:/m.test(text)
  return isSpread
    ? readLog(text.slice(0, LONGEST_LINE)).flatMap((event) => ('value' in event ? [event.value] : []))
    : values
}

function readLog(text: string): LoggedEvent[] {
  const events: LoggedEvent[] = []
  const body = createBodyReader({
    maxFrame: text.length,
    onItem(item) {
      if (item.type === 'value') events.push({ value: item.value })
      else if (item.type === 'malformed') events.push({ text: item.text, cut: item.unterminated })
    },
    onTooLarge: () => {},
  })
  body.push(text)
  body.end()
  return events
}

/** The messages that recorded events make. Read by the same readers as live, so a recording shows what was seen. */
export function readEventLog(
  { format, events }: EventLog,
  report: ReportLoss,
  document: TranscriptDocument,
): Answers {
  const answers = format.read(events, report, document)
  report('stream', '', events.length, undefined)
  return answers
}
