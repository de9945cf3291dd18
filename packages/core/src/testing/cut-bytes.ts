/** Cuts bytes at the given offsets, inside characters too, as a network does. Offsets out of range are ignored. */
export function cutBytes(bytes: Uint8Array, offsets: readonly number[]): Uint8Array[] {
  const inside = offsets.filter((offset) => offset > 0 && offset < bytes.length)
  const cuts = [0, ...new Set(inside.sort((a, b) => a - b)), bytes.length]
  return cuts.slice(1).map((end, i) => bytes.slice(cuts[i], end))
}
