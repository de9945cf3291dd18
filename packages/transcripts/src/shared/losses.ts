import type { Loss, ReportLoss } from '../types.js'

/** More losses would add nothing and cost memory. The last one gives their number. */
const MAX_LOSSES = 10_000

/** A list of losses and the function that fills it. */
export function collectLosses(): { losses: Loss[]; report: ReportLoss } {
  const losses: Loss[] = []
  let more = 0
  const report: ReportLoss = (rule, where, before, after) => {
    if (losses.length < MAX_LOSSES) losses.push({ rule, where, before, after })
    else losses[MAX_LOSSES] = { rule: 'more_losses', where: '', before: ++more, after: undefined }
  }
  return { losses, report }
}
