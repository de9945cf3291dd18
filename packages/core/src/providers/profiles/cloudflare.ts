import type { ProviderProfile } from '../provider-types.js'
import { needsProxy } from './browser-hints.js'
import { TEMPLATE_ORDER } from './template-models.js'

/** Workers AI: wire-facts 1.1, 5.1, 6. */
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
