import type { ProviderProfile } from '../provider-types.js'
import { needsProxy } from './browser-hints.js'

/** wire-facts 1.1, 1.2, 5: one system message; the answer goes back whole, thoughts included. */
export const minimaxProfile: ProviderProfile = {
  id: 'minimax',
  name: 'MiniMax',
  baseUrl: 'https://api.minimax.io/v1',
  match: { hosts: ['api.minimax.io', 'api.minimaxi.com'] },
  settings: {
    messages: {
      // Details when they were split off, tags where they came in the text: both are "the way it came" (5.1).
      reasoning: { turns: 'all', field: 'same' },
      lateSystem: 'user',
    },
    body: { extra: { reasoning_split: true } },
    // What is left in the text where the split is not made.
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
  browser: 'no',
  browserHint: needsProxy('MiniMax'),
}
