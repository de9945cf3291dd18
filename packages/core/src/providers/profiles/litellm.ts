import type { ProviderProfile } from '../provider-types.js'
import { CLAUDE_IDS } from './claude-ids.js'

/** wire-facts 1.1, 5, 6: signed blocks go back where there are any; `tools` must be there when the thread has calls. */
export const litellmProfile: ProviderProfile = {
  id: 'litellm',
  name: 'LiteLLM',
  baseUrl: 'http://localhost:4000/v1',
  match: { ports: [4000] },
  settings: {
    // `same` prefers signed blocks to flat text.
    messages: { reasoning: { turns: 'toolTurns', field: 'same' } },
    body: { emptyTools: 'withHistory' },
  },
  models: [CLAUDE_IDS],
  browser: 'unknown',
  browserHint:
    'The proxy must allow the origin of this page and the headers Authorization and Content-Type, on answers that stream as well.',
  needsKey: false,
}
