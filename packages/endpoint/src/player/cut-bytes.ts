/** Where to cut a body into network chunks: offsets in any order; those outside the body do not count. */
export type Cut = (bytes: Uint8Array) => readonly number[]

const LF = 10
const CR = 13

/** Cuts after each event of an event stream: after an empty line, however lines end. */
export const cutAfterEvents: Cut = (bytes) => {
  const offsets: number[] = []
  let lineLength = 0
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i]
    if (byte === CR && bytes[i + 1] === LF) continue
    if (byte !== CR && byte !== LF) {
      lineLength += 1
      continue
    }
    if (lineLength === 0) offsets.push(i + 1)
    lineLength = 0
  }
  return offsets
}

/** Cuts every `size` bytes, also inside a letter and inside CRLF. */
export const cutEveryBytes =
  (size: number): Cut =>
  (bytes) =>
    Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) => (i + 1) * size)

/** The network chunks that a cut makes. Joined they are the bytes again; none is empty. */
export function cutBytes(bytes: Uint8Array, cut: Cut): Uint8Array[] {
  const inside = cut(bytes).filter((offset) => offset > 0 && offset < bytes.length)
  const borders = [0, ...[...new Set(inside)].sort((a, b) => a - b), bytes.length]
  return borders.slice(1).flatMap((end, i) => {
    const chunk = bytes.subarray(borders[i], end)
    return chunk.length > 0 ? [chunk] : []
  })
}
