import type { BodyFields, ProviderProfile } from '../types.js'
import { effortLevels, LETTER_FIRST } from './models.js'

/** The server folds other words into low, high and max the same way. */
function effort(word: 'low' | 'high' | 'max'): BodyFields {
  return { thinking: { type: 'enabled' }, reasoning_effort: word }
}

/** Values that K2.5 and later have fixed: any other is a 400. */
const FIXED = ['temperature', 'top_p', 'n', 'presence_penalty', 'frequency_penalty'] as const

export const asianVendorProfiles: readonly ProviderProfile[] = [
  /** docs/wire 1.1, 1.2, 5: thinking goes back on every turn, and the key is there even when it is empty. */
  {
    id: 'deepseek',
    name: 'DeepSeek',
    match: { hosts: ['api.deepseek.com'] },
    settings: {
      // Reports from users ask for more than the documents. This satisfies both, and servers that need nothing ignore it
      // (docs/wire 5.1).
      messages: { reasoning: { turns: 'all', field: 'reasoning_content', emptyKey: true } },
      body: {
        // Refused while the model thinks, which it does by default.
        requiredToolChoice: 'omit',
        thinking: {
          off: { thinking: { type: 'disabled' } },
          on: { thinking: { type: 'enabled' } },
          minimal: effort('low'),
          low: effort('low'),
          medium: effort('high'),
          high: effort('high'),
          max: effort('max'),
        },
      },
    },
    models: [
      { match: /^deepseek-chat$/i, settings: { body: { requiredToolChoice: 'required' } } },
      // R1 refuses what its successors demand. `deepseek-reasoner` was R1 once; the name now means V3.2 and later.
      { match: /(?:^|[-/])r1(?:$|[-:])/i, settings: { messages: { reasoning: { turns: 'never' } } } },
    ],
  },
  /** Alibaba's DashScope: docs/wire 1.2, 1.3, 5.1. Some of its models only stream (4), which the kit does by default. */
  {
    id: 'dashscope',
    name: 'DashScope',
    match: {
      hosts: ['dashscope-intl.aliyuncs.com', 'dashscope.aliyuncs.com', 'dashscope-us.aliyuncs.com'],
    },
    settings: {
      messages: {
        reasoning: { turns: 'all', field: 'reasoning_content' },
        lateSystem: 'user',
        userParts: ['text', 'image_url', 'video_url', 'input_audio'],
        textKeys: 'keep',
        prefill: 'partial',
      },
      body: { thinking: { off: { enable_thinking: false }, on: { enable_thinking: true } } },
    },
  },
  /** docs/wire 1.1, 1.2, 5: a turn with calls must bring its thinking back, as `""` when there was none. */
  {
    id: 'moonshot',
    name: 'Moonshot AI',
    match: { hosts: ['api.moonshot.ai', 'api.moonshot.cn'] },
    settings: {
      messages: {
        reasoning: { turns: 'all', field: 'reasoning_content', emptyKey: 'toolTurns' },
        userParts: ['text', 'image_url', 'video_url'],
        toolNamePattern: LETTER_FIRST,
        prefill: 'partial',
      },
      body: { requiredToolChoice: 'omit' },
    },
    models: [
      { match: /kimi-(?:k2-)?thinking/i, settings: { body: { thinking: { on: {} } } } },
      {
        match: /kimi-k2[.-][5-9]/i,
        settings: {
          body: {
            omit: FIXED,
            thinking: { off: { thinking: { type: 'disabled' } }, on: { thinking: { type: 'enabled' } } },
          },
        },
      },
      {
        match: /kimi-k[3-9]/i,
        settings: {
          body: { omit: FIXED, thinking: effortLevels({ low: 'low', high: 'high', max: 'max' }) },
        },
      },
    ],
  },
  /** docs/wire 1.1, 1.2, 5: one system message; the answer goes back whole, thoughts included. */
  {
    id: 'minimax',
    name: 'MiniMax',
    match: { hosts: ['api.minimax.io', 'api.minimaxi.com'] },
    settings: {
      messages: {
        // Details when the thinking was split off, tags when it came in the text: both go back the way they came (5.1).
        reasoning: { turns: 'all', field: 'same' },
        lateSystem: 'user',
      },
      body: { extra: { reasoning_split: true } },
      // Tags that stay in the text when the server does not split it.
      response: {
        thinkTags: [
          { open: '<think>', close: '</think>' },
          { open: '<mm:think>', close: '</mm:think>' },
        ],
      },
    },
    models: [
      { match: /m[12](?:[.-]|$)/i, settings: { body: { thinking: { on: {} } } } },
      {
        match: /m3/i,
        settings: {
          body: {
            thinking: { off: { thinking: { type: 'disabled' } }, on: { thinking: { type: 'adaptive' } } },
          },
        },
      },
    ],
  },
  /** Z.ai and Zhipu: docs/wire 1.1 (`tool_stream`), 1.2, 5. A base URL without `/v1` (6). */
  {
    id: 'zai',
    name: 'Z.ai',
    match: { hosts: ['api.z.ai', 'open.bigmodel.cn'] },
    settings: {
      messages: { reasoning: { turns: 'all', field: 'reasoning_content' } },
      body: {
        extra: { tool_stream: true },
        thinking: { on: { thinking: { type: 'enabled', clear_thinking: false } } },
      },
    },
    models: [
      // GLM-5.3 cannot be told not to think.
      {
        match: /glm-(?!5\.3)/i,
        settings: { body: { thinking: { off: { thinking: { type: 'disabled' } } } } },
      },
    ],
  },
]
