import { isChatError } from '@antiphon/core'
import { decodeText, rankFormats } from '@antiphon/transcripts'
import { isArchive, openArchive, sessionFormats, type ArchiveDocument } from '@antiphon/sessions'
import { CommandError, refusedFile, type Io } from './io.js'
import { readSource } from './read-source.js'

/** The files of an archive that may be sessions. Files that cannot be unpacked are named on standard error. */
export async function readArchive(name: string, bytes: Uint8Array, io: Io): Promise<ArchiveDocument[]> {
  try {
    const { documents, problems } = await openArchive(bytes, { signal: io.signal })
    for (const { message } of problems) io.err(`antiphon: ${name}: ${message}`)
    if (documents.length > 0) return documents
    throw new CommandError(`${name} is an archive, and nothing in it could be read.`)
  } catch (error) {
    throw isChatError(error) ? refusedFile(name, error) : error
  }
}

/**
 * The text of a file, or of standard input for `-`. For an archive, the text of its first session; if it has others, standard error
 * says so.
 */
export async function readText(file: string, io: Io): Promise<string> {
  const bytes = await readSource(file, io)
  if (!isArchive(bytes)) return decodeText(bytes)
  const name = file === '-' ? 'Standard input' : file
  const documents = await readArchive(name, bytes, io)
  const [only] = documents
  if (documents.length === 1) return only!.text
  const sessions = documents.filter(({ text }) => isSession(text))
  const chosen = sessions[0] ?? only!
  io.err(
    `${name} is an archive of ${documents.length} files that may be sessions; this is ${chosen.name}. Unpack it to name another.`,
  )
  return chosen.text
}

const isSession = (text: string): boolean =>
  rankFormats(text, sessionFormats).some(({ format }) => sessionFormats.some((one) => one === format))
