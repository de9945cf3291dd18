import type { ProviderProfile } from '../provider-types.js'
import { TEMPLATE_ORDER, TEMPLATE_TAGS } from './template-models.js'

/** wire-facts 3.3, 6: the defaults, on templates that may refuse a late system message. */
export const lmStudioProfile: ProviderProfile = {
  id: 'lm-studio',
  name: 'LM Studio',
  baseUrl: 'http://localhost:1234/v1',
  match: { ports: [1234] },
  settings: { messages: { lateSystem: 'user', userParts: ['text', 'image_url'] } },
  models: [...TEMPLATE_ORDER, ...TEMPLATE_TAGS],
  browser: 'setting',
  browserHint:
    'In LM Studio open Developer, then Server Settings, turn on "Enable CORS" and start the server again.',
  needsKey: false,
}
