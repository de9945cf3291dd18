import { constants } from 'node:fs'
import { open, realpath, type FileHandle } from 'node:fs/promises'
import { isInside, type FoundFile, type FoundSession } from './find-files.js'

const PIECE = 256 * 1024

/** Opens a file of a session for reading. A file is refused if it, or a folder above it, has become a link since the search. */
async function openInside(root: string, path: string): Promise<FileHandle> {
  // A pipe that has taken the place of a file must not hold a thread until somebody writes to it. Both are absent on Windows, where
  // the check below is all there is.
  const careful = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)
  const handle = await open(path, constants.O_RDONLY | careful)
  try {
    if ((await realpath(path)) !== path || !isInside(root, path) || !(await handle.stat()).isFile())
      throw new Error('The file is not in the folder that was opened.')
    return handle
  } catch (error) {
    await handle.close()
    throw error
  }
}

/** The bytes of a file from `from` up to `to`, piece by piece; less where it has become shorter. */
export async function* readRange(
  root: string,
  path: string,
  from: number,
  to: number,
): AsyncGenerator<Uint8Array> {
  const handle = await openInside(root, path)
  try {
    for (let at = from; at < to;) {
      const buffer = Buffer.allocUnsafe(Math.min(PIECE, to - at))
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, at)
      if (bytesRead === 0) return
      at += bytesRead
      yield buffer.subarray(0, bytesRead)
    }
  } finally {
    await handle.close()
  }
}

const LINE_END = new Uint8Array([10])

/** Several files one after the other, each on lines of its own, up to `most` bytes. A file that is gone is left out. */
export async function* readTogether(
  root: string,
  files: readonly FoundFile[],
  most: number,
): AsyncGenerator<Uint8Array> {
  let left = most
  for (const { path, size } of files) {
    if (left <= 0) return
    try {
      yield* readRange(root, path, 0, Math.min(size, left))
    } catch {
      continue
    }
    left -= size
    yield LINE_END
  }
}

export interface Bounds {
  /** Bytes up to which all is read. */
  whole: number
  /** Bytes at the beginning of a longer file; `tail` those at its end, if it consists of lines. */
  head: number
  tail: number
}

/** A session within bounds: what is too long is read at its beginning and its end. */
export async function* readBounded(session: FoundSession, bounds: Bounds): AsyncGenerator<Uint8Array> {
  const { root, files, isStore, size } = session
  const [main] = files
  if (!main) return
  if (size <= bounds.whole || (isStore && files.length > 1)) {
    yield* readTogether(root, files, bounds.whole)
  } else if (main.size <= bounds.whole) {
    yield* readTogether(root, files, bounds.whole)
  } else {
    yield* readRange(root, main.path, 0, bounds.head)
    if (isStore) return
    yield LINE_END
    yield* readRange(root, main.path, main.size - bounds.tail, main.size)
  }
}

export const isBounded = ({ size }: FoundSession, { whole }: Bounds): boolean => size > whole
