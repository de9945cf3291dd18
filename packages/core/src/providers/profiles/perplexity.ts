import type { ProviderProfile } from '../provider-types.js'

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
  browserHint:
    'Perplexity does not answer pages. Send requests through a proxy on the origin of this page and use its address as the base URL.',
}
