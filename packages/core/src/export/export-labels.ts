import type { EndingKind } from '../pairing/describe-ending.js'
import type { CallState } from '../pairing/types.js'

/** Words around the messages of an exported text. */
export interface ExportLabels {
  system: string
  developer: string
  context: string
  notification: string
  user: string
  assistant: string
  call: string
  result: string
  thought: string
  withheld: string
  /** For calls that are not simply done. */
  states: Partial<Record<CallState, string>>
  /** For answers that did not simply end. */
  endings: Partial<Record<EndingKind, string>>
}

export const exportLabels: ExportLabels = {
  system: 'System prompt',
  developer: 'Developer prompt',
  context: 'Context',
  notification: 'Note',
  user: 'You',
  assistant: 'Assistant',
  call: 'Call',
  result: 'Result',
  thought: 'Thought',
  withheld: 'Reasoned, not shown by the provider',
  states: {
    error: 'failed',
    denied: 'denied',
    cancelled: 'cancelled',
    'cut-off': 'arguments cut off, not run',
    unanswered: 'no result',
    orphan: 'result without a call',
  },
  endings: {
    'length-text': 'Cut off at the token limit',
    'length-thinking': 'Ran out of tokens while thinking',
    'length-call': 'Cut off while writing a tool call',
    'filter-empty': 'Withheld by the content filter of the provider',
    'filter-midway': 'Stopped by the content filter of the provider',
    refusal: 'The model declined',
    unanswered: 'Waiting for a tool result',
    incomplete: 'Connection ended before the answer did',
    error: 'Failed',
    cancelled: 'Stopped by the user',
    other: 'Finished',
  },
}
