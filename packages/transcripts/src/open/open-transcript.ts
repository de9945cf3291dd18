import { isChatError } from '@antiphon/core'
import { createStreamDecoder, readPieces, type PieceSource } from '@antiphon/core/wire'
import { attempt, interpretText, type Interpreted } from '../interpret.js'
import { TEXT_BEGINNING } from '../shared/text-beginning.js'
import type { TranscriptReadOptions } from '../types.js'
import type { OpenedTranscript } from '../text/opened.js'
import { isWholeText, nothingIn } from '../text/read-input.js'
import { createValueReader } from '../text/read-values.js'
import { HEAD, isBinary } from '../text/refusal.js'

/** How much of a file is kept, and how reading is followed and stopped. */
export interface OpenTranscriptOptions extends TranscriptReadOptions {
  signal?: AbortSignal
  /** Called after each piece with the bytes (of a text: characters) read so far. */
  onProgress?(bytes: number): void
  /** Characters of JSON that are kept. The rest is read and counted only. Default 64 M. */
  keep?: number
}

const DEFAULT_KEEP = 64 * 1024 * 1024

/**
 * Reads any file that may be a transcript: JSON, JSON lines, values side by side or an event stream. It may be cut off, have
 * broken lines or mix two systems. It streams: besides the kept values it holds only one entry.
 *
 * @throws errors of the source, and the reason of an abort; never for the content.
 */
export async function openTranscript(
  source: PieceSource,
  options: OpenTranscriptOptions = {},
): Promise<OpenedTranscript> {
  const { signal, onProgress, keep = DEFAULT_KEEP } = options
  const kinds = options.formats ?? []
  const decoder = createStreamDecoder()
  const reader = createValueReader(keep)
  let beginning: string | undefined = ''
  let events: string[] | undefined
  let bytes = 0
  let characters = 0
  /** The first characters, for the words of a refusal. */
  let head = ''
  let isStopped = false

  function take(text: string): void {
    characters += text.length
    if (head.length < HEAD) head += text.slice(0, HEAD - head.length)
    if (beginning !== undefined) {
      beginning += text
      // Enough to tell events from JSON, and one text from another.
      const start = beginning.trimStart()
      const isOpen = kinds.some(({ isText }) => isText) && !/^\uFEFF?[[{]/.test(start)
      if (characters < TEXT_BEGINNING && (start.length < 8 || isOpen)) return
      text = beginning
      beginning = undefined
      isStopped = isBinary(text)
      if (isWholeText(text, kinds)) events = []
    }
    if (!events) reader.push(text)
    else if (characters <= keep) events.push(text)
  }

  for await (const piece of readPieces(source, signal)) {
    take(decoder.decode(piece))
    // A database of gigabytes is not read through to say what it is.
    if (isStopped) break
    bytes += piece.length
    onProgress?.(bytes)
  }
  take(decoder.end())
  if (beginning !== undefined) {
    const rest = beginning
    beginning = undefined
    isStopped = isBinary(rest)
    if (isWholeText(rest, kinds)) events = [rest]
    else reader.push(rest)
  }
  if (isStopped)
    return { conversations: [], problems: [{ message: nothingIn(head, false).message }], characters }
  if (events) {
    const long = { message: 'The recording is long: only its beginning is shown.' }
    const read = attempt(events.join(''), options)
    const found = isChatError(read) ? { reads: [], refusal: read } : { reads: [read] }
    return { ...opened({ problems: characters > keep ? [long] : [], ...found }), characters }
  }
  reader.end()

  const found = opened(interpretText(reader, head, characters <= HEAD, options))
  // For a plain text name only the first problem: brackets and numbers further down say nothing about a transcript.
  const problems =
    reader.isText && found.conversations.length === 0 ? reader.problems.slice(0, 1) : [...reader.problems]
  if (reader.left > 0) {
    const kept = (reader.seen - reader.left).toLocaleString('en')
    problems.push({
      message: `The file is long: the first ${kept} of its ${reader.seen.toLocaleString('en')} entries are shown, the others were only read through.`,
    })
  }
  return { conversations: found.conversations, problems: [...problems, ...found.problems], characters }
}

/** The conversations of what was read, and last the reason where there are none. */
function opened({ reads, problems, refusal }: Interpreted): Omit<OpenedTranscript, 'characters'> {
  return {
    conversations: reads.flatMap(({ others = [], ...first }) => {
      // Another choice is a version in the tree of its answer.
      const own = first.tree ? others.filter(({ isVersion }) => !isVersion) : others
      return [first, ...own.map((other) => ({ format: first.format, ...other, losses: [] }))]
    }),
    problems: refusal ? [...problems, { message: refusal.message }] : problems,
  }
}
