import type { ProviderProfile } from '../provider-types.js'
import { mayNeedProxy } from './browser-hints.js'
import { TEMPLATE_MODELS } from './template-models.js'

/** wire-facts 5, 5.1: writes `reasoning` but reads `reasoning_content`; the only one known to. */
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
