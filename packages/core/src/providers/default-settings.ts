import type { ProviderSettings } from './provider-types.js'

/** What suits most servers, and what an unknown one gets (wire-facts 1, 5.1). */
export const DEFAULT_SETTINGS: ProviderSettings = {
  messages: {},
  body: {
    maxTokensField: 'max_tokens',
    includeUsage: true,
    emptyTools: 'omit',
    requiredToolChoice: 'required',
    omit: [],
    thinking: {},
    extra: {},
  },
  headers: { keyHeader: 'Authorization', keyPrefix: 'Bearer ', extra: {} },
  response: { sendsFinishReason: true, thinkTags: [{ open: '<think>', close: '</think>' }] },
}
