import type { ProviderProfile } from '../provider-types.js'
import { LOW_MEDIUM_HIGH } from './effort-levels.js'

/** Google's OpenAI-compatible endpoint: wire-facts 1.1, 1.2, 1.3, 5. Unknown keys are refused, signatures of calls are demanded. */
export const geminiProfile: ProviderProfile = {
  id: 'gemini',
  name: 'Google Gemini',
  baseUrl: 'https://generativelanguage.googleapis.com/v1beta/openai',
  match: { hosts: ['generativelanguage.googleapis.com'] },
  settings: {
    messages: {
      reasoning: { turns: 'never' },
      toolNameOnResult: true,
      // Signatures live in `extra_content` of the calls.
      callExtras: 'keep',
      missingThoughtSignature: 'skip_thought_signature_validator',
      userParts: ['text', 'image_url', 'input_audio'],
    },
    body: { omit: ['frequency_penalty', 'top_k'], thinking: LOW_MEDIUM_HIGH },
  },
  browser: 'yes',
}
