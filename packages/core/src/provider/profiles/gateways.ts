import type { ProviderProfile } from '../types.js'
import { needsProxy, TEMPLATE_ORDER, CLAUDE_IDS } from './models.js'

/** Workers AI: docs/wire 1.1, 5.1, 6. */
export const cloudflareProfile: ProviderProfile = {
  id: 'cloudflare',
  name: 'Cloudflare Workers AI',
  baseUrl: 'https://api.cloudflare.com/client/v4/accounts/{account_id}/ai/v1',
  match: { hosts: ['api.cloudflare.com'] },
  settings: { messages: { reasoning: { turns: 'never' } } },
  models: TEMPLATE_ORDER,
  browser: 'no',
  browserHint: needsProxy('The API of Cloudflare'),
}

/** AI Gateway: docs/wire 1.1, 6. Its own token has a header of its own; `Authorization` is left to the provider behind it. */
export const cloudflareGatewayProfile: ProviderProfile = {
  id: 'cloudflare-gateway',
  name: 'Cloudflare AI Gateway',
  baseUrl: 'https://gateway.ai.cloudflare.com/v1/{account_id}/{gateway_id}/compat',
  match: { hosts: ['gateway.ai.cloudflare.com'] },
  settings: {
    messages: { reasoning: { turns: 'never' } },
    headers: { keyHeader: 'cf-aig-authorization' },
  },
  models: [CLAUDE_IDS],
  browser: 'no',
  browserHint:
    'Send requests through a Worker or a proxy on the origin of this page. The key is the token of the gateway; a key of the provider behind it goes into an extra header Authorization.',
}

/** docs/wire 1.1, 5, 6: signed blocks go back where there are any; `tools` must be there when the thread has calls. */
export const litellmProfile: ProviderProfile = {
  id: 'litellm',
  name: 'LiteLLM',
  baseUrl: 'http://localhost:4000/v1',
  match: { ports: [4000] },
  settings: {
    // `same` prefers signed blocks to flat text.
    messages: { reasoning: { turns: 'toolTurns', field: 'same' }, textKeys: 'keep' },
    body: { emptyTools: 'withHistory' },
  },
  models: [CLAUDE_IDS],
  browser: 'unknown',
  browserHint:
    'The proxy must allow the origin of this page and the headers Authorization and Content-Type, on answers that stream as well.',
  needsKey: false,
}

/** docs/wire 1.2, 2.4, 5: thinking goes back as `reasoning_details` only, verbatim and in order, never as flat text. */
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
  browser: 'yes',
}

/** Any server that no other profile is known for: what suits most (docs/wire 5.1, first row). */
export const genericProfile: ProviderProfile = {
  id: 'generic',
  name: 'OpenAI-compatible',
  match: {},
  settings: {},
  browser: 'unknown',
  browserHint:
    'The server must allow this page: its answer needs Access-Control-Allow-Origin, and its preflight must allow the headers Authorization and Content-Type.',
  needsKey: false,
}
