/** Thrown by a script to cut the line: the body stream fails, over HTTP the socket is destroyed. */
export class Disconnect extends TypeError {
  override name = 'TypeError'
  constructor() {
    super('network error')
  }
}

/**
 * A response body out of a generator of network chunks. One chunk is made per read, so a slow or absent reader holds
 * the script. Aborting `request.signal` fails the body with the signal's reason, as `fetch` does; cancelling the body
 * aborts the signal that `produce` is given.
 */
export function streamBody(
  request: Request,
  produce: (signal: AbortSignal) => AsyncIterable<Uint8Array>,
): ReadableStream<Uint8Array> {
  const stop = new AbortController()
  // The request stays referenced from here: the signal of a collected Request no longer follows its controller in Node.
  const onAbort = () => stop.abort(request.signal.reason)
  if (request.signal.aborted) onAbort()
  else request.signal.addEventListener('abort', onAbort, { once: true })
  const chunks = produce(stop.signal)[Symbol.asyncIterator]()
  const release = () => request.signal.removeEventListener('abort', onAbort)

  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        stop.signal.addEventListener('abort', () => {
          release()
          // Lets the script run its `finally`, also when nobody was waiting for the next chunk.
          chunks.return?.().catch(() => undefined)
          try {
            controller.error(stop.signal.reason)
          } catch {
            // Already closed or cancelled: there is nobody left to tell.
          }
        })
      },
      async pull(controller) {
        try {
          stop.signal.throwIfAborted()
          const next = await chunks.next()
          if (stop.signal.aborted) return
          if (!next.done) return controller.enqueue(next.value)
          release()
          controller.close()
        } catch (error) {
          release()
          controller.error(error)
        }
      },
      cancel(reason) {
        release()
        stop.abort(reason ?? new DOMException('The reader cancelled the body.', 'AbortError'))
      },
    },
    { highWaterMark: 0 },
  )
}
