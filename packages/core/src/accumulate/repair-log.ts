import type { ReportRepair } from '../chunk/types.js'
import type { Repair } from './types.js'

/** More repairs than this say nothing new and would cost memory. */
const MAX_REPAIRS = 200

/** Collects repairs; the same rule at the same place counts once, for streams repeat their oddities in every chunk. */
export function createRepairLog(onRepair: (repair: Repair) => void): {
  list: Repair[]
  report: ReportRepair
} {
  const list: Repair[] = []
  const seen = new Set<string>()
  return {
    list,
    report(rule, where, before, after) {
      const key = `${rule}|${where}`
      if (seen.has(key) || list.length >= MAX_REPAIRS) return
      seen.add(key)
      const repair = { rule, where, before, after }
      list.push(repair)
      onRepair(repair)
    },
  }
}
