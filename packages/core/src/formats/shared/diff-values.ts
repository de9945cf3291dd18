import { isRecord } from '../../errors/is-record.js'
import { deepEqual } from './deep-equal.js'
import type { PathStep } from './json-path.js'
import { isBinary } from './plain-copy.js'

/** One place where two plain values differ. `absent` says that the key itself is missing on that side. */
export interface Difference {
  path: PathStep[]
  before: unknown
  after: unknown
  absent?: 'before' | 'after'
}

/** Where `after` differs from `before`, as deep down as both have the same form. */
export function diffValues(before: unknown, after: unknown, path: PathStep[] = []): Difference[] {
  if (isRecord(before) && isRecord(after) && !isBinary(before) && !isBinary(after)) {
    const keys = new Set([...Object.keys(before), ...Object.keys(after)])
    return [...keys].flatMap((key): Difference[] => {
      const here = [...path, key]
      const [inBefore, inAfter] = [Object.hasOwn(before, key), Object.hasOwn(after, key)]
      if (inBefore && inAfter) return diffValues(before[key], after[key], here)
      return [{ path: here, before: before[key], after: after[key], absent: inAfter ? 'before' : 'after' }]
    })
  }
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length) {
    return before.flatMap((entry, i) => diffValues(entry, after[i], [...path, i]))
  }
  return deepEqual(before, after) ? [] : [{ path, before, after }]
}

/** A copy of `value` with `entry` at `path` (undefined takes the key away); undefined when there is no such place. */
export function setAt(value: unknown, path: readonly PathStep[], entry: unknown): unknown {
  const [step, ...rest] = path
  if (step === undefined) return entry
  if (typeof step === 'number') {
    if (!Array.isArray(value) || step >= value.length) return undefined
    const inner = setAt(value[step], rest, entry)
    return inner === undefined ? undefined : value.with(step, inner)
  }
  if (!isRecord(value) || isBinary(value) || step === '__proto__') return undefined
  if (rest.length === 0) {
    const others = Object.entries(value).filter(([key]) => key !== step)
    return Object.fromEntries(entry === undefined ? others : [...others, [step, entry]])
  }
  const inner = Object.hasOwn(value, step) ? setAt(value[step], rest, entry) : undefined
  return inner === undefined ? undefined : { ...value, [step]: inner }
}
