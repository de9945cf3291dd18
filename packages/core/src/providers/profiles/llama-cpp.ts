import type { ProviderProfile } from '../provider-types.js'
import { TEMPLATE_MODELS } from './template-models.js'

/** wire-facts 1.3, 5, 5.1, 6. */
export const llamaCppProfile: ProviderProfile = {
  id: 'llama-cpp',
  name: 'llama.cpp',
  baseUrl: 'http://localhost:8080/v1',
  match: { ports: [8080] },
  settings: {
    messages: {
      reasoning: { turns: 'sinceLastUser', field: 'reasoning_content' },
      lateSystem: 'user',
      userParts: ['text', 'image_url', 'input_audio'],
      // Refused while the model thinks; then the rest is asked for in words.
      prefill: 'plain',
    },
  },
  models: TEMPLATE_MODELS,
  browser: 'yes',
  browserHint: 'llama.cpp allows every page; newer builds take a list: llama-server --cors-origins "*".',
  needsKey: false,
}
