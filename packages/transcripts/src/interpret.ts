import { isChatError, type ChatError } from '@antiphon/core'
import { isRecord } from '@antiphon/base'
import { findFormat, isEventLog } from './find-format.js'
import { readMixed } from './read-mixed.js'
import { checkReading } from './shared/check-reading.js'
import { holdsNothing, markLines, nothingIn } from './text/read-input.js'
import type { FileProblem, FileValue, ValueReader } from './text/read-values.js'
import type { TranscriptRead, TranscriptReadOptions } from './types.js'

/** `isStrict`: one format reads all of it, or none does. `areLines`: the document keeps that it was a text of lines. */
interface InterpretOptions extends TranscriptReadOptions {
  isStrict?: boolean
  areLines?: boolean
}

/** Transcripts in the values of a file. Without any, `refusal` says why. */
export interface Interpreted {
  reads: TranscriptRead[]
  problems: FileProblem[]
  refusal?: ChatError
}

/** A line of Ollama that another piece of its answer follows. */
const isOpenAnswer = (value: unknown): boolean => isRecord(value) && value.done === false

/** Decides what a text is, from its values and its beginning. `isAll`: its beginning is all of it. */
export function interpretText(
  read: Pick<ValueReader, 'values' | 'problems' | 'isText'>,
  head: string,
  isAll: boolean,
  options: InterpretOptions,
): Interpreted {
  const nothing = (): Interpreted => ({ reads: [], problems: [], refusal: nothingIn(head, isAll) })
  if (holdsNothing(read)) return nothing()
  const found = interpret(read.values, options)
  const isEmpty = found.reads.every(({ messages, others = [] }) => messages.length + others.length === 0)
  // Brackets in a plain text are read as lists without entries, which do not make a transcript.
  return isEmpty && (read.isText || (read.problems.length > 0 && !found.refusal)) ? nothing() : found
}

/** Decides what values are: one transcript, several, or entries of more than one format. */
export function interpret(values: readonly FileValue[], options: InterpretOptions): Interpreted {
  const [first] = values.length === 1 ? values : []
  const all = values.map(({ value }) => value)
  // Ignore a last event that broke off: half of a finish reason could be read as a different one. The events before it decide.
  const before = all.slice(0, -1)
  const isCutStream =
    values.at(-1)?.isCut === true &&
    before.length > 0 &&
    (isOpenAnswer(before.at(-1)) || isEventLog(before, options.formats) || isEventLog(all, options.formats))
  const lines = isCutStream ? before : all
  if (options.areLines) markLines(lines)
  const together = attempt(first ? first.value : lines, options)
  if (!isChatError(together)) return { reads: [together], problems: [] }
  const isNamed = options.formats?.some(({ name }) => name === options.from) === true
  if (isNamed || options.isStrict || !mayBeMixed(together))
    return { reads: [], problems: [], refusal: together }

  // Entry by entry: the list of a single value, or values that are entries themselves.
  const entries = first?.list ?? lines
  const places = first?.list ? first.places : values.flatMap((value) => value.places.slice(0, 1))
  const areEntries =
    first?.list !== undefined ||
    !lines.some((value) => Array.isArray(value) || (isRecord(value) && Array.isArray(value.messages)))
  if (areEntries) {
    const mixed = readMixed(entries, places, options.from, options.formats)
    return mixed.reads.length > 0 ? mixed : { ...mixed, problems: [], refusal: together }
  }
  const each = values.map(({ value, places: [place] }) => ({ place, read: attempt(value, options) }))
  const reads = each.flatMap(({ read }) => (isChatError(read) ? [] : [read]))
  const problems = each.flatMap(({ place, read }) =>
    isChatError(read) ? [{ message: read.message, ...place }] : [],
  )
  return reads.length > 0 ? { reads, problems } : { reads, problems: [], refusal: together }
}

/** Whether a value that no format reads may hold entries of several. One that a format took and could not read is of another system, and one
 * that two take needs a name. */
const mayBeMixed = ({ data }: ChatError): boolean =>
  !['ambiguous', 'field_unread', 'no_message', 'too_large', 'unknown_format'].includes(data.code ?? '')

/** The transcript of a value or of an event stream, or its refusal. */
export function attempt(value: unknown, options: TranscriptReadOptions): TranscriptRead | ChatError {
  try {
    return readAsOne(value, options)
  } catch (error) {
    if (isChatError(error)) return error
    throw error
  }
}

function readAsOne(value: unknown, options: TranscriptReadOptions): TranscriptRead {
  const { format } = findFormat(value, options)
  const read = format.parse(value)
  // An answer of a stream may have nothing to show and say so in its events.
  return { format: format.name, ...(format.isStream ? read : checkReading(read, format.title)) }
}
