import { agentkitFormat } from './agentkit/format.js'
import { aiSdkFormat } from './ai-sdk/format.js'
import { anthropicFormat } from './anthropic/format.js'
import { clawtoolsFormat } from './clawtools/format.js'
import { openAgentLoopsFormat } from './open-agent-loops/format.js'
import { openAiResponsesFormat } from './openai-responses/format.js'
import { openAiFormat } from './openai/format.js'
import { promptApiFormat } from './prompt-api/format.js'
import { isRecord } from '@antiphon/base'
import type { Message } from '@antiphon/core'
import { findEventLog, readEventLog, type EventLog } from './events/event-log.js'
import { eventFormats } from './events/event-formats.js'
import { wireFormats } from './events/wire-formats.js'
import { bareMessages } from './shared/compare-messages.js'
import { collectLosses } from './shared/losses.js'
import { readInput } from './text/read-input.js'
import { whyUnknown } from './text/refusal.js'
import { TEXT_BEGINNING } from './shared/text-beginning.js'
import { deepEqual } from './shared/values.js'
import {
  normalizeError,
  type EventFormat,
  type ParsedTranscript,
  type SessionFormat,
  type TranscriptFormat,
  type TranscriptReadOptions,
} from './types.js'

/** Every format, the plainest first. When two fit equally and read the same messages, the first one counts. */
export const formats: readonly TranscriptFormat[] = [
  openAiFormat,
  openAgentLoopsFormat,
  agentkitFormat,
  clawtoolsFormat,
  promptApiFormat,
  aiSdkFormat,
  anthropicFormat,
  openAiResponsesFormat,
]

/** A lower certainty may be chance. */
const LEAST = 0.3
/** Certainties that differ by at most this much count as equal. */
const NEAR = 0.05

/** The reader of a value: a format, a format that is only read, or the stream of a system. */
export interface TranscriptReader extends Pick<SessionFormat, 'name' | 'title' | 'parse'> {
  /** It reads recorded events, with the reader of live ones. */
  isStream?: true
}

/** How well one format fits a value: `certainty` from 0 to 1, and why in words. */
export interface FormatGuess {
  format: TranscriptReader
  certainty: number
  why: string
}

/**
 * The formats that may read a value, the most certain first. The sign of a format that is only read is decisive: many of these have
 * messages of another format inside, so without a sign the likeness to each format counts.
 */
export function rankFormats(value: unknown, more: readonly SessionFormat[] = []): FormatGuess[] {
  const texts = typeof value === 'string' ? textsOf(value, more) : []
  if (texts.length > 0) return texts
  const probe = typeof value === 'string' ? tryDecode(value) : value
  if (probe === undefined) return []
  const signed = more.map((format): FormatGuess => ({ format, ...format.detect(probe) }))
  const decisive = signed.filter(({ certainty }) => certainty > 0.5)
  if (decisive.length > 0) return decisive
  return formats
    .map((format): FormatGuess => ({ format, ...format.detect(probe) }))
    .filter(({ certainty }) => certainty >= LEAST)
    .toSorted((a, b) => b.certainty - a.certainty)
}

const textsOf = (text: string, more: readonly SessionFormat[]): FormatGuess[] =>
  more
    .filter(({ isText }) => isText?.(text.slice(0, TEXT_BEGINNING)))
    .map((format) => ({ format, certainty: 1, why: `it begins as a text of ${format.name}` }))

/**
 * The reader of a value, or the one that `from` names. Events that no other system has, and the sign of a format that is only
 * read, are decisive; then events of agents count, then likeness. When several fit and read the same messages, the first one
 * counts.
 *
 * @throws ChatError of kind `normalize`: which two formats it could be and why, or why it is not a transcript.
 */
export function findFormat(
  value: unknown,
  { from, formats: more = [] }: TranscriptReadOptions = {},
): FormatGuess {
  if (from !== undefined) return { format: readerNamed(value, from, more), certainty: 1, why: 'it was named' }
  const stream = streamIn(alone(value), decisiveStreams(more))
  const ranked = rankFormats(value, more)
  const signed = ranked.filter(({ format }) => more.some((one) => one === format))
  const decisive = stream
    ? [stream, ...signed.filter(({ format }) => format.name !== stream.format.name)]
    : signed
  if (decisive.length > 0) return theOne(value, decisive)
  const run = streamIn(value, allStreams(more))
  if (run) return run
  const [best] = ranked
  if (!best) throw unknownFormat(value)
  return theOne(
    value,
    ranked.filter(({ certainty }) => certainty >= best.certainty - NEAR),
  )
}

