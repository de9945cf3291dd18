import type { ProviderProfile } from '../types.js'
import { TEMPLATE_ORDER, CLAUDE_IDS } from './models.js'

/** Any server that no other profile is known for: what suits most (docs/wire 5.1, first row). */
export const genericProfile: ProviderProfile = {
  id: 'generic',
  name: 'OpenAI-compatible',
  match: {},
  settings: {},
}

export const gatewayProfiles: readonly ProviderProfile[] = [
  /** Workers AI: docs/wire 1.1, 5.1, 6. */
  {
    id: 'cloudflare',
    name: 'Cloudflare Workers AI',
    match: { hosts: ['api.cloudflare.com'] },
    settings: { messages: { reasoning: { turns: 'never' } } },
    models: TEMPLATE_ORDER,
  },
  /** AI Gateway: docs/wire 1.1, 6. Its own token has a header of its own; `Authorization` is left to the provider behind it. */
  {
    id: 'cloudflare-gateway',
    name: 'Cloudflare AI Gateway',
    match: { hosts: ['gateway.ai.cloudflare.com'] },
    settings: {
      messages: { reasoning: { turns: 'never' } },
      headers: { keyHeader: 'cf-aig-authorization' },
    },
    models: [CLAUDE_IDS],
  },
  /** docs/wire 1.1, 5, 6: signed blocks go back where there are any; `tools` must be there when the thread has calls. */
  {
    id: 'litellm',
    name: 'LiteLLM',
    match: { ports: [4000] },
    settings: {
      // `same` prefers signed blocks to flat text.
      messages: { reasoning: { turns: 'toolTurns', field: 'same' }, textKeys: 'keep' },
      body: { emptyTools: 'withHistory' },
    },
    models: [CLAUDE_IDS],
  },
  /** docs/wire 1.2, 2.4, 5: thinking goes back as `reasoning_details` only, verbatim and in order, never as flat text. */
  {
    id: 'openrouter',
    name: 'OpenRouter',
    match: { hosts: ['openrouter.ai'] },
    settings: {
      messages: {
        reasoning: { turns: 'all', field: 'reasoning_details' },
        toolNameOnResult: true,
        userParts: ['text', 'image_url', 'input_audio', 'file', 'video_url'],
        textKeys: 'keep',
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
  },
]
