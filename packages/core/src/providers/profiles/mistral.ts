import type { ProviderProfile } from '../provider-types.js'
import { effortLevels } from './effort-levels.js'

/** wire-facts 1.1, 1.2, 1.3, 5: refuses every unknown key, ids of other lengths, and a user right after a tool. */
export const mistralProfile: ProviderProfile = {
  id: 'mistral',
  name: 'Mistral',
  baseUrl: 'https://api.mistral.ai/v1',
  match: { hosts: ['api.mistral.ai'] },
  settings: {
    messages: {
      reasoning: { turns: 'all', field: 'contentParts' },
      lateSystem: 'user',
      callIdPattern: '[A-Za-z0-9]{9}',
      callExtras: 'drop',
      toolNameOnResult: true,
      bridgeAfterTool: 'I have read the results.',
      userParts: ['text', 'image_url', 'document_url'],
      prefill: 'prefix',
    },
    body: {
      // Usage comes without asking.
      includeUsage: false,
      requiredToolChoice: 'any',
      // Unknown here: the seed has another name.
      omit: ['seed'],
    },
  },
  models: [
    { match: /magistral/i, settings: { body: { thinking: { on: { prompt_mode: 'reasoning' } } } } },
    {
      match: /mistral-(?:small|medium)/i,
      settings: { body: { thinking: effortLevels({ off: 'none', on: 'high', high: 'high' }) } },
    },
  ],
  browser: 'yes',
}
