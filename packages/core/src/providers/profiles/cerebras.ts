import type { ProviderProfile } from '../provider-types.js'
import { mayNeedProxy } from './browser-hints.js'
import { effortLevels, LOW_MEDIUM_HIGH } from './effort-levels.js'
import { TEMPLATE_ORDER } from './template-models.js'

/** wire-facts 1.1, 1.2, 5, 5.1: strict; takes `reasoning`, and GLM's thoughts as tags in the text. */
export const cerebrasProfile: ProviderProfile = {
  id: 'cerebras',
  name: 'Cerebras',
  baseUrl: 'https://api.cerebras.ai/v1',
  match: { hosts: ['api.cerebras.ai'] },
  settings: {
    messages: { reasoning: { turns: 'sinceLastUser', field: 'reasoning' }, callExtras: 'drop' },
    body: {
      maxTokensField: 'max_completion_tokens',
      omit: ['frequency_penalty', 'presence_penalty', 'logit_bias', 'parallel_tool_calls', 'service_tier'],
      thinking: LOW_MEDIUM_HIGH,
    },
  },
  models: [
    ...TEMPLATE_ORDER,
    // gpt-oss always thinks, and answers a wish to the contrary with 400.
    { match: /gpt-oss/i, settings: { body: { thinking: { on: {} } } } },
    { match: /^(?!.*gpt-oss)/i, settings: { body: { thinking: effortLevels({ off: 'none' }) } } },
    {
      match: /glm/i,
      settings: {
        messages: { reasoning: { turns: 'all', field: 'thinkTags' } },
        // Otherwise the thoughts before the last question are dropped there.
        body: { extra: { clear_thinking: false }, thinking: { off: { disable_reasoning: true } } },
      },
    },
  ],
  browser: 'unknown',
  browserHint: mayNeedProxy('Cerebras'),
}
