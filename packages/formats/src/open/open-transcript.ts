import { isChatError, type ChatError } from '@antiphon/core'
import { isRecord } from '@antiphon/base'
import { createStreamDecoder, type PieceSource } from '@antiphon/core/wire'
import { collectArchive, openArchive, peekSource } from '../archive/index.js'
import { isEventLog } from '../events/event-log.js'
import { mayBeMixed, readAsOne, type TranscriptReadOptions } from '../read-transcript.js'
import { groupSessionFiles } from '../sessions/session-files.js'
import { TEXT_BEGINNING, type FormatName } from '../types.js'
import { knownBinary } from '../text/known-binary.js'
import { EVENT_LINE } from '../text/read-input.js'
import { readMixed } from '../read-mixed.js'
import { createValueReader, type FileProblem, type FileValue } from '../text/read-values.js'
import type { OpenedConversation, OpenedTranscript } from '../text/opened.js'

export interface OpenTranscriptOptions extends TranscriptReadOptions {
  signal?: AbortSignal
  /** Called after each piece with the bytes (of a text: characters) read so far. */
  onProgress?(bytes: number): void
  /** Characters of JSON that are kept. The rest is read and counted only. Default 64 M. */
  keep?: number
}

const DEFAULT_KEEP = 64 * 1024 * 1024

/**
 * Reads any file that may be a transcript: JSON, JSON lines, values side by side or an event stream, also in an archive. It may be
 * cut off, have broken lines or mix two systems. It streams: besides the kept values it holds only one entry.
 *
 * @throws errors of the source, and the reason of an abort; never for the content.
 */
