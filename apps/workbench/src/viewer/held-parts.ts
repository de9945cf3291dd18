import { englishViewer } from '../words/english-viewer.js'
import type { RemotePart, SourcePart } from './read-types.js'

/** Bytes to read from each end of a file at first. The second size is used when the first one shows nothing. */
export const FIRST_EDGES = [100_000, 1_000_000]
/** The same for parts that stay on screen. A part of up to three times this size is read whole. */
export const EDGE = 8_000_000
/** This many bytes before the new ones are requested too. If they differ from those here, it is a different file. */
const OVERLAP = 64
const LINE_END = new Uint8Array([10])

interface Held {
  pieces: Uint8Array[]
  size: number
  stamp: string
  /** Bytes in the middle that were not read. */
  leftOut: number
  /** Number of bytes that were read from each end. */
  edge: number
}

export interface HeldParts {
  /**
   * The current bytes of all parts. For a part that is already here, only its new end is fetched. Of a file of lines that is
   * longer than three times `edge`, only `edge` bytes of its beginning and of its end are fetched.
   */
  read(
    parts: readonly SourcePart[],
    edge: number,
    onBytes: (bytes: number) => void,
  ): Promise<AsyncIterable<Uint8Array>>
  /** Bytes of all parts that were not read, because there are too many. */
  leftOut(): number
}

/** The parts of a session that were fetched already, so that a growing file is not fetched again. */
export function createHeldParts(): HeldParts {
  const held = new Map<string | Blob, Held>()

  async function fetchRange(
    part: SourcePart,
    from: number,
    to: number,
    onBytes: (bytes: number) => void,
  ): Promise<Uint8Array[]> {
    const pieces: Uint8Array[] = []
    const reader = (await fetchBytes(part, from, to)).body!.getReader()
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      pieces.push(next.value)
      onBytes(next.value.length)
    }
    return pieces
  }

  async function bring(part: RemotePart, edge: number, onBytes: (bytes: number) => void): Promise<Held> {
    const before = held.get(part.url)
    if (before?.stamp === part.stamp && before.edge >= edge) return before
    if (before && before.edge >= edge && part.grows && part.size > before.size) {
      const overlap = Math.min(OVERLAP, before.size)
      const pieces = await fetchRange(part, before.size - overlap, part.size, onBytes)
      const bytes = join(pieces)
      if (isEqual(bytes.subarray(0, overlap), tailOf(before.pieces, overlap)))
        return {
          ...before,
          pieces: [...before.pieces, bytes.subarray(overlap)],
          size: before.size + bytes.length - overlap,
          stamp: part.stamp,
        }
    }
    const whole = 3 * edge
    if (part.size <= whole || !part.grows) {
      const pieces = await fetchRange(part, 0, Math.min(part.size, whole), onBytes)
      const leftOut = Math.max(0, part.size - whole)
      return { pieces, size: sizeOf(pieces), stamp: part.stamp, leftOut, edge }
    }
    return { ...(await edgesOf(part, edge, onBytes)), stamp: part.stamp, edge }
  }

  async function edgesOf(
    part: SourcePart,
    edge: number,
    onBytes: (bytes: number) => void,
  ): Promise<Pick<Held, 'pieces' | 'size' | 'leftOut'>> {
    const head = upToLineEnd(join(await fetchRange(part, 0, edge, onBytes)))
    const tail = fromLineStart(join(await fetchRange(part, part.size - edge, part.size, onBytes)))
    return {
      pieces: [head, LINE_END, tail],
      size: part.size,
      leftOut: part.size - head.length - tail.length,
    }
  }

  /** Lines of a file that is here: what is longer is not read through for what nobody looks at. */
  async function bringLines(blob: Blob, edge: number, onBytes: (bytes: number) => void): Promise<void> {
    const known = held.get(blob)
    if (known && known.edge >= edge) return
    if (blob.size <= 3 * edge || !(await isLines(blob))) held.delete(blob)
    else held.set(blob, { ...(await edgesOf(blob, edge, onBytes)), stamp: '', edge })
  }

  return {
    async read(parts, edge, onBytes) {
      for (const part of parts)
        if (part instanceof Blob) await bringLines(part, edge, onBytes)
        else held.set(part.url, await bring(part, edge, onBytes))
      return piecesOf(parts, held, onBytes)
    },
    leftOut: () => [...held.values()].reduce((sum, { leftOut }) => sum + leftOut, 0),
  }
}

async function* piecesOf(
  parts: readonly SourcePart[],
  held: ReadonlyMap<string | Blob, Held>,
  onBytes: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  for (const [i, part] of parts.entries()) {
    // Each on lines of its own.
    if (i > 0) yield LINE_END
    const own = held.get(part instanceof Blob ? part : part.url)
    if (own || !(part instanceof Blob)) {
      yield* own?.pieces ?? []
      continue
    }
    const reader = part.stream().getReader()
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      onBytes(next.value.length)
      yield next.value
    }
  }
}

/** Bytes of a part, as a response of its server, or as one to a file that is here. */
export async function fetchBytes(part: SourcePart, from: number, to: number): Promise<Response> {
  if (part instanceof Blob) return new Response(part.slice(from, to))
  const response = await fetch(`${part.url}?from=${from}&to=${to}`)
  if (!response.ok) throw new Error(await whyNot(response))
  return response
}

/** Bytes in which a record ends, where a file is one record per line. */
const RECORD = 4_000_000

/** True where the file begins with one whole JSON value on a line. */
async function isLines(blob: Blob): Promise<boolean> {
  const text = (await blob.slice(0, RECORD).text()).replace(/^[\s\uFEFF]+/, '')
  const end = text.indexOf('\n')
  if (end < 0 || !text.startsWith('{')) return false
  try {
    JSON.parse(text.slice(0, end))
    return true
  } catch {
    return false
  }
}

async function whyNot(response: Response): Promise<string> {
  const body: unknown = await response.json().catch(() => undefined)
  const said = typeof body === 'object' && body !== null && 'error' in body ? body.error : undefined
  return typeof said === 'string' ? said : englishViewer.notFetched(String(response.status))
}

const sizeOf = (pieces: readonly Uint8Array[]): number => pieces.reduce((sum, { length }) => sum + length, 0)

function join(pieces: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(sizeOf(pieces))
  let at = 0
  for (const piece of pieces) {
    all.set(piece, at)
    at += piece.length
  }
  return all
}

function tailOf(pieces: readonly Uint8Array[], length: number): Uint8Array {
  const last: Uint8Array[] = []
  for (let i = pieces.length - 1; i >= 0 && sizeOf(last) < length; i--) last.unshift(pieces[i]!)
  const bytes = join(last)
  return bytes.subarray(bytes.length - length)
}

/** Without the line that the cut is in: half of one would be taken for a fault of the file. */
const upToLineEnd = (bytes: Uint8Array): Uint8Array => bytes.subarray(0, bytes.lastIndexOf(LINE_END[0]!) + 1)

function fromLineStart(bytes: Uint8Array): Uint8Array {
  const end = bytes.indexOf(LINE_END[0]!)
  return bytes.subarray(end < 0 ? bytes.length : end + 1)
}

const isEqual = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, i) => byte === b[i])
