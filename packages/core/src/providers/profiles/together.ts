import type { ProviderProfile } from '../provider-types.js'
import { TEMPLATE_ORDER } from './template-models.js'

/** wire-facts 1.1, 1.2, 5. */
export const togetherProfile: ProviderProfile = {
  id: 'together',
  name: 'Together AI',
  baseUrl: 'https://api.together.xyz/v1',
  match: { hosts: ['api.together.xyz', 'api.together.ai'] },
  settings: {
    // The field depends on the model, so it goes back in the one it came in.
    messages: { reasoning: { turns: 'toolTurns', field: 'same' } },
    body: {
      thinking: { off: { reasoning: { enabled: false } }, on: { reasoning: { enabled: true } } },
    },
  },
  models: TEMPLATE_ORDER,
  browser: 'yes',
}
