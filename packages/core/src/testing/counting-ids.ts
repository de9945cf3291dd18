/** Ids `m1`, `m2`, … instead of random ones. */
export function countingIds(prefix = 'm'): () => string {
  let count = 0
  return () => `${prefix}${++count}`
}
