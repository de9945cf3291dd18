import { textOf, type JsonObject } from '@antiphon/base'
import { resolveBaseUrl, type ProviderApi } from '@antiphon/core/request'
import type { SettingsOverride } from '@antiphon/core/provider'
import { buildNativeRequest } from '../toolkit/native-request.js'
import { createGeminiEvents } from './read-events.js'
import { thinkingOf } from './thinking.js'
import { writeBody } from './write-body.js'

function settings(model = ''): SettingsOverride {
  return {
    messages: {
      // Only the first prompt has a place of its own.
      lateSystem: 'user',
      blankSystem: 'omit',
      toolNameOnResult: true,
      // The first character is a letter (docs/wire 1.3).
      toolNamePattern: '[a-zA-Z][a-zA-Z0-9_-]{0,63}',
      missingThoughtSignature: 'skip_thought_signature_validator',
      userParts: ['text', 'image_url', 'input_audio', 'file', 'video_url'],
    },
    body: { thinking: thinkingOf(model) },
    headers: { keyHeader: 'x-goog-api-key', keyPrefix: '' },
    response: { thinkTags: false },
  }
}

/** Moves the model and the choice of streaming from the body to the URL. */
function address({ model, stream, ...body }: JsonObject) {
  const id = (textOf(model) ?? '').replace(/^models\//, '')
  const name = /^[\w-]+\//.test(id) ? id : `models/${encodeURIComponent(id)}`
  return stream === false
    ? { path: `${name}:generateContent`, body }
    : { path: `${name}:streamGenerateContent`, query: { alt: 'sse' }, body }
}

/** The base of what people paste: the whole address of a request, with the model in it, or the host alone. */
function baseOf(baseUrl: string): string {
  const url = new URL(resolveBaseUrl(baseUrl))
  const path = url.pathname.replace(/\/(?:models|tunedModels)\/[^/]+$|\/$/, '')
  return `${url.origin}${/\/v\d/.test(path) ? path : `${path}/v1beta`}`
}

/** Gemini's own API, as Google's AI Studio serves it. */
export const geminiApi: ProviderApi = {
  settings,
  createEvents: createGeminiEvents,
  listUrl: (baseUrl) => `${baseOf(baseUrl)}/models?pageSize=1000`,
  buildRequest: (endpoint, input, provider) =>
    buildNativeRequest({
      endpoint: { ...endpoint, baseUrl: baseOf(endpoint.baseUrl) },
      input,
      provider,
      answers: {
        wire: 'gemini',
        textOf: ({ text, thought }) => (thought === true ? '' : (textOf(text) ?? '')),
      },
      path: '',
      writeBody,
      address,
    }),
}
