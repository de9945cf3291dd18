/** Index of the last entry whose key is at most `limit`; -1 for none. Keys must not fall. */
export function lastAtMost<T>(sorted: readonly T[], limit: number, keyOf: (entry: T) => number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (keyOf(sorted[middle]!) <= limit) low = middle + 1
    else high = middle
  }
  return low - 1
}
