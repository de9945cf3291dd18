import { DEFAULT_THINK_TAGS } from '../message/think-tags.js'
import type { ProviderSettings } from './types.js'

/** Settings that suit most servers and are used for an unknown one (docs/wire 1, 5.1). */
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
  response: { sendsFinishReason: true, thinkTags: DEFAULT_THINK_TAGS },
}
