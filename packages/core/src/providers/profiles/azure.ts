import type { ProviderProfile } from '../provider-types.js'
import { mayNeedProxy } from './browser-hints.js'
import { OPENAI_MODELS } from './openai-models.js'

/** Azure OpenAI: OpenAI with a header of its own (wire-facts 6). Old API versions refuse `stream_options`; that heals itself (1.1). */
export const azureProfile: ProviderProfile = {
  id: 'azure',
  name: 'Azure OpenAI',
  baseUrl: 'https://{resource}.openai.azure.com/openai/v1',
  // Not all of .azure.com: other services there take the key as a bearer token.
  match: { hosts: ['.openai.azure.com', '.cognitiveservices.azure.com', '.services.ai.azure.com'] },
  settings: {
    messages: {
      reasoning: { turns: 'never' },
      developerRole: 'developer',
      callIdPattern: '.{1,40}',
      callExtras: 'drop',
      userParts: ['text', 'image_url', 'input_audio', 'file'],
    },
    body: { maxTokensField: 'max_completion_tokens' },
    headers: { keyHeader: 'api-key', keyPrefix: '' },
  },
  // Deployments have names of their own; one named after its model gets what the model needs.
  models: OPENAI_MODELS,
  browser: 'unknown',
  browserHint: mayNeedProxy('Azure OpenAI'),
}
