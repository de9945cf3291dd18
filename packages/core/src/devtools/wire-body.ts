import type { WireBody, WirePiece } from './exchange-types.js'

/** A body that grows. */
export interface GrowingBody extends WireBody {
  append(bytes: Uint8Array, at: number): void
  /** Replaces bytes by asterisks. */
  mask(start: number, length: number): void
}

const FIRST_SIZE = 4096
const ASTERISK = 0x2a

/** An empty body. Appending copies, so that the piece of a network stack is not held. */
export function createWireBody(): GrowingBody {
  let bytes = new Uint8Array(0)
  let length = 0
  let revision = 0
  const pieces: WirePiece[] = []
  return {
    get length() {
      return length
    },
    get revision() {
      return revision
    },
    pieces,
    slice: (start = 0, end = length) =>
      bytes.subarray(Math.min(start, length), Math.max(0, Math.min(end, length))),
    append(more, at) {
      if (more.length === 0) return
      const end = length + more.length
      if (end > bytes.length) {
        const larger = new Uint8Array(Math.max(end, bytes.length * 2, FIRST_SIZE))
        larger.set(bytes.subarray(0, length))
        bytes = larger
      }
      bytes.set(more, length)
      pieces.push({ at, start: length, end })
      length = end
    },
    mask(start, count) {
      bytes.fill(ASTERISK, start, start + count)
      revision++
    },
  }
}

/** A body from pieces that are all there. */
export function wireBodyOf(pieces: Iterable<{ at: number; bytes: Uint8Array }>): WireBody {
  const body = createWireBody()
  for (const { at, bytes } of pieces) body.append(bytes, at)
  return body
}
