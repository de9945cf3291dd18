import type { ProviderProfile } from '../provider-types.js'

/** wire-facts 1.1, 1.2, 5: no reasoning input at all, `max_completion_tokens` on every current model. */
export const openaiProfile: ProviderProfile = {
  id: 'openai',
  name: 'OpenAI',
  baseUrl: 'https://api.openai.com/v1',
  match: { hosts: ['api.openai.com', '.azure.com'] },
  settings: {
    messages: { reasoning: { turns: 'never' }, developerRole: 'developer' },
    body: { maxTokensField: 'max_completion_tokens' },
  },
  browser: 'yes',
}
