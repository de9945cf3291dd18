import { RouteError } from './answers.js'

export interface BodyLimits {
  /** Bytes of one body. */
  bodyBytes: number
  /** Seconds: a body that is silent for this long is given up. */
  bodySeconds: number
}

/** A request whose body ends with an error when it is too long or too slow. `fault` says which; a route only sees a body that broke. */
export function limitBody(
  request: Request,
  { bodyBytes, bodySeconds }: BodyLimits,
): { request: Request; fault: () => RouteError | undefined } {
  const { body } = request
  if (!body) return { request, fault: () => undefined }
  let fault: RouteError | undefined
  const tooLong = (): RouteError =>
    new RouteError(413, 'body_too_large', `The body is longer than ${bodyBytes} bytes (limits.bodyBytes).`)
  if (Number(request.headers.get('content-length') ?? 0) > bodyBytes) throw tooLong()

  const reader = body.getReader()
  let size = 0
  const limited = new ReadableStream<Uint8Array>({
    async pull(controller) {
      let cancelTimer = (): void => {}
      const silence = new Promise<never>((_, reject) => {
        const timer = setTimeout(() => {
          reject(
            new RouteError(408, 'body_too_slow', 'The body stopped before its end. Send the request again.'),
          )
        }, bodySeconds * 1000)
        cancelTimer = () => clearTimeout(timer)
      })
      try {
        const { done, value } = await Promise.race([reader.read(), silence])
        if (done) return controller.close()
        size += value.byteLength
        if (size > bodyBytes) throw tooLong()
        controller.enqueue(value)
      } catch (error) {
        if (error instanceof RouteError) fault = error
        controller.error(error)
        // Tells the sender to stop. Nothing depends on whether that works.
        reader.cancel(error).catch(() => {})
      } finally {
        cancelTimer()
      }
    },
    cancel: (reason) => reader.cancel(reason),
  })
  // `duplex` is asked for by Node, and the type of the DOM does not have it yet.
  const { url, method, headers, signal } = request
  const init: RequestInit & { duplex: 'half' } = { method, headers, signal, body: limited, duplex: 'half' }
  // By its parts: adapters for Node hand in objects that only look like a request.
  return { request: new Request(url, init), fault: () => fault }
}
