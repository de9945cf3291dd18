import { median } from '../bench/measure.mjs'

/** The median of each figure over the runs, with the least and the most of `busy`. */
export function summarise(runs) {
  if (runs.length === 0) return undefined
  const out = { runs: runs.length, wrong: [...new Set(runs.flatMap((run) => run.wrong))] }
  for (const key of Object.keys(runs[0]))
    if (typeof runs[0][key] === 'number') out[key] = median(runs.map((run) => run[key]))
  if (runs[0].parts) out.parts = runs[0].parts.map((_, at) => median(runs.map((run) => run.parts[at])))
  const busy = runs.map((run) => run.busy)
  out.spread = [Math.min(...busy), Math.max(...busy)]
  return out
}
