import type { Step } from '../script/step.js'

/** Azure's verdict beside the finish reason (wire-facts 2.2). */
export const filtered: Step = {
  type: 'finish',
  reason: 'content_filter',
  extra: {
    content_filter_results: {
      hate: { filtered: false, severity: 'safe' },
      self_harm: { filtered: false, severity: 'safe' },
      sexual: { filtered: false, severity: 'safe' },
      violence: { filtered: true, severity: 'medium' },
    },
  },
}
