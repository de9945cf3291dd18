/** Bytes or text, in whatever pieces they arrive. */
export type StreamPiece = Uint8Array | string

const newDecoder = () => new TextDecoder('utf-8', { ignoreBOM: true })

/** All readers share it: it only gets complete text, which engines decode fastest. */
let whole: TextDecoder | undefined

/** The encoding that a byte order mark names besides UTF-8: `>` of Windows PowerShell 5 writes UTF-16. */
const utf16 = (first: number | undefined, second: number | undefined): string | undefined =>
  first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : undefined

/**
 * Turns pieces of bytes into text across any cut, also inside a character (docs/wire 2.1). The bytes are UTF-8, or UTF-16
 * where they begin with its byte order mark. Drops that mark, turns invalid bytes into U+FFFD, and never throws.
 */
export function createStreamDecoder() {
  /** Made when a piece first ends inside a character. It is slower, and costly to make. */
  let partial: TextDecoder | undefined
  /** The first byte, which may be half of a mark. */
  let mark: number | undefined
  let atStart = true

  function withoutMark(text: string): string {
    if (!atStart || text === '') return text
    atStart = false
    return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text
  }

  /** The end of the text: one U+FFFD when the bytes stopped inside a character. */
  function end(): string {
    const rest = mark === undefined ? (partial?.decode() ?? '') : '\uFFFD'
    mark = undefined
    return withoutMark(rest)
  }

  /** Bytes with which a body begins; undefined while only half of a mark is there. */
  function begin(bytes: Uint8Array): Uint8Array | undefined {
    if (mark !== undefined) bytes = Uint8Array.of(mark, ...bytes)
    mark = bytes.length === 1 && bytes[0]! >= 0xfe ? bytes[0] : undefined
    if (mark !== undefined) return undefined
    const encoding = utf16(bytes[0], bytes[1])
    if (encoding) partial = new TextDecoder(encoding, { ignoreBOM: true })
    return bytes
  }

  return {
    /** The text that is complete so far. Text pieces pass through, after the bytes that were still waiting. */
    decode(piece: StreamPiece): string {
      if (typeof piece === 'string') return withoutMark(end() + piece)
      // An empty piece says nothing of how the body begins.
      if (piece.length === 0) return ''
      if (atStart && !partial) {
        const first = begin(piece)
        if (!first) return ''
        piece = first
      }
      // A piece that ends in ASCII ends with a whole character.
      if (!partial && piece.at(-1)! < 0x80) return withoutMark((whole ??= newDecoder()).decode(piece))
      return withoutMark((partial ??= newDecoder()).decode(piece, { stream: true }))
    },
    end,
  }
}

/** Anything that gives items of a kind: a response or its body, an (async) iterable of items, or one item alone. */
export type ItemSource<T> = Response | ReadableStream<T> | AsyncIterable<T> | Iterable<T> | T

/** Sources of a response. */
export type PieceSource = ItemSource<StreamPiece>

/** The items of a source as `readItems` gives them, each as bytes or text. Throws an Error in words at any other item. */
export async function* readPieces(
  source: PieceSource,
  signal?: AbortSignal,
): AsyncGenerator<StreamPiece, void> {
  for await (const item of readItems(source, signal)) {
    const piece = toPiece(item)
    if (piece === undefined) throw unreadable(item, 'bytes or text')
    yield piece
  }
}

/**
 * The items of a source, in order, as they arrive. An abort rejects at once, also while a read hangs. Every way out
 * releases the source, so that the connection closes when the caller stops early.
 *
 * @param isWhole does the caller stop because it has all that it wanted? Then the source may end by itself.
 */
export async function* readItems(
  source: unknown,
  signal?: AbortSignal,
  isWhole?: () => boolean,
): AsyncGenerator<unknown, void> {
  const { next, release, finish } = openItems(source)
  let rejectRead: ((reason: unknown) => void) | undefined
  const onAbort = () => rejectRead?.(signal?.reason)
  signal?.addEventListener('abort', onAbort)
  try {
    while (true) {
      signal?.throwIfAborted()
      // One listener for all reads: racing each of them against the signal would grow with the stream.
      const result = await new Promise<IteratorResult<unknown>>((resolve, reject) => {
        rejectRead = reject
        next().then(resolve, reject)
      })
      if (result.done) return
      yield result.value
    }
  } finally {
    signal?.removeEventListener('abort', onAbort)
    if (isWhole?.() && !signal?.aborted) finish()
    else release()
  }
}

/** A source that is being read. */
interface OpenSource {
  next(): Promise<IteratorResult<unknown, unknown>>
  /** Lets go of the source. Never throws, never waits. */
  release(): void
  /** Lets go of a source that has said its last word. It may end by itself before that. Never throws, never waits. */
  finish(): void
}

/** How long a source may take to end after its last word. A closed connection counts as a failed one in a browser's network panel. */
const MAX_ENDING_MS = 1000

/** Begins to read a source. Nothing is read ahead of `next`. */
export function openItems(source: unknown): OpenSource {
  const from = isResponse(source) ? (source.body ?? []) : source
  if (isStream(from)) {
    const reader = from.getReader()
    const release = (): void => void reader.cancel().catch(() => {})
    return {
      next: () => reader.read(),
      release,
      finish() {
        const timer = setTimeout(release, MAX_ENDING_MS)
        const end = (): void => clearTimeout(timer)
        const readOn = (): void => void reader.read().then(({ done }) => (done ? end() : readOn()), end)
        readOn()
      },
    }
  }
  const iterator = toIterator(from)
  const release = (): void => void Promise.resolve(iterator.return?.()).catch(() => {})
  return { next: async () => iterator.next(), release, finish: release }
}

/** True for any response, also one of another realm. */
export function isResponse(source: unknown): source is Response {
  return typeof source === 'object' && source !== null && 'status' in source && 'headers' in source
}

function isStream(source: unknown): source is ReadableStream<unknown> {
  return typeof source === 'object' && source !== null && 'getReader' in source
}

/** A text, bytes, and an object that gives nothing in turn are one item. */
function toIterator(source: unknown): AsyncIterator<unknown> | Iterator<unknown> {
  if (typeof source === 'object' && source !== null && !ArrayBuffer.isView(source)) {
    if (Symbol.asyncIterator in source) return (source as AsyncIterable<unknown>)[Symbol.asyncIterator]()
    if (Symbol.iterator in source) return (source as Iterable<unknown>)[Symbol.iterator]()
  }
  return [source].values()
}

/** Text or bytes of any kind as a piece; undefined for anything else. */
export function toPiece(item: unknown): StreamPiece | undefined {
  if (typeof item === 'string' || item instanceof Uint8Array) return item
  if (ArrayBuffer.isView(item)) return new Uint8Array(item.buffer, item.byteOffset, item.byteLength)
  return item instanceof ArrayBuffer ? new Uint8Array(item) : undefined
}

/** The error for an item that is not what its source must give. */
export function unreadable(item: unknown, wanted: string): Error {
  return new Error(`The source gave ${item === null ? 'null' : typeof item}; it must give ${wanted}.`)
}
