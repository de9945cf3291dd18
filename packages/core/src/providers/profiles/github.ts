import type { ProviderProfile } from '../provider-types.js'
import { mayNeedProxy } from './browser-hints.js'
import { OPENAI_MODELS } from './openai-models.js'
import { TEMPLATE_ORDER } from './template-models.js'

/** GitHub Models: Azure's manners, a limit of 8,000 tokens on many models (wire-facts 3.2, 5.1, 6). */
export const githubProfile: ProviderProfile = {
  id: 'github',
  name: 'GitHub Models',
  baseUrl: 'https://models.github.ai/inference',
  match: { hosts: ['models.github.ai'] },
  settings: {
    messages: { reasoning: { turns: 'never' }, callIdPattern: '.{1,40}', callExtras: 'drop' },
  },
  models: [
    ...TEMPLATE_ORDER,
    ...OPENAI_MODELS,
    {
      match: /(?:^|\/)(?:o[1-9]|gpt-5)/i,
      settings: { body: { maxTokensField: 'max_completion_tokens' } },
    },
  ],
  browser: 'unknown',
  browserHint: mayNeedProxy('GitHub Models'),
}
