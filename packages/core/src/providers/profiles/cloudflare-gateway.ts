import type { ProviderProfile } from '../provider-types.js'
import { CLAUDE_IDS } from './claude-ids.js'

/** AI Gateway: wire-facts 1.1, 6. Its own token has a header of its own; `Authorization` is left to the provider behind it. */
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
