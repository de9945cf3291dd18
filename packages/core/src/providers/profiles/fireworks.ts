import type { ProviderProfile } from '../provider-types.js'
import { mayNeedProxy } from './browser-hints.js'
import { LOW_MEDIUM_HIGH } from './effort-levels.js'
import { TEMPLATE_ORDER } from './template-models.js'

/** wire-facts 1.2, 5. */
export const fireworksProfile: ProviderProfile = {
  id: 'fireworks',
  name: 'Fireworks AI',
  baseUrl: 'https://api.fireworks.ai/inference/v1',
  match: { hosts: ['api.fireworks.ai'] },
  settings: {
    messages: { reasoning: { turns: 'toolTurns', field: 'same' } },
    body: { thinking: LOW_MEDIUM_HIGH },
  },
  models: TEMPLATE_ORDER,
  browser: 'unknown',
  browserHint: mayNeedProxy('Fireworks AI'),
}
