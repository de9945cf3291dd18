import { readPieces, type PieceSource } from '@antiphon/core/wire'
import { isZip } from './zip-directory.js'
import type { UnpackedArchive, UnpackOptions } from './unpack.js'

export type { ArchiveDocument, UnpackedArchive, UnpackOptions } from './unpack.js'

/** Whether bytes begin like a ZIP archive, which `openArchive` takes apart. */
export function isArchive(bytes: Uint8Array): boolean {
  return isZip(bytes)
}

/**
 * The session files in a ZIP archive: the log of an evaluation (`.eval`), the export of a chat app, or any others. The code
 * that unpacks it is loaded with the first archive.
 *
 * @throws ChatError of kind `normalize` for an archive that is damaged, and for one without a file that may be a session.
 */
export async function openArchive(bytes: Uint8Array, options?: UnpackOptions): Promise<UnpackedArchive> {
  const { unpackArchive } = await import('./unpack.js')
  return unpackArchive(bytes, options)
}

/** Archives of more bytes are not held. */
const MOST_BYTES = 512 * 1024 * 1024

export interface PeekedSource {
  pieces: AsyncIterable<Uint8Array | string>
  /** The source begins like an archive. */
  isArchive: boolean
}

/** Looks at the first bytes of a source; all of it is still to come. */
export async function peekSource(source: PieceSource, signal?: AbortSignal): Promise<PeekedSource> {
  const all = readPieces(source, signal)
  const first: (Uint8Array | string)[] = []
  const head: number[] = []
  while (head.length < 4) {
    const { value, done } = await all.next()
    if (done) break
    first.push(value)
    if (typeof value !== 'string') head.push(...value.subarray(0, 4))
    else if (value !== '') break
  }
  async function* pieces(): AsyncGenerator<Uint8Array | string> {
    yield* first.splice(0)
    yield* all
  }
  return { pieces: pieces(), isArchive: isZip(new Uint8Array(head)) }
}

/** All bytes of an archive; undefined where there are too many to hold. */
export async function collectArchive(
  pieces: AsyncIterable<Uint8Array | string>,
  onProgress?: (bytes: number) => void,
): Promise<Uint8Array | undefined> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const piece of pieces) {
    // A source of bytes has no text in it.
    if (typeof piece === 'string') continue
    size += piece.length
    if (size > MOST_BYTES) return undefined
    parts.push(piece)
    onProgress?.(size)
  }
  const bytes = new Uint8Array(size)
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

/**
 * The pieces of a source as they come; of an archive the texts of the session files in it, each on lines of its own.
 *
 * @throws as `openArchive`.
 */
export async function* readUnpacked(
  source: PieceSource,
  options: UnpackOptions = {},
): AsyncGenerator<Uint8Array | string, void> {
  const { pieces, isArchive: isPacked } = await peekSource(source, options.signal)
  if (!isPacked) return yield* pieces
  const bytes = await collectArchive(pieces)
  const { documents } = bytes ? await openArchive(bytes, options) : { documents: [] }
  for (const { text } of documents) yield `${text}\n`
}
