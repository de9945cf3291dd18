import type { SessionName } from '@antiphon/formats'
import type { SessionFacts } from './session-facts.js'

export interface SampleRules {
  format: SessionName
  /** Files of the folder that are no sessions, or are read as something else. */
  others?: RegExp
  /** Further facts that count as prompts of a user. */
  alsoUsers?: readonly string[]
  /** All versions are counted, not only those that are shown. */
  all?: boolean
  /** Where the reading differs from the facts, and why it does. */
  differs?: Readonly<Record<string, { why: string; facts: Partial<SessionFacts> }>>
}

/** What the samples of each folder are read as. */
export const sampleRules: Readonly<Record<string, SampleRules>> = {
  'claude-code': {
    format: 'claude-code',
    others: /\.meta\.json$/,
    alsoUsers: ['commands'],
    all: true,
    differs: {
      'claude-code/compact-2.0.76.jsonl': {
        why: 'The command line writes "No response requested." where nothing was asked; that is no answer.',
        facts: { texts: 9, textLength: 1835 },
      },
      'claude-code/edge_cases.jsonl': {
        why: 'The first records with two of the ids hold no message, so those that follow are no copies of them.',
        facts: { users: 5 },
      },
      'claude-code/families.jsonl': {
        why: 'One of the queued commands is a prompt of a person. Side chains are conversations of their own, after the main one.',
        facts: { users: 2, lastText: '1d402f55e5038ed0624485e008eb26846b422199a1256fb3b41b19eca2fd3abc' },
      },
    },
  },
  codex: {
    format: 'codex',
    differs: {
      'codex/fixture-codex.jsonl': {
        why: 'The words after "## My request for Codex:" are the prompt.',
        facts: { firstUser: '7b28fc5e43370fb6cc36f7516e089f42b772f741a83346d76f348a53d68f3533' },
      },
      'codex/fixture-codex-patch.jsonl': {
        why: 'The words after "## My request for Codex:" are the prompt.',
        facts: { firstUser: '0c9ba823369362b30a1e118d48baa151fb119bb9569fdcc3821a72df21bd5f84' },
      },
      'codex/families.jsonl': {
        why: 'All ids are the same word, so the names of calls depend on the order. One result has a picture.',
        facts: { images: 1, names: { shell: 2, tool_search_call: 2, web_search_call: 1 } },
      },
    },
  },
}
