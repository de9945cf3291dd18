/** Bytes or text, in whatever pieces they arrive. */
export type StreamPiece = Uint8Array | string

const newDecoder = () => new TextDecoder('utf-8', { ignoreBOM: true })

/** Shared by all, for it only gets text that is complete. Engines are fastest at that. */
let whole: TextDecoder | undefined

/**
 * Turns pieces of UTF-8 bytes into text across any cut, also inside a character (docs/wire 2.1). A leading byte order
 * mark is dropped, bytes that are no UTF-8 become U+FFFD, nothing throws.
 */
export function createStreamDecoder() {
  /** Made when a piece ends inside a character, for it is slower and costly to make. */
  let partial: TextDecoder | undefined
  let atStart = true

  function withoutMark(text: string): string {
    if (!atStart || text === '') return text
    atStart = false
    return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text
  }

  /** What was left over: one U+FFFD when the bytes stopped inside a character. */
  const end = () => withoutMark(partial?.decode() ?? '')

  return {
    /** The text that is complete so far. Text pieces pass through, after the bytes that were still waiting. */
    decode(piece: StreamPiece): string {
      if (typeof piece === 'string') return withoutMark(end() + piece)
      // What ends in ASCII leaves nothing behind.
      if (!partial && piece.at(-1)! < 0x80) return withoutMark((whole ??= newDecoder()).decode(piece))
      return withoutMark((partial ??= newDecoder()).decode(piece, { stream: true }))
    },
    end,
  }
}

/** What a response can be read from. */
export type PieceSource =
  | Response
  | ReadableStream<Uint8Array>
  | AsyncIterable<StreamPiece>
  | Iterable<StreamPiece>
  | StreamPiece

/**
 * The pieces of a source as they arrive. An abort rejects at once, also while a read hangs, and the source is released
 * on every way out, so that the connection closes when the caller stops early.
 */
export async function* readPieces(
  source: PieceSource,
  signal?: AbortSignal,
): AsyncGenerator<StreamPiece, void> {
  const { next, release } = open(source)
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
      yield toPiece(result.value)
    }
  } finally {
    signal?.removeEventListener('abort', onAbort)
    release()
  }
}

interface OpenSource {
  next(): Promise<IteratorResult<unknown, unknown>>
  /** Lets go of the source. Never throws, never waits. */
  release(): void
}

function open(source: PieceSource): OpenSource {
  const from = isResponse(source) ? (source.body ?? []) : source
  const isPiece = typeof from === 'string' || ArrayBuffer.isView(from)
  if (!isPiece && 'getReader' in from) {
    const reader = from.getReader()
    return { next: () => reader.read(), release: () => void reader.cancel().catch(() => {}) }
  }
  const list = isPiece ? [from] : from
  const iterator = Symbol.asyncIterator in list ? list[Symbol.asyncIterator]() : list[Symbol.iterator]()
  return {
    next: async () => iterator.next(),
    release: () => void Promise.resolve(iterator.return?.()).catch(() => {}),
  }
}

/** True for any response, also one of another realm. */
export function isResponse(source: unknown): source is Response {
  return typeof source === 'object' && source !== null && 'status' in source && 'headers' in source
}

function toPiece(value: unknown): StreamPiece {
  if (typeof value === 'string' || value instanceof Uint8Array) return value
  if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
  if (value instanceof ArrayBuffer) return new Uint8Array(value)
  throw new Error(`The source gave ${value === null ? 'null' : typeof value}; it must give bytes or text.`)
}
