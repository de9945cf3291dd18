/** Repeatable random numbers from 0 to 1 (mulberry32). */
export function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

export const pick = <T>(values: readonly T[], next: () => number): T =>
  values[Math.floor(next() * values.length)] as T

/** A text cut into pieces of 1 to `longest` characters. */
export function cut(text: string, longest: number, next: () => number): string[] {
  const pieces: string[] = []
  for (let at = 0; at < text.length;) {
    const size = 1 + Math.floor(next() * longest)
    pieces.push(text.slice(at, at + size))
    at += size
  }
  return pieces
}
