import type { ProviderProfile } from '../types.js'
import { effortLevels, LOW_MEDIUM_HIGH, TEMPLATE_ORDER, TEMPLATE_MODELS, OPENAI_MODELS } from './models.js'

export const hostProfiles: readonly ProviderProfile[] = [
  /** docs/wire 1.1, 1.2, 5, 5.1: strict; takes `reasoning`, and GLM's thoughts as tags in the text. */
  {
    id: 'cerebras',
    name: 'Cerebras',
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
  },
  /** docs/wire 5, 5.1: writes `reasoning` but reads `reasoning_content`; the only one known to. */
  {
    id: 'featherless',
    name: 'Featherless',
    match: { hosts: ['api.featherless.ai'] },
    settings: {
      messages: {
        reasoning: { turns: 'sinceLastUser', field: 'reasoning_content' },
        lateSystem: 'user',
      },
    },
    models: TEMPLATE_MODELS,
  },
  /** docs/wire 1.2, 5. */
  {
    id: 'fireworks',
    name: 'Fireworks AI',
    match: { hosts: ['api.fireworks.ai'] },
    settings: {
      messages: { reasoning: { turns: 'toolTurns', field: 'same' } },
      body: { thinking: LOW_MEDIUM_HIGH },
    },
    models: TEMPLATE_ORDER,
  },
  /** GitHub Models: Azure's manners, a limit of 8,000 tokens on many models (docs/wire 3.2, 5.1, 6). */
  {
    id: 'github',
    name: 'GitHub Models',
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
  },
  /** docs/wire 1.1, 1.2, 5: refuses keys it does not know, `reasoning_content` among them; takes `reasoning`. */
  {
    id: 'groq',
    name: 'Groq',
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
  },
  /** The router of Hugging Face: what it does depends on the backend (docs/wire 5, 6). */
  {
    id: 'huggingface',
    name: 'Hugging Face',
    match: { hosts: ['router.huggingface.co'] },
    settings: { messages: { reasoning: { turns: 'toolTurns', field: 'same' } } },
    models: TEMPLATE_ORDER,
  },
  /** NVIDIA NIM: a strict schema per model, so nothing but core fields (docs/wire 1.1, 1.2, 5). */
  {
    id: 'nvidia',
    name: 'NVIDIA NIM',
    match: { hosts: ['integrate.api.nvidia.com'] },
    // Whether some models refuse `stream_options` is not certain; if one does, it heals itself.
    settings: { messages: { reasoning: { turns: 'never' }, callExtras: 'drop' } },
    models: TEMPLATE_ORDER,
  },
  /** docs/wire 1.1, 1.2, 5. */
  {
    id: 'together',
    name: 'Together AI',
    match: { hosts: ['api.together.xyz', 'api.together.ai'] },
    settings: {
      // The field depends on the model, so it goes back in the one it came in.
      messages: { reasoning: { turns: 'toolTurns', field: 'same' } },
      body: {
        thinking: { off: { reasoning: { enabled: false } }, on: { reasoning: { enabled: true } } },
      },
    },
    models: TEMPLATE_ORDER,
  },
]
