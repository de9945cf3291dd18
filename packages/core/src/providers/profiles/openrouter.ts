import type { ProviderProfile } from '../provider-types.js'
import { CLAUDE_IDS } from './claude-ids.js'

/** wire-facts 1.2, 2.4, 5: thinking goes back as `reasoning_details` only, verbatim and in order, never as flat text. */
export const openrouterProfile: ProviderProfile = {
  id: 'openrouter',
  name: 'OpenRouter',
  baseUrl: 'https://openrouter.ai/api/v1',
  match: { hosts: ['openrouter.ai'] },
  settings: {
    messages: {
      reasoning: { turns: 'all', field: 'reasoning_details' },
      toolNameOnResult: true,
      userParts: ['text', 'image_url', 'input_audio', 'file', 'video_url'],
    },
    body: {
      thinking: {
        off: { reasoning: { enabled: false } },
        on: { reasoning: { enabled: true } },
        minimal: { reasoning: { effort: 'minimal' } },
        low: { reasoning: { effort: 'low' } },
        medium: { reasoning: { effort: 'medium' } },
        high: { reasoning: { effort: 'high' } },
      },
    },
  },
  models: [CLAUDE_IDS],
  browser: 'yes',
}
