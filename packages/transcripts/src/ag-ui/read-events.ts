import type { Message } from '@antiphon/core'
import { isRecord } from '@antiphon/base'
import type { LoggedEvent, ReportLoss } from '../types.js'
import { createAgUiRun } from './run.js'

/** The messages of recorded runs. */
export function readAgUi(events: readonly LoggedEvent[], report: ReportLoss): Message[] {
  const run = createAgUiRun(report)
  for (const event of events) {
    if ('value' in event) {
      if (isRecord(event.value)) run.read(event.value)
      else report('event_unknown', '', event.value, undefined)
    } else report('line_unreadable', '', event.text.slice(0, 200), undefined)
  }
  return run.end()
}
