import { isChatError } from '@antiphon/core'
import { isRecord, parseJson } from '@antiphon/base'
import { decodeText } from '@antiphon/transcripts'
import { isSessionName } from '../session-files.js'
import { archiveError, damaged, packedBytes, readZipDirectory, type ZipEntry } from './zip-directory.js'

/** A file of an archive that may hold a session. */
export interface ArchiveDocument {
  /** Its path in the archive; of several files that make one document the path of the first. */
  name: string
  text: string
}

/** The session files of an archive, and the files that could not be unpacked. */
export interface UnpackedArchive {
  documents: ArchiveDocument[]
  /** Files that were not unpacked, and why, in one line each. */
  problems: { name: string; message: string }[]
}

/** How much an archive may hold, and how unpacking is stopped. */
export interface UnpackOptions {
  /** Maximum number of unpacked bytes of all files together. Files beyond it are not read. Default 256 MB. */
  most?: number
  signal?: AbortSignal
}

const MOST = 256 * 1024 * 1024
/** Files that operating systems add to archives. */
const NOISE = /(?:^|\/)(?:__MACOSX\/|\.|Thumbs\.db$)/
/** Where exports of chat apps have their conversations; long ones in several files. */
const CONVERSATIONS = /(?:^|\/)conversations(?:-\d+)?\.json$/
const SAMPLE = /^samples\/[^/]+\.json$/

/**
 * Takes the session files out of a ZIP archive: a log of Inspect becomes one document, the conversations of a chat app's export
 * another; of any other archive each file that may be a session, by its name, is a document. Archives inside are left alone.
 *
 * @throws ChatError of kind `normalize` for an archive that is damaged, and for one without such a file.
 */
export async function unpackArchive(
  bytes: Uint8Array,
  { most = MOST, signal }: UnpackOptions = {},
): Promise<UnpackedArchive> {
  const directory = readZipDirectory(bytes)
  const entries = directory.entries.filter(({ name }) => !NOISE.test(name))
  const problems: UnpackedArchive['problems'] = []
  if (directory.isCut)
    problems.push({
      name: '',
      message: `The archive breaks off before its directory. The files before that are read: ${counted(entries.length)}.`,
    })
  let left = most

  async function textOf(entry: ZipEntry): Promise<string | undefined> {
    signal?.throwIfAborted()
    try {
      const unpacked = await unpack(bytes, entry, left)
      left -= unpacked.length
      return decodeText(unpacked)
    } catch (error) {
      if (!isChatError(error)) throw error
      problems.push({ name: entry.name, message: error.message })
      return undefined
    }
  }
  async function documentsOf(chosen: readonly ZipEntry[]): Promise<ArchiveDocument[]> {
    const documents: ArchiveDocument[] = []
    for (const entry of chosen) {
      const text = await textOf(entry)
      if (text !== undefined) documents.push({ name: entry.name, text })
    }
    return documents
  }

  const samples = entries.filter(({ name }) => SAMPLE.test(name)).toSorted(byName)
  const head =
    entries.find(({ name }) => name === 'header.json') ??
    entries.find(({ name }) => name === '_journal/start.json')
  if (head ? samples.length > 0 || head.name.startsWith('_journal') : directory.isCut && samples.length > 0) {
    const [about] = await documentsOf(head ? [head] : [])
    const isEnded = head?.name === 'header.json'
    const log = logOf(about?.text ?? '', await documentsOf(samples), isEnded)
    return { documents: [{ name: (head ?? samples[0]!).name, text: log }], problems }
  }
  const conversations = entries.filter(({ name }) => CONVERSATIONS.test(name))
  const chosen = conversations.length > 0 ? conversations : entries.filter(({ name }) => isSessionName(name))
  if (chosen.length === 0)
    throw archiveError(
      directory.isCut
        ? 'The archive breaks off before a file in it that may be a session.'
        : `This is an archive of ${counted(entries.length)}, none of which may be a session by its name.`,
      'archive_without_session',
    )
  const documents = await documentsOf(chosen.toSorted(byName))
  return { documents: conversations.length > 1 ? together(documents) : documents, problems }
}

/** Sorts entries, because archives list them in any order: `2` comes before `10`. */
const byName = (a: ZipEntry, b: ZipEntry): number => a.name.localeCompare(b.name, 'en', { numeric: true })

const counted = (count: number): string => (count === 1 ? '1 file' : `${count} files`)

/** The log of an evaluation as one document, its samples as they are in the archive. One that was broken off has no header yet. */
function logOf(about: string, samples: readonly ArchiveDocument[], isEnded: boolean): string {
  const value = parseJson(about)
  const { samples: _, ...fields } = isRecord(value) ? value : {}
  const start = JSON.stringify({ eval: {}, ...(!isEnded && { status: 'started' }), ...fields })
  return `${start.slice(0, -1)},"samples":[${samples.map(({ text }) => text).join(',')}]}`
}

/** Lists in several files as one. */
function together(documents: readonly ArchiveDocument[]): ArchiveDocument[] {
  const lists = documents.map(({ text }) => parseJson(text))
  if (documents.length === 0 || !lists.every((list) => Array.isArray(list))) return [...documents]
  return [{ name: documents[0]!.name, text: JSON.stringify(lists.flat()) }]
}

async function unpack(bytes: Uint8Array, entry: ZipEntry, most: number): Promise<Uint8Array> {
  const { name, method, isEncrypted } = entry
  if (isEncrypted) throw archiveError(`${name} is locked with a password.`, 'archive_locked')
  if (method !== 0 && method !== 8)
    throw archiveError(
      `${name} is packed in a way that is not read here (method ${method}).`,
      'archive_method',
    )
  const packed = packedBytes(bytes, entry)
  if (method === 0) {
    if (packed.length > most) throw tooLarge(name)
    return packed
  }
  const stream = new Blob([packed as Uint8Array<ArrayBuffer>])
    .stream()
    .pipeThrough(new DecompressionStream('deflate-raw'))
  const reader = stream.getReader()
  const pieces: Uint8Array[] = []
  let size = 0
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      size += next.value.length
      // Count the unpacked bytes, because the size in the directory may be wrong.
      if (size > most) throw tooLarge(name)
      pieces.push(next.value)
    }
  } catch (error) {
    await reader.cancel().catch(() => {})
    throw isChatError(error) ? error : damaged(`${name} cannot be unpacked`)
  }
  const all = new Uint8Array(size)
  let at = 0
  for (const piece of pieces) {
    all.set(piece, at)
    at += piece.length
  }
  return all
}

const tooLarge = (name: string): Error =>
  archiveError(
    `${name} was not read: the files of the archive are too large together when they are unpacked.`,
    'archive_too_large',
  )
