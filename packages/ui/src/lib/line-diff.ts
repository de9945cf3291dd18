/** One line, or piece of one, of a comparison. */
export interface DiffLine {
  type: 'same' | 'removed' | 'added'
  text: string
}

/** Products of line counts beyond this are not compared line by line. */
const MAX_CELLS = 250_000

/** The changes between two texts, line by line. The longest common sequence of lines stays. */
export function lineDiff(before: string, after: string): DiffLine[] {
  return diff(before.split('\n'), after.split('\n'))
}

/** The same for any pieces. */
export function diff(a: readonly string[], b: readonly string[]): DiffLine[] {
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start++
  let end = 0
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end++
  const same = (text: string): DiffLine => ({ type: 'same', text })
  return [
    ...a.slice(0, start).map(same),
    ...changed(a.slice(start, a.length - end), b.slice(start, b.length - end)),
    ...a.slice(a.length - end).map(same),
  ]
}

function changed(a: readonly string[], b: readonly string[]): DiffLine[] {
  const removed = (text: string): DiffLine => ({ type: 'removed', text })
  const added = (text: string): DiffLine => ({ type: 'added', text })
  if (a.length * b.length > MAX_CELLS) return [...a.map(removed), ...b.map(added)]

  // common(i, j): lines that a from i and b from j have in common, in order.
  const width = b.length + 1
  const lengths = new Uint32Array((a.length + 1) * width)
  const common = (i: number, j: number): number => lengths[i * width + j] ?? 0
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      lengths[i * width + j] =
        a[i] === b[j] ? common(i + 1, j + 1) + 1 : Math.max(common(i + 1, j), common(i, j + 1))
    }
  }
  const out: DiffLine[] = []
  let [i, j] = [0, 0]
  while (i < a.length || j < b.length) {
    const [one, other] = [a[i], b[j]]
    if (one !== undefined && one === other) {
      out.push({ type: 'same', text: one })
      i++
      j++
    } else if (one !== undefined && (other === undefined || common(i + 1, j) >= common(i, j + 1))) {
      out.push(removed(one))
      i++
    } else {
      out.push(added(other ?? ''))
      j++
    }
  }
  return out
}
