import { Buffer } from 'node:buffer'
import type { IncomingMessage } from 'node:http'

/** How large bodies may be, and how long one may be silent. */
export interface BodyLimits {
  /** Longest body, in bytes. */
  largest: number
  /**
   * Memory for all bodies that are being read, in bytes. When it is used up, the body that has been silent for longest is given
   * up. Default: 16 times `largest`.
   */
  atOnce?: number
  /** A body is given up after so many ms without a byte. Default 30,000. */
  silence?: number
}

/** Reasons to give up a body: longer than `largest`; silent for too long; other bodies need its memory. */
export type BodyFailure = 'too-large' | 'too-slow' | 'too-many'

/** A body, or why there is none. After a failure the rest is thrown away: answer with `Connection: close`. */
export type ReadBody = { body: Buffer<ArrayBuffer> } | { failed: BodyFailure }

/** Reads one body. Rejects when the client leaves. */
export type BodyReader = (req: IncomingMessage) => Promise<ReadBody>

const FIRST_CAPACITY = 16_384

/** Reads bodies of requests within limits. One reader counts all bodies that it reads at once, so share it between requests. */
export function createRequestReader(limits: BodyLimits): BodyReader {
  const { largest, atOnce = 16 * largest, silence = 30_000 } = limits
  /** Functions that give up each body, the body that has been silent for longest first. */
  const open = new Set<() => void>()
  let latest: (() => void) | undefined
  let held = 0

  function makeRoom(bytes: number): void {
    for (const giveUp of open) {
      if (held + bytes <= atOnce) return
      giveUp()
    }
  }

  return (req) =>
    new Promise((resolve, reject) => {
      if (Number(req.headers['content-length'] ?? 0) > largest) return resolve({ failed: 'too-large' })
      let body = Buffer.alloc(0)
      let size = 0

      const onData = (chunk: Buffer): void => {
        timer.refresh()
        // Thousands of chunks in a row come from one connection.
        if (latest !== giveUp) {
          open.delete(giveUp)
          open.add(giveUp)
          latest = giveUp
        }
        const needed = size + chunk.length
        if (needed > largest) return settle({ failed: 'too-large' })
        if (needed > body.length && !grow(needed)) return
        // A chunk of one byte can keep the 64 kB alive that it was cut from, so chunks are copied.
        chunk.copy(body, size)
        size = needed
      }
      /** False when this body itself had to make room. */
      const grow = (needed: number): boolean => {
        const capacity = Math.min(largest, Math.max(needed, 2 * body.length, FIRST_CAPACITY))
        makeRoom(capacity - body.length)
        if (!open.has(giveUp)) return false
        held += capacity - body.length
        const larger = Buffer.allocUnsafeSlow(capacity)
        body.copy(larger, 0, 0, size)
        body = larger
        return true
      }
      const stop = (): void => {
        clearTimeout(timer)
        open.delete(giveUp)
        if (latest === giveUp) latest = undefined
        held -= body.length
        req.off('data', onData).off('end', onEnd).off('error', onGone).off('close', onGone)
      }
      const settle = (outcome: ReadBody): void => {
        stop()
        resolve(outcome)
      }
      const onEnd = (): void => settle({ body: body.subarray(0, size) })
      const onGone = (): void => {
        stop()
        reject(new Error('The client went away while its body was read.'))
      }
      const giveUp = (): void => settle({ failed: 'too-many' })
      const timer = setTimeout(() => settle({ failed: 'too-slow' }), Math.min(silence, 2 ** 31 - 1))
      open.add(giveUp)
      latest = giveUp
      req.on('data', onData).on('end', onEnd).on('error', onGone).on('close', onGone)
      if (req.readableEnded) onEnd()
      else if (req.destroyed) onGone()
    })
}
