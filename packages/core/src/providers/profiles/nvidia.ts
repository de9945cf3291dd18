import type { ProviderProfile } from '../provider-types.js'
import { needsProxy } from './browser-hints.js'
import { TEMPLATE_ORDER } from './template-models.js'

/** NVIDIA NIM: a strict schema per model, so nothing but core fields (wire-facts 1.1, 1.2, 5). */
export const nvidiaProfile: ProviderProfile = {
  id: 'nvidia',
  name: 'NVIDIA NIM',
  baseUrl: 'https://integrate.api.nvidia.com/v1',
  match: { hosts: ['integrate.api.nvidia.com'] },
  // Whether some models refuse `stream_options` is not certain; if one does, it heals itself.
  settings: { messages: { reasoning: { turns: 'never' }, callExtras: 'drop' } },
  models: TEMPLATE_ORDER,
  browser: 'no',
  browserHint: needsProxy('NVIDIA'),
}
