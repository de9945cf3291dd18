import type { CompletionSource } from '../pipeline.js'
import { isResponse } from '../sse/read-pieces.js'

export interface TeeOptions {
  /** Each piece as it is read. Must not change it. */
  onPiece(piece: Uint8Array): void
  /** The source has ended. */
  onEnd(): void
  onError(error: unknown): void
  /** The reader let go of the source before its end. */
  onCancel(): void
}

/**
 * A source that gives what `source` gives, at the pace of its reader, and tells of each piece on the way. Nothing is
 * read ahead; an abort and a release reach the source as before.
 */
export function teeSource(source: CompletionSource, options: TeeOptions): CompletionSource {
  if (isResponse(source)) return teeResponse(source, options)
  if (typeof source === 'string' || ArrayBuffer.isView(source)) return teePieces([source], options)
  return 'getReader' in source ? teeStream(source, options) : teePieces(source, options)
}

function teeResponse(response: Response, options: TeeOptions): Response {
  const { body, status, statusText, headers, url } = response
  if (!body || status < 200) {
    options.onEnd()
    return response
  }
  const copy = new Response(teeStream(body, options), { status, statusText, headers })
  // Words about failures name the host.
  Object.defineProperty(copy, 'url', { value: url })
  return copy
}

function teeStream(stream: ReadableStream<Uint8Array>, options: TeeOptions): ReadableStream<Uint8Array> {
  const reader = stream.getReader()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read()
          if (done) {
            options.onEnd()
            controller.close()
          } else {
            options.onPiece(value)
            controller.enqueue(value)
          }
        } catch (error) {
          options.onError(error)
          controller.error(error)
        }
      },
      cancel(reason) {
        options.onCancel()
        return reader.cancel(reason)
      },
    },
    { highWaterMark: 0 },
  )
}

function teePieces(
  source: AsyncIterable<unknown> | Iterable<unknown>,
  options: TeeOptions,
): AsyncIterable<Uint8Array> {
  return {
    [Symbol.asyncIterator]() {
      const iterator =
        Symbol.asyncIterator in source ? source[Symbol.asyncIterator]() : source[Symbol.iterator]()
      return {
        async next() {
          try {
            const result = await iterator.next()
            if (result.done) options.onEnd()
            else options.onPiece(bytesOf(result.value))
            return result as IteratorResult<Uint8Array>
          } catch (error) {
            options.onError(error)
            throw error
          }
        },
        // Not a generator: its `return` would wait for a read that hangs.
        async return() {
          options.onCancel()
          await iterator.return?.()
          return { done: true, value: undefined }
        },
      }
    },
  }
}

/** What the reader will make of the value; it refuses anything else itself. */
function bytesOf(value: unknown): Uint8Array {
  if (typeof value === 'string') return new TextEncoder().encode(value)
  if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
  return value instanceof ArrayBuffer ? new Uint8Array(value) : new Uint8Array(0)
}
