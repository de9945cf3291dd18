import { isChatError } from '@antiphon/core'
import type { PieceSource } from '@antiphon/core/wire'
import { openTranscript, type OpenTranscriptOptions, type OpenedTranscript } from '@antiphon/transcripts'
import { collectArchive, openArchive, peekSource } from './archive/index.js'
import { groupSessionFiles } from './session-files.js'
import { sessionFormats } from './session-formats.js'

/**
 * Reads any file that may be a session, a transcript or an archive of them, in any state. It is `openTranscript` with `sessionFormats`
 * (or the `formats` that are given), and reads the files of a ZIP archive one after the other.
 *
 * @throws errors of the source, and the reason of an abort; never for the content.
 */
export async function openSession(
  source: PieceSource,
  options: OpenTranscriptOptions = {},
): Promise<OpenedTranscript> {
  const { pieces, isArchive } = await peekSource(source, options.signal)
  const all = { formats: sessionFormats, ...options }
  if (!isArchive) return openTranscript(pieces, all)
  return openEach(await collectArchive(pieces, options.onProgress), all)
}

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
