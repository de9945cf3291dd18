import type { RemotePart, SourcePart } from './read-types.js'

/** Bytes up to which a file is read whole. */
const WHOLE = 24_000_000
/** Of a longer one: bytes of its beginning, and of its end. */
const EDGE = 8_000_000
/** Bytes before the new ones that are asked for as well: they must be those that are here, or the file is another. */
const OVERLAP = 64
const LINE_END = new Uint8Array([10])

interface Held {
  pieces: Uint8Array[]
  size: number
  stamp: string
  /** Bytes in the middle that were not read. */
  leftOut: number
}

export interface HeldParts {
  /** Bytes of all parts as they are now. Of what is here already only the rest is fetched. */
  read(parts: readonly SourcePart[], onBytes: (bytes: number) => void): Promise<AsyncIterable<Uint8Array>>
  /** Bytes that were not read for their number, of all parts. */
  leftOut(): number
}

/** The parts of a session as far as they are here, so that a file that grows is not fetched again. */
export function createHeldParts(): HeldParts {
  const held = new Map<string, Held>()

  async function fetchRange(
    { url }: RemotePart,
    from: number,
    to: number,
    onBytes: (bytes: number) => void,
  ): Promise<Uint8Array[]> {
    const response = await fetch(`${url}?from=${from}&to=${to}`)
    if (!response.ok || !response.body) throw new Error(await whyNot(response))
    const pieces: Uint8Array[] = []
    const reader = response.body.getReader()
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      pieces.push(next.value)
      onBytes(next.value.length)
    }
    return pieces
  }

  async function bring(part: RemotePart, onBytes: (bytes: number) => void): Promise<Held> {
    const before = held.get(part.url)
    if (before?.stamp === part.stamp) return before
    if (before && part.grows && part.size > before.size) {
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
    if (part.size <= WHOLE || !part.grows) {
      const pieces = await fetchRange(part, 0, Math.min(part.size, WHOLE), onBytes)
      return { pieces, size: sizeOf(pieces), stamp: part.stamp, leftOut: Math.max(0, part.size - WHOLE) }
    }
    const head = upToLineEnd(join(await fetchRange(part, 0, EDGE, onBytes)))
    const tail = fromLineStart(join(await fetchRange(part, part.size - EDGE, part.size, onBytes)))
    return {
      pieces: [head, LINE_END, tail],
      size: part.size,
      stamp: part.stamp,
      leftOut: part.size - head.length - tail.length,
    }
  }

  return {
    async read(parts, onBytes) {
      for (const part of parts) if (!(part instanceof Blob)) held.set(part.url, await bring(part, onBytes))
      return piecesOf(parts, held, onBytes)
    },
    leftOut: () => [...held.values()].reduce((sum, { leftOut }) => sum + leftOut, 0),
  }
}

async function* piecesOf(
  parts: readonly SourcePart[],
  held: ReadonlyMap<string, Held>,
  onBytes: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  for (const [i, part] of parts.entries()) {
    // Each on lines of its own.
    if (i > 0) yield LINE_END
    if (!(part instanceof Blob)) {
      yield* held.get(part.url)?.pieces ?? []
      continue
    }
    const reader = part.stream().getReader()
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      onBytes(next.value.length)
      yield next.value
    }
  }
}

async function whyNot(response: Response): Promise<string> {
  const body: unknown = await response.json().catch(() => undefined)
  const said = typeof body === 'object' && body !== null && 'error' in body ? body.error : undefined
  return typeof said === 'string' ? said : `The server answered ${response.status}.`
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
