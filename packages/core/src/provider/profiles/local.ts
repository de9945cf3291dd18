import type { ProviderProfile } from '../types.js'
import { TEMPLATE_MODELS, TEMPLATE_ORDER, TEMPLATE_TAGS, effortLevels } from './models.js'

export const localProfiles: readonly ProviderProfile[] = [
  /** docs/wire 1.3, 5, 5.1, 6. */
  {
    id: 'llama-cpp',
    name: 'llama.cpp',
    match: { ports: [8080] },
    settings: {
      messages: {
        reasoning: { turns: 'sinceLastUser', field: 'reasoning_content' },
        lateSystem: 'user',
        userParts: ['text', 'image_url', 'input_audio'],
        // Refused while the model thinks; then a user message asks for the rest.
        prefill: 'plain',
      },
    },
    models: TEMPLATE_MODELS,
  },
  /** docs/wire 3.3, 6: the defaults, except that a chat template may refuse a late system message. */
  {
    id: 'lm-studio',
    name: 'LM Studio',
    match: { ports: [1234] },
    settings: { messages: { lateSystem: 'user', userParts: ['text', 'image_url'] } },
    models: [...TEMPLATE_ORDER, ...TEMPLATE_TAGS],
  },
  /** docs/wire 1.1, 1.3, 5, 5.1: reads `reasoning` only, images only as data. */
  {
    id: 'ollama',
    name: 'Ollama',
    match: { ports: [11434] },
    settings: {
      messages: {
        reasoning: { turns: 'sinceLastUser', field: 'reasoning' },
        userParts: ['text', 'image_url'],
        imageUrls: 'dataOnly',
      },
      // Newer versions know more words; older ones refuse every other than these.
      body: { thinking: effortLevels({ off: 'none', low: 'low', medium: 'medium', high: 'high' }) },
    },
  },
  /** docs/wire 5, 5.1, 6: reads `reasoning_content`; templates decide on the rest. */
  {
    id: 'sglang',
    name: 'SGLang',
    match: { ports: [30000] },
    settings: {
      messages: {
        reasoning: { turns: 'sinceLastUser', field: 'reasoning_content' },
        lateSystem: 'user',
        prefill: 'final_message',
      },
    },
    models: TEMPLATE_MODELS,
  },
  /** docs/wire 5, 5.1: which field is read depends on the version, which nobody tells us, so both are sent. */
  {
    id: 'vllm',
    name: 'vLLM',
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
  },
]
