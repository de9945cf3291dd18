import type { IconName } from '@antiphon/ui'

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

/** What else it can show. Anything else that one writes gets its guide. */
export const states: readonly Omit<Start, 'detail'>[] = [
  { label: 'Convert 26.2 miles to km', icon: 'done' },
  { label: 'Table and code', icon: 'notice', prompt: 'Show me an answer with a table' },
  { label: 'Describe a file', icon: 'file', prompt: 'What is in this file?' },
  // The server of the page fetches it; a static host has none.
  ...(SCRIPTED_IN_PAGE
    ? []
    : [{ label: 'Read a page', icon: 'open' as const, prompt: 'Read the page about fog signals' }]),
  { label: 'Cut off', icon: 'cut-off', prompt: 'Get cut off at the token limit' },
  { label: 'Content filter', icon: 'filtered', prompt: 'Meet the content filter' },
  { label: 'Declines to answer', icon: 'declined', prompt: 'Decline this one' },
  { label: 'Error mid-answer', icon: 'alert', prompt: 'Send an error mid-answer' },
  { label: 'Lost connection', icon: 'incomplete', prompt: 'Lose the connection in mid-answer' },
]
