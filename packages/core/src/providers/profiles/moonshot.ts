import type { ProviderProfile } from '../provider-types.js'
import { needsProxy } from './browser-hints.js'
import { effortLevels } from './effort-levels.js'

/** Values that K2.5 and later have fixed: any other is a 400. */
const FIXED = ['temperature', 'top_p', 'n', 'presence_penalty', 'frequency_penalty'] as const

/** wire-facts 1.1, 1.2, 5: a turn with calls must bring its thinking back, as `""` when there was none. */
export const moonshotProfile: ProviderProfile = {
  id: 'moonshot',
  name: 'Moonshot AI',
  baseUrl: 'https://api.moonshot.ai/v1',
  match: { hosts: ['api.moonshot.ai', 'api.moonshot.cn'] },
  settings: {
    messages: {
      reasoning: { turns: 'all', field: 'reasoning_content', emptyKey: 'toolTurns' },
      userParts: ['text', 'image_url', 'video_url'],
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
  browser: 'no',
  browserHint: needsProxy('Moonshot AI'),
}
