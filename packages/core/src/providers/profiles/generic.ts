import type { ProviderProfile } from '../provider-types.js'

/** Any server that no other profile is known for: what suits most. */
export const genericProfile: ProviderProfile = {
  id: 'generic',
  name: 'OpenAI-compatible',
  match: {},
  settings: {},
  browser: 'unknown',
}
