/** A small random source with a seed (mulberry32): the same seed gives the same row of numbers in [0, 1). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

function idFrom(random: () => number): string {
  let id = ''
  for (let i = 0; i < 24; i++) id += letters[Math.floor(random() * letters.length)]
  return id
}

/** Ids of 24 letters and digits, the same row for the same seed. For tests and for comparing two ends. */
export function createSeededIds(seed = 1): () => string {
  const random = seededRandom(seed)
  return () => idFrom(random)
}

export const randomId = (): string => idFrom(Math.random)
