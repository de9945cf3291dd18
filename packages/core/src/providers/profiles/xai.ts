import type { ProviderProfile } from '../provider-types.js'
import { mayNeedProxy } from './browser-hints.js'
import { effortLevels, LOW_MEDIUM_HIGH } from './effort-levels.js'

/** wire-facts 1.1, 1.2, 5, 6: takes no reasoning back; what a model accepts differs from one to the next. */
export const xaiProfile: ProviderProfile = {
  id: 'xai',
  name: 'xAI',
  baseUrl: 'https://api.x.ai/v1',
  match: { hosts: ['api.x.ai'] },
  // Grok models that do not reason answer `reasoning_effort` with 400, so only known ones get it.
  settings: { messages: { reasoning: { turns: 'never' }, userParts: ['text', 'image_url'] } },
  models: [
    {
      match: /grok-(?:3-mini|[4-9]|code|build)(?!.*non-reasoning)/i,
      settings: {
        body: { omit: ['stop', 'presence_penalty', 'frequency_penalty'], thinking: { on: {} } },
      },
    },
    {
      match: /grok-3-mini/i,
      settings: { body: { thinking: effortLevels({ low: 'low', high: 'high' }) } },
    },
    { match: /grok-4\.[3-9]/i, settings: { body: { thinking: LOW_MEDIUM_HIGH } } },
    // From 4.5 on `none` is refused.
    { match: /grok-4\.3/i, settings: { body: { thinking: effortLevels({ off: 'none' }) } } },
  ],
  browser: 'unknown',
  browserHint: mayNeedProxy('xAI'),
}
