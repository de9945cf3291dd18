import type { ProviderProfile } from '../types.js'
import { TEMPLATE_MODELS, TEMPLATE_ORDER, TEMPLATE_TAGS, effortLevels } from './models.js'

/** docs/wire 1.3, 5, 5.1, 6. */
export const llamaCppProfile: ProviderProfile = {
  id: 'llama-cpp',
  name: 'llama.cpp',
  baseUrl: 'http://localhost:8080/v1',
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
  browser: 'yes',
  browserHint: 'llama.cpp allows every page; newer builds take a list: llama-server --cors-origins "*".',
  needsKey: false,
}

/** docs/wire 3.3, 6: the defaults, except that a chat template may refuse a late system message. */
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

/** docs/wire 1.1, 1.3, 5, 5.1: reads `reasoning` only, images only as data. */
export const ollamaProfile: ProviderProfile = {
  id: 'ollama',
  name: 'Ollama',
  baseUrl: 'http://localhost:11434/v1',
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
  browser: 'setting',
  browserHint:
    'Pages on localhost are allowed. For others set OLLAMA_ORIGINS to the origin of this page, such as OLLAMA_ORIGINS=https://chat.example.com, and start Ollama again.',
  needsKey: false,
}

/** docs/wire 5, 5.1, 6: reads `reasoning_content`; templates decide on the rest. */
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

/** docs/wire 5, 5.1: which field is read depends on the version, which nobody tells us, so both are sent. */
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
