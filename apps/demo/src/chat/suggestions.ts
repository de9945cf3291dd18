import type { IconName } from '@antiphon/ui'
import type { Fault } from '../chaos/faults.js'

/** A way to begin: what goes into the message box. */
export interface Start {
  label: string
  /** What it shows, in a few words. */
  detail: string
  icon: IconName
  /** Default: the label. */
  prompt?: string
}

/** What the scripted endpoint is best begun with. */
export const starts: readonly Start[] = [
  { label: 'What time is it in Oslo and Tokyo?', detail: 'Two tools at once', icon: 'group' },
  { label: 'Look up two towns, let one fail', detail: 'A failed call beside a good one', icon: 'error' },
  { label: 'Weigh twelve coins three times', detail: 'Long thinking that folds itself', icon: 'thinking' },
  { label: 'Add the first ten primes in code', detail: 'Asks you before it runs anything', icon: 'awaiting' },
]

/** A way to begin without a second line; with a fault, the answer goes wrong in that way. */
export interface State extends Omit<Start, 'detail'> {
  fault?: Fault['model']
}

const aboutCoast = 'Tell me about the coast'

/** What else it can show. Anything else that one writes gets its guide. */
export const states: readonly State[] = [
  { label: 'Convert 26.2 miles to km', icon: 'done' },
  { label: 'Table and code', icon: 'notice', prompt: 'Show me an answer with a table' },
  { label: 'Describe a file', icon: 'file', prompt: 'What is in this file?' },
  // The server of the page fetches it; a static host has none.
  ...(SCRIPTED_IN_PAGE
    ? []
    : [{ label: 'Read a page', icon: 'open' as const, prompt: 'Read the page about fog signals' }]),
  { label: 'Cut off', icon: 'cut-off', prompt: aboutCoast, fault: 'length' },
  { label: 'Content filter', icon: 'filtered', prompt: aboutCoast, fault: 'content-filter' },
  { label: 'Declines to answer', icon: 'declined', prompt: aboutCoast, fault: 'refusal' },
  { label: 'Error mid-answer', icon: 'alert', prompt: aboutCoast, fault: 'error-midstream' },
  { label: 'Lost connection', icon: 'incomplete', prompt: aboutCoast, fault: 'disconnect' },
]
