/**
 * Processor time of this process in ms, all its threads (garbage collection and compilation count). Other programs on
 * the machine do not, so it is steadier than the clock.
 */
export function cpuMs() {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

export function median(values) {
  const sorted = values.toSorted((a, b) => a - b)
  const half = sorted.length >> 1
  return sorted.length % 2 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2
}

/** Collects what nobody holds any more; a benchmark runs with --expose-gc. */
export function collectGarbage() {
  globalThis.gc()
  globalThis.gc()
}

/** Live heap and buffers outside of it, in bytes. */
export function liveBytes() {
  globalThis.gc()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

export const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`

/**
 * A line of the result: `value` is held against `goal` as `kind` says (`max`: not more, `min`: not less, `info`: only
 * told). `must` is a softer border: between it and the goal the line says NEAR instead of FAIL.
 */
export function row(name, value, kind, goal, detail = '', must = goal) {
  return { name, value, kind, goal, must, detail }
}