export async function openTranscript(
  source: PieceSource,
  options: OpenTranscriptOptions = {},
): Promise<OpenedTranscript> {
  const { signal, onProgress, keep = DEFAULT_KEEP } = options
  const { pieces, isArchive } = await peekSource(source, signal)
  if (isArchive) return openEach(await collectArchive(pieces, onProgress), options)
  const kinds = options.formats ?? []
  const decoder = createStreamDecoder()
  const reader = createValueReader(keep)
  let beginning: string | undefined = ''
  let events: string[] | undefined
  let bytes = 0
  let characters = 0
  let binary: string | undefined

  /** True when the file must be held as text: events, or a system that writes no JSON. */
  const isWhole = (text: string): boolean =>
    EVENT_LINE.test(text) || kinds.some(({ isText }) => isText?.(text.slice(0, TEXT_BEGINNING)))

  function take(text: string): void {
    characters += text.length
    if (beginning !== undefined) {
      beginning += text
      // Enough to tell events from JSON, and one text from another.
      const start = beginning.trimStart()
      const isOpen = kinds.some(({ isText }) => isText) && !/^\uFEFF?[[{]/.test(start)
      if (characters < TEXT_BEGINNING && (start.length < 8 || isOpen)) return
      text = beginning
      beginning = undefined
      binary = knownBinary(text)
      if (isWhole(text)) events = []
    }
    if (!events) reader.push(text)
    else if (characters <= keep) events.push(text)
  }

  for await (const piece of pieces) {
    take(decoder.decode(piece))
    // A database of gigabytes is not read through to say what it is.
    if (binary !== undefined) break
    bytes += piece.length
    onProgress?.(bytes)
  }
  take(decoder.end())
  if (beginning !== undefined) {
    const rest = beginning
    beginning = undefined
    binary = knownBinary(rest)
    if (isWhole(rest)) events = [rest]
    else reader.push(rest)
  }
  if (binary !== undefined) return { conversations: [], problems: [{ message: binary }], characters }
  if (events) return { ...ofText(events.join(''), options, characters > keep), characters }
  reader.end()

  const problems = [...reader.problems]
  const nothing = { message: 'Nothing of this could be read.' }
  // For a plain text name only the first problem: brackets and numbers further down say nothing about a transcript.
  const named = reader.isText ? problems.slice(0, 1) : problems
  if (reader.left > 0) {
    const kept = (reader.seen - reader.left).toLocaleString('en')
    problems.push({
      message: `The file is long: the first ${kept} of its ${reader.seen.toLocaleString('en')} entries are shown, the others were only read through.`,
    })
  }
  if (reader.values.length === 0) {
    const empty = { message: 'There is nothing to read: the text is empty.' }
    return { conversations: [], problems: [...named, problems.length > 0 ? nothing : empty], characters }
  }
  const found = interpret(reader.values, options)
  // Brackets in a plain text are read as lists without entries, which do not make a transcript.
  if (problems.length > 0 && found.conversations.every(({ messages }) => messages.length === 0))
    return {
      conversations: [],
      problems: [...named, nothing],
      characters,
    }
  return { conversations: found.conversations, problems: [...problems, ...found.problems], characters }
}

/** Opens the files of an archive one after the other. */
async function openEach(
  bytes: Uint8Array | undefined,
  options: OpenTranscriptOptions,
): Promise<OpenedTranscript> {
  const all: OpenedTranscript = { conversations: [], problems: [], characters: 0 }
  if (!bytes) {
    const message = 'The archive is too large to be held. Unpack it, and open a file of it.'
    return { ...all, problems: [{ message }] }
  }
  try {
    const { documents, problems } = await openArchive(bytes, options)
    all.problems.push(...problems.map(({ message }) => ({ message })))
    const texts = new Map(documents.map(({ name, text }) => [name, text]))
    for (const { path, files } of groupSessionFiles([...texts.keys()])) {
      const text = files.map((name) => texts.get(name)!).join('\n')
      const opened = await openTranscript(text, { ...options, onProgress: undefined })
      const label = documents.length > 1 ? `${path}: ` : ''
      all.conversations.push(...opened.conversations)
      all.problems.push(
        ...opened.problems.map((problem) => ({ ...problem, message: `${label}${problem.message}` })),
      )
      all.characters += opened.characters
    }
  } catch (error) {
    if (!isChatError(error)) throw error
    all.problems.push({ message: error.message })
  }
  return all
}

function ofText(
  text: string,
  options: TranscriptReadOptions,
  isLong: boolean,
): Omit<OpenedTranscript, 'characters'> {
  const problems: FileProblem[] = isLong
    ? [{ message: 'The recording is long: only its beginning is shown.' }]
    : []
  const read = attempt(text, options)
  if (!Array.isArray(read)) return { conversations: [], problems: [...problems, { message: read.message }] }
  return { conversations: read, problems }
}

type Interpreted = Omit<OpenedTranscript, 'characters'>

/** A line of Ollama that another piece of its answer follows. */
const isOpenAnswer = (value: unknown): boolean => isRecord(value) && value.done === false

/** Decides what the values are: one transcript, several, or entries of more than one format. */
function interpret(values: readonly FileValue[], options: TranscriptReadOptions): Interpreted {
  const [first] = values.length === 1 ? values : []
  const all = values.map(({ value }) => value)
  // Ignore a last event that broke off: half of a finish reason could be read as a different one. The events before it decide.
  const before = all.slice(0, -1)
  const isCutStream =
    values.at(-1)?.isCut === true &&
    before.length > 0 &&
    (isOpenAnswer(before.at(-1)) || isEventLog(before) || isEventLog(all))
  const lines = isCutStream ? before : all
  const together = attempt(first ? first.value : lines, options)
  if (Array.isArray(together)) return { conversations: together, problems: [] }
  if (options.formats?.some(({ name }) => name === options.from) || !mayBeMixed(together))
    return { conversations: [], problems: [{ message: together.message }] }

  // Entry by entry: the list of a single value, or values that are entries themselves.
  const isList = first?.list !== undefined
  const entries = first?.list ?? lines
  const places = first?.list ? first.places : values.flatMap((value) => value.places.slice(0, 1))
  const areEntries =
    isList ||
    !lines.some((value) => Array.isArray(value) || (isRecord(value) && Array.isArray(value.messages)))
  if (areEntries) {
    const mixed = readMixed(entries, places, options.from as FormatName | undefined, options.formats)
    if (mixed.conversations.length > 0) return mixed
    return { conversations: [], problems: [{ message: together.message, ...places[0] }] }
  }
  const each = values.map(({ value, places: [place] }) => ({ place, read: attempt(value, options) }))
  return {
    conversations: each.flatMap(({ read }) => (Array.isArray(read) ? read : [])),
    problems: each.flatMap(({ place, read }) =>
      Array.isArray(read) ? [] : [{ message: read.message, ...place }],
    ),
  }
}

/** All conversations of a value, or the reason why it has none. */
function attempt(value: unknown, options: TranscriptReadOptions): OpenedConversation[] | ChatError {
  try {
    const { others = [], ...first } = readAsOne(value, options)
    // Another choice is a version in the tree of its answer.
    const own = first.tree ? others.filter(({ isVersion }) => !isVersion) : others
    return [first, ...own.map((other) => ({ format: first.format, ...other, losses: [] }))]
  } catch (error) {
    if (isChatError(error)) return error
    throw error
  }
}
