import type { ProviderProfile } from '../provider-types.js'
import { TEMPLATE_MODELS } from './template-models.js'

/** wire-facts 5, 5.1, 6: reads `reasoning_content`; templates decide on the rest. */
export const sglangProfile: ProviderProfile = {
  id: 'sglang',
  name: 'SGLang',
  baseUrl: 'http://localhost:30000/v1',
  match: { ports: [30000] },
  settings: {
    messages: {
      reasoning: { turns: 'sinceLastUser', field: 'reasoning_content' },
      lateSystem: 'user',
      prefill: 'final_message',
    },
  },
  models: TEMPLATE_MODELS,
  browser: 'yes',
  browserHint:
    'SGLang allows every page unless it was started with --allowed-origins; then the origin of this page must be in that list.',
  needsKey: false,
}
