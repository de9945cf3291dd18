import { safeStringify } from '../errors/safe-stringify.js'
import type { Adjustment, ReportAdjustment } from './request-types.js'

/** Of one rule. A long thread breaks the same rule in each request, and the list is kept with each answer. */
const MAX_PER_RULE = 20
const MAX_LENGTH = 200

/** Collects reports in a list that is small enough to be kept: long values are cut, and repeats are counted. */
export function collectAdjustments(): { list: Adjustment[]; report: ReportAdjustment } {
  const list: Adjustment[] = []
  const counts = new Map<string, { seen: number; rest?: Adjustment }>()
  const report: ReportAdjustment = (rule, where, before, after) => {
    const count = counts.get(rule) ?? { seen: 0 }
    counts.set(rule, count)
    if (++count.seen <= MAX_PER_RULE) list.push({ rule, where, before: brief(before), after: brief(after) })
    else {
      if (!count.rest) list.push((count.rest = { rule, where, before: undefined, after: undefined }))
      count.rest.where = `and ${count.seen - MAX_PER_RULE} more`
    }
  }
  return { list, report }
}

function brief(value: unknown): unknown {
  if (typeof value !== 'string' && (typeof value !== 'object' || value === null)) return value
  const text = typeof value === 'string' ? value : safeStringify(value)
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : value
}
