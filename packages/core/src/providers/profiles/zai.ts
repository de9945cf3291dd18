import type { ProviderProfile } from '../provider-types.js'
import { mayNeedProxy } from './browser-hints.js'

/** Z.ai and Zhipu: wire-facts 1.1 (`tool_stream`), 1.2, 5. A base URL without `/v1` (6). */
export const zaiProfile: ProviderProfile = {
  id: 'zai',
  name: 'Z.ai',
  baseUrl: 'https://api.z.ai/api/paas/v4',
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
  browser: 'unknown',
  browserHint: mayNeedProxy('Z.ai'),
}
