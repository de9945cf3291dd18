import { resolveBaseUrl, type ProviderApi } from '@antiphon/core/request'
import type { SettingsOverride } from '@antiphon/core/provider'
import { buildNativeRequest } from '../toolkit/native-request.js'
import { createOllamaEvents } from './read-events.js'
import { writeBody } from './write-body.js'

/** The one family that takes an effort, and that cannot be kept from thinking. */
const EFFORTS = /gpt-?oss/i

function settings(model = ''): SettingsOverride {
  return {
    messages: {
      // Thoughts need not go back. Those of the current turn are read if the model's template has a place for them.
      reasoning: { turns: 'sinceLastUser', field: 'thinking' },
      emptyContent: '',
      toolNameOnResult: true,
      callExtras: 'drop',
      userParts: ['text', 'image_url'],
      imageUrls: 'dataOnly',
    },
    body: {
      thinking: EFFORTS.test(model)
        ? { low: { think: 'low' }, medium: { think: 'medium' }, high: { think: 'high' } }
        : { on: { think: true }, off: { think: false } },
    },
  }
}

/** The base of what people paste: the whole address of a request, or the address of chat completions beside it. */
const baseOf = (baseUrl: string): string =>
  resolveBaseUrl(baseUrl).replace(/\/api\/(?:chat|tags|generate)$|\/v1(?:\/chat\/completions)?$/, '/api')

/** Ollama's own API, which has what its compatible ones lack: the size of the context, and how long a model stays loaded. */
export const ollamaApi: ProviderApi = {
  settings,
  createEvents: createOllamaEvents,
  listUrl: (baseUrl) => `${baseOf(baseUrl)}/tags`,
  buildRequest: (endpoint, input, provider) =>
    buildNativeRequest({
      endpoint: { ...endpoint, baseUrl: baseOf(endpoint.baseUrl) },
      input,
      provider,
      path: 'chat',
      writeBody,
    }),
}