/** Whether values are recorded events, of a system that is known here or of one of these formats. */
export const isEventLog = (value: unknown, more: readonly SessionFormat[] = []): boolean =>
  findEventLog(value, allStreams(more)) !== undefined

const decisiveStreams = (more: readonly SessionFormat[]): EventFormat[] => [
  ...wireFormats,
  ...more.flatMap(({ streams = [] }) => streams),
]
const allStreams = (more: readonly SessionFormat[]): EventFormat[] => [
  ...decisiveStreams(more),
  ...eventFormats,
]

/** A stream may have one event. Events of agents are too much like entries of other files for that. */
const alone = (value: unknown): unknown => (isRecord(value) ? [value] : value)

function streamIn(value: unknown, streams: readonly EventFormat[]): FormatGuess | undefined {
  const log = findEventLog(value, streams)
  return log && { format: streamReader(log), certainty: 1, why: `it has events of ${log.format.name}` }
}

function streamReader(log: EventLog): TranscriptReader {
  const { name } = log.format
  const shape = formats.find((format) => format.name === name)?.shapes[0] ?? 'stream'
  return {
    name,
    title: `${name}: events`,
    isStream: true,
    parse(): ParsedTranscript {
      const { losses, report } = collectLosses()
      const document = { format: name, shape }
      return { ...readEventLog(log, report, document), losses, document }
    },
  }
}

function readerNamed(value: unknown, name: string, more: readonly SessionFormat[]): TranscriptReader {
  const isNamed = (format: { name: string }): boolean => format.name === name
  const only = more.find(isNamed)
  const stream =
    streamIn(alone(value), decisiveStreams(more).filter(isNamed)) ??
    (only ? undefined : streamIn(value, allStreams(more).filter(isNamed)))
  return stream?.format ?? only ?? formatNamed(name)
}

/** The first of the guesses that read the value. */
function theOne(value: unknown, [best, ...rest]: readonly FormatGuess[]): FormatGuess {
  const rival = rest.find((guess) => !readAlike(value, best!, guess))
  if (!rival) return best!
  throw normalizeError(
    `This could be ${best!.format.name} (${best!.why.slice(0, 30)}) or ${rival.format.name} (${rival.why.slice(0, 30)}). Say which one it is.`,
    'ambiguous',
  )
}

/** A text is parsed once for all formats. */
function decode(text: string): unknown {
  const found = readInput(text, () => {})
  return found.type === 'sse' ? text : found.type === 'value' ? found.value : found.values
}

/** The format by its name. */
export function formatNamed(name: string): TranscriptFormat {
  const format = formats.find((entry) => entry.name === name)
  if (format) return format
  const names = formats.map((entry) => entry.name).join(', ')
  throw normalizeError(
    `There is no format "${name.slice(0, 15)}". There are ${names}; others are only read.`,
    'unknown_format',
  )
}

function readAlike(value: unknown, one: FormatGuess, other: FormatGuess): boolean {
  try {
    const [a, b] = [one, other].map(({ format }) =>
      bareMessages(format.parse(value).messages.map(withoutEmptyParts), `${format.name}.`),
    )
    return deepEqual(a, b)
  } catch {
    // A value that a rival cannot read is not in its format.
    return true
  }
}

/** An empty answer has an empty part where it is read as parts, and none where it is read as text. */
const withoutEmptyParts = (message: Message): Message =>
  'segments' in message
    ? { ...message, segments: message.segments?.filter((one) => !('end' in one) || one.end > one.start) }
    : message

/** The refusal says what a value may be. The reasons of all formats would be a page; `rankFormats` has them. */
const unknownFormat = (value: unknown): Error =>
  normalizeError(whyUnknown(typeof value === 'string' ? decode(value) : value), 'no_transcript')

/** An unreadable text is reported by the later read. */
function tryDecode(text: string): unknown {
  try {
    return decode(text)
  } catch {
    return undefined
  }
}
