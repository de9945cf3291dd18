import type { ProviderProfile } from '../provider-types.js'
import { CLAUDE_ID_PATTERN } from './claude-ids.js'

/** Anthropic's OpenAI-compatible endpoint: wire-facts 1.1, 1.2, 1.3, 3.3. It returns no thoughts and ignores most other fields. */
export const anthropicProfile: ProviderProfile = {
  id: 'anthropic',
  name: 'Anthropic',
  baseUrl: 'https://api.anthropic.com/v1',
  match: { hosts: ['api.anthropic.com'] },
  settings: {
    messages: {
      reasoning: { turns: 'never' },
      callIdPattern: CLAUDE_ID_PATTERN,
      // Sound and files are ignored there without a word.
      userParts: ['text', 'image_url'],
      // Late system messages stay: they are joined to the first one there.
    },
    // "On" needs a budget below the limit of the answer, so it has no word that fits every request.
    body: { thinking: { off: { thinking: { type: 'disabled' } } } },
    headers: { extra: { 'anthropic-dangerous-direct-browser-access': 'true' } },
    response: { thinkTags: false },
  },
  browser: 'yes',
}
