import type { ProviderProfile } from '../provider-types.js'
import { needsProxy } from './browser-hints.js'
import { TEMPLATE_ORDER } from './template-models.js'

/** The router of Hugging Face: what it does depends on the backend (wire-facts 5, 6). */
export const huggingfaceProfile: ProviderProfile = {
  id: 'huggingface',
  name: 'Hugging Face',
  baseUrl: 'https://router.huggingface.co/v1',
  match: { hosts: ['router.huggingface.co'] },
  settings: { messages: { reasoning: { turns: 'toolTurns', field: 'same' } } },
  models: TEMPLATE_ORDER,
  browser: 'no',
  browserHint: needsProxy('The router of Hugging Face'),
}
