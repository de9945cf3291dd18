import type { ProviderProfile } from '../provider-types.js'
import { needsProxy } from './browser-hints.js'

/** wire-facts 1.1, 5, 6: no tools, no reasoning back, usage without asking. */
export const perplexityProfile: ProviderProfile = {
  id: 'perplexity',
  name: 'Perplexity',
  baseUrl: 'https://api.perplexity.ai',
  match: { hosts: ['api.perplexity.ai'] },
  settings: {
    messages: { reasoning: { turns: 'never' } },
    body: { includeUsage: false, omit: ['tools', 'tool_choice', 'parallel_tool_calls'] },
  },
  browser: 'no',
  browserHint: needsProxy('Perplexity'),
}
