import type { ProviderProfile } from '../provider-types.js'
import { TEMPLATE_MODELS } from './template-models.js'

/** wire-facts 5, 5.1, 8: which field is read depends on the version, which nobody tells us, so both are sent. */
export const vllmProfile: ProviderProfile = {
  id: 'vllm',
  name: 'vLLM',
  baseUrl: 'http://localhost:8000/v1',
  match: { ports: [8000] },
  settings: {
    messages: {
      reasoning: { turns: 'sinceLastUser', field: 'both' },
      lateSystem: 'user',
      userParts: ['text', 'image_url', 'input_audio', 'video_url'],
      prefill: 'final_message',
    },
  },
  models: TEMPLATE_MODELS,
  browser: 'yes',
  browserHint:
    'vLLM allows every page unless it was started with --allowed-origins; then the origin of this page must be in that list.',
  needsKey: false,
}
