import type { ProviderProfile } from '../types.js'
import {
  mayNeedProxy,
  effortLevels,
  LOW_MEDIUM_HIGH,
  TEMPLATE_ORDER,
  TEMPLATE_MODELS,
  OPENAI_MODELS,
  needsProxy,
} from './models.js'

/** docs/wire 1.1, 1.2, 5, 5.1: strict; takes `reasoning`, and GLM's thoughts as tags in the text. */
export const cerebrasProfile: ProviderProfile = {
  id: 'cerebras',
  name: 'Cerebras',
  baseUrl: 'https://api.cerebras.ai/v1',
  match: { hosts: ['api.cerebras.ai'] },
  settings: {
    messages: { reasoning: { turns: 'sinceLastUser', field: 'reasoning' }, callExtras: 'drop' },
    body: {
      maxTokensField: 'max_completion_tokens',
      omit: ['frequency_penalty', 'presence_penalty', 'logit_bias', 'parallel_tool_calls', 'service_tier'],
      thinking: LOW_MEDIUM_HIGH,
    },
  },
  models: [
    ...TEMPLATE_ORDER,
    // gpt-oss always thinks, and answers a wish to the contrary with 400.
    { match: /gpt-oss/i, settings: { body: { thinking: { on: {} } } } },
    { match: /^(?!.*gpt-oss)/i, settings: { body: { thinking: effortLevels({ off: 'none' }) } } },
    {
      match: /glm/i,
      settings: {
        messages: { reasoning: { turns: 'all', field: 'thinkTags' } },
        // Otherwise the thoughts before the last question are dropped there.
        body: { extra: { clear_thinking: false }, thinking: { off: { disable_reasoning: true } } },
      },
    },
  ],
  browser: 'unknown',
  browserHint: mayNeedProxy('Cerebras'),
}

/** docs/wire 5, 5.1: writes `reasoning` but reads `reasoning_content`; the only one known to. */
export const featherlessProfile: ProviderProfile = {
  id: 'featherless',
  name: 'Featherless',
  baseUrl: 'https://api.featherless.ai/v1',
  match: { hosts: ['api.featherless.ai'] },
  settings: {
    messages: {
      reasoning: { turns: 'sinceLastUser', field: 'reasoning_content' },
      lateSystem: 'user',
    },
  },
  models: TEMPLATE_MODELS,
  browser: 'unknown',
  browserHint: mayNeedProxy('Featherless'),
}

/** docs/wire 1.2, 5. */
export const fireworksProfile: ProviderProfile = {
  id: 'fireworks',
  name: 'Fireworks AI',
  baseUrl: 'https://api.fireworks.ai/inference/v1',
  match: { hosts: ['api.fireworks.ai'] },
  settings: {
    messages: { reasoning: { turns: 'toolTurns', field: 'same' } },
    body: { thinking: LOW_MEDIUM_HIGH },
  },
  models: TEMPLATE_ORDER,
  browser: 'unknown',
  browserHint: mayNeedProxy('Fireworks AI'),
}

/** GitHub Models: Azure's manners, a limit of 8,000 tokens on many models (docs/wire 3.2, 5.1, 6). */
export const githubProfile: ProviderProfile = {
  id: 'github',
  name: 'GitHub Models',
  baseUrl: 'https://models.github.ai/inference',
  match: { hosts: ['models.github.ai'] },
  settings: {
    messages: { reasoning: { turns: 'never' }, callIdPattern: '.{1,40}', callExtras: 'drop' },
  },
  models: [
    ...TEMPLATE_ORDER,
    ...OPENAI_MODELS,
    {
      match: /(?:^|\/)(?:o[1-9]|gpt-5)/i,
      settings: { body: { maxTokensField: 'max_completion_tokens' } },
    },
  ],
  browser: 'unknown',
  browserHint: mayNeedProxy('GitHub Models'),
}

/** docs/wire 1.1, 1.2, 5: refuses keys it does not know, `reasoning_content` among them; takes `reasoning`. */
export const groqProfile: ProviderProfile = {
  id: 'groq',
  name: 'Groq',
  baseUrl: 'https://api.groq.com/openai/v1',
  match: { hosts: ['api.groq.com'] },
  settings: {
    messages: {
      reasoning: { turns: 'sinceLastUser', field: 'reasoning' },
      callExtras: 'drop',
      userParts: ['text', 'image_url'],
      prefill: 'plain',
    },
  },
  models: [
    ...TEMPLATE_ORDER,
    // These write tags into the text unless told otherwise. gpt-oss has a field of its own and needs no format.
    {
      match: /qwen|qwq|r1-distill/i,
      settings: { body: { extra: { reasoning_format: 'parsed' }, thinking: { on: {} } } },
    },
    {
      match: /qwen-?3(?!\d)/i,
      settings: { body: { thinking: effortLevels({ off: 'none', on: 'default' }) } },
    },
    { match: /gpt-oss/i, settings: { body: { thinking: { on: {}, ...LOW_MEDIUM_HIGH } } } },
  ],
  browser: 'yes',
}

/** The router of Hugging Face: what it does depends on the backend (docs/wire 5, 6). */
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

/** NVIDIA NIM: a strict schema per model, so nothing but core fields (docs/wire 1.1, 1.2, 5). */
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

/** docs/wire 1.1, 1.2, 5. */
export const togetherProfile: ProviderProfile = {
  id: 'together',
  name: 'Together AI',
  baseUrl: 'https://api.together.xyz/v1',
  match: { hosts: ['api.together.xyz', 'api.together.ai'] },
  settings: {
    // The field depends on the model, so it goes back in the one it came in.
    messages: { reasoning: { turns: 'toolTurns', field: 'same' } },
    body: {
      thinking: { off: { reasoning: { enabled: false } }, on: { reasoning: { enabled: true } } },
    },
  },
  models: TEMPLATE_ORDER,
  browser: 'yes',
}
