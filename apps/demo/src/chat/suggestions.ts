import type { Suggestion } from '@antiphon/ui'

/** What the scripted endpoint can show. Anything else gets its guide. */
export const suggestions: readonly Suggestion[] = [
  { label: 'What time is it in Oslo and Tokyo?' },
  { label: 'Convert 26.2 miles to km' },
  { label: 'Think about a puzzle first' },
  { label: 'Show me an answer with a table and code', prompt: 'Show me an answer with a table' },
  { label: 'Describe a file that you attach', prompt: 'What is in this file?' },
  { label: 'Let one tool fail' },
  { label: 'Ask me before it runs code' },
  // The server of the page fetches it; a static host has none.
  ...(SCRIPTED_IN_PAGE ? [] : [{ label: 'Read the page about fog signals' }]),
  { label: 'Get cut off at the token limit' },
  { label: 'Run into the content filter' },
  { label: 'Refuse to answer', prompt: 'Decline this one' },
  { label: 'Break with an error in mid-answer' },
]
