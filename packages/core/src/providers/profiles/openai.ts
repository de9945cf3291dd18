import type { ProviderProfile } from '../provider-types.js'
import { OPENAI_MODELS } from './openai-models.js'

/** wire-facts 1.1, 1.2, 1.3 (ids of at most 40 characters), 5: takes no reasoning back. */
export const openaiProfile: ProviderProfile = {
  id: 'openai',
  name: 'OpenAI',
  baseUrl: 'https://api.openai.com/v1',
  match: { hosts: ['api.openai.com'] },
  settings: {
    messages: {
      reasoning: { turns: 'never' },
      developerRole: 'developer',
      callIdPattern: '.{1,40}',
      // An unknown key in a message is a 400 here.
      callExtras: 'drop',
      userParts: ['text', 'image_url', 'input_audio', 'file'],
    },
    body: { maxTokensField: 'max_completion_tokens' },
    response: { thinkTags: false },
  },
  models: OPENAI_MODELS,
  browser: 'yes',
}
