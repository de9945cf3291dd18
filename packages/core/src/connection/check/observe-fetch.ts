/** What came back for a request, as it was seen on the way to its reader. */
export interface SeenResponse {
  status: number
  contentType: string
  /** Ms from the request to the first byte of the body. */
  firstByteMs?: number
  /** Pieces that the body came in. */
  pieces: number
}

/** A `fetch` that notes what comes back, and passes every byte on as it came. `last` is the newest response. */
export function observeFetch(
  request: typeof fetch,
  now: () => number,
): { fetch: typeof fetch; last(): SeenResponse | undefined } {
  let last: SeenResponse | undefined
  return {
    last: () => last,
    async fetch(...args) {
      const since = now()
      const response = await request(...args)
      const seen: SeenResponse = {
        status: response.status,
        contentType: response.headers.get('content-type') ?? '',
        pieces: 0,
      }
      last = seen
      if (!response.body) return response
      const note = new TransformStream<Uint8Array, Uint8Array>({
        transform(piece, controller) {
          seen.firstByteMs ??= now() - since
          seen.pieces++
          controller.enqueue(piece)
        },
      })
      const { status, statusText, headers } = response
      return new Response(response.body.pipeThrough(note), { status, statusText, headers })
    },
  }
}
