import type { BodyFields, ProviderProfile } from '../provider-types.js'
import { mayNeedProxy } from './browser-hints.js'

/** wire-facts 1.1, 1.2, 5: thinking goes back on every turn, and the key is there even when it is empty. */
export const deepseekProfile: ProviderProfile = {
  id: 'deepseek',
  name: 'DeepSeek',
  baseUrl: 'https://api.deepseek.com',
  match: { hosts: ['api.deepseek.com'] },
  settings: {
    // The documents ask for less than reports from the field do; this satisfies both, and is ignored where nothing is
    // asked (wire-facts 8).
    messages: { reasoning: { turns: 'all', field: 'reasoning_content', emptyKey: true } },
    body: {
      // Refused while thinking, which is on by default.
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
    // R1 refuses what its followers demand. `deepseek-reasoner` was R1 once; the name stands for V3.2 and later now.
    { match: /(?:^|[-/])r1(?:$|[-:])/i, settings: { messages: { reasoning: { turns: 'never' } } } },
  ],
  browser: 'unknown',
  browserHint: mayNeedProxy('DeepSeek'),
}

/** The server folds other words into low, high and max the same way. */
function effort(word: 'low' | 'high' | 'max'): BodyFields {
  return { thinking: { type: 'enabled' }, reasoning_effort: word }
}
