import type { ProviderProfile } from '../provider-types.js'

/** Any server that no other profile is known for: what suits most (wire-facts 5.1, first row). */
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
