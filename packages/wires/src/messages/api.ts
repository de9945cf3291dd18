import { textOf } from '@antiphon/base'
import { endpointUrl, type ProviderApi } from '@antiphon/core/request'
import type { SettingsOverride } from '@antiphon/core/provider'
import { buildNativeRequest } from '../toolkit/native-request.js'
import { createMessagesEvents } from './read-events.js'
import { thinkingOf } from './thinking.js'
import { writeBody } from './write-body.js'

function settings(model = ''): SettingsOverride {
  return {
    messages: {
      // docs/wire 1.3
      callIdPattern: '[A-Za-z0-9_-]{1,64}',
      // Only the first prompt has a place of its own.
      lateSystem: 'user',
      blankSystem: 'omit',
      userParts: ['text', 'image_url', 'file'],
      textKeys: 'keep',
      callExtras: 'drop',
    },
    body: { thinking: thinkingOf(model) },
    headers: { keyHeader: 'x-api-key', keyPrefix: '', extra: { 'anthropic-version': '2023-06-01' } },
    response: { thinkTags: false },
  }
}

/** Anthropic's Messages, as Anthropic, Ollama, LM Studio, OpenRouter and others speak them. */
export const messagesApi: ProviderApi = {
  settings,
  createEvents: createMessagesEvents,
  // It gives 20 entries unless told otherwise.
  listUrl(baseUrl) {
    const url = new URL(endpointUrl(baseUrl, 'models'))
    url.searchParams.set('limit', '1000')
    return url.href
  },
  buildRequest: (endpoint, input, provider) =>
    buildNativeRequest({
      endpoint,
      input,
      provider,
      path: 'messages',
      answers: {
        wire: 'messages',
        textOf: ({ type, text }) => (type === 'text' ? (textOf(text) ?? '') : ''),
      },
      writeBody,
    }),
}
