import type { ProviderProfile } from '../provider-types.js'
import { effortLevels, LOW_MEDIUM_HIGH } from './effort-levels.js'
import { TEMPLATE_ORDER } from './template-models.js'

/** wire-facts 1.1, 1.2, 5: refuses keys it does not know, `reasoning_content` among them; takes `reasoning`. */
export const groqProfile: ProviderProfile = {
  id: 'groq',
  name: 'Groq',
  baseUrl: 'https://api.groq.com/openai/v1',
  match: { hosts: ['api.groq.com'] },
  settings: {
    messages: {
      reasoning: { turns: 'sinceLastUser', field: 'reasoning' },
      callExtras: 'drop',
      userParts: ['text', 'image_url'],
      prefill: 'plain',
    },
  },
  models: [
    ...TEMPLATE_ORDER,
    // These write tags into the text unless told otherwise. gpt-oss has a field of its own and needs no format.
    {
      match: /qwen|qwq|r1-distill/i,
      settings: { body: { extra: { reasoning_format: 'parsed' }, thinking: { on: {} } } },
    },
    {
      match: /qwen-?3(?!\d)/i,
      settings: { body: { thinking: effortLevels({ off: 'none', on: 'default' }) } },
    },
    { match: /gpt-oss/i, settings: { body: { thinking: { on: {}, ...LOW_MEDIUM_HIGH } } } },
  ],
  browser: 'yes',
}
