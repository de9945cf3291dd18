interface Keyed {
  key: string
  steps?: readonly { key: string }[]
}

/** The turns, with those and their steps that say the same as before as the same objects: memoised views skip them. */
export function reuseEqual<T extends Keyed>(turns: readonly T[], previous: readonly T[]): T[] {
  const before = new Map(previous.map((turn) => [turn.key, turn]))
  return turns.map((turn) => {
    const old = before.get(turn.key)
    const steps = turn.steps?.map((step, i) => reuse(step, old?.steps?.[i]))
    return reuse(steps ? { ...turn, steps } : turn, old)
  })
}

/** `before` when it has the same values as `next`, else `next`. */
function reuse<T extends object>(next: T, before: T | undefined): T {
  return before &&
    Object.keys({ ...next, ...before }).every((key) => isSame(next[key as keyof T], before[key as keyof T]))
    ? before
    : next
}

function isSame(a: unknown, b: unknown): boolean {
  if (!Array.isArray(a) || !Array.isArray(b)) return a === b
  return a.length === b.length && a.every((entry, i) => entry === b[i])
}
