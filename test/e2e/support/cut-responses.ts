import type { Page } from 'playwright-core'

/**
 * Hands every response body to the page in pieces of `size` bytes. A server may write such pieces, but the browser joins
 * those that wait for it, so that few of the cuts would reach the reader.
 */
export async function cutResponses(page: Page, size: number): Promise<void> {
  await page.evaluate((bytes) => {
    const original = Object.getOwnPropertyDescriptor(Response.prototype, 'body')!
    const bodies = new WeakMap<Response, ReadableStream<Uint8Array> | null>()
    const cut = (): TransformStream<Uint8Array, Uint8Array> => {
      let offset = 0
      return new TransformStream({
        transform(piece, out) {
          for (let from = 0; from < piece.length;) {
            const to = Math.min(piece.length, from + bytes - (offset % bytes))
            out.enqueue(piece.slice(from, to))
            offset += to - from
            from = to
          }
        },
      })
    }
    Object.defineProperty(Response.prototype, 'body', {
      ...original,
      get(this: Response) {
        if (!bodies.has(this)) {
          const body = original.get!.call(this) as ReadableStream<Uint8Array> | null
          bodies.set(this, body && body.pipeThrough(cut()))
        }
        return bodies.get(this)
      },
    })
  }, size)
}
