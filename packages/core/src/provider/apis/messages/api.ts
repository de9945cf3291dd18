import { textOf } from '@antiphon/base'
import { CONTENT_BLOCKS } from '../../../message/kept-items.js'
import { withQuery } from '../../request/build-request.js'
import { endpointUrl } from '../../request/endpoint.js'
import { CLAUDE_ID_PATTERN } from '../../profiles/models.js'
import type { SettingsOverride } from '../../types.js'
import { buildNativeRequest } from '../native-request.js'
import type { ProviderApi } from '../types.js'
import { createMessagesEvents } from './read-events.js'
import { thinkingOf } from './thinking.js'
import { writeBody } from './write-body.js'

function settings(model = ''): SettingsOverride {
  return {
    messages: {
      callIdPattern: CLAUDE_ID_PATTERN,
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
  listUrl: (baseUrl) => withQuery(endpointUrl(baseUrl, 'models'), { limit: '1000' }),
  buildRequest: (endpoint, input, provider) =>
    buildNativeRequest({
      endpoint,
      input,
      provider,
      path: 'messages',
      answers: {
        key: CONTENT_BLOCKS,
        textOf: ({ type, text }) => (type === 'text' ? (textOf(text) ?? '') : ''),
      },
      writeBody,
    }),
}
