import { isRecord, textOf, type JsonObject } from '@antiphon/base'
import type { ReasoningEffort } from '@antiphon/core'
import type { SettingsOverride } from '@antiphon/core/provider'
import { type ProviderApi } from '@antiphon/core/request'
import { buildNativeRequest } from '../toolkit/native-request.js'
import { createResponsesEvents } from './read-events.js'
import { writeBody } from './write-body.js'

/** OpenAI's models that think: they take no sampling fields. */
const OPENAI_THINKS = /(?:^|\/)(?:o[1-9]|gpt-5(?!.*chat)|codex)/i
/** Models whose thoughts come encrypted to go back; the rest refuse to be asked for them. */
const THINKS = /(?:^|\/)(?:o[1-9]|gpt-5(?!.*chat)|codex|gpt-oss|grok)/i

const efforts = (
  words: Partial<Record<ReasoningEffort, string>>,
): Partial<Record<ReasoningEffort, Record<string, unknown>>> =>
  Object.fromEntries(
    Object.entries(words).map(([wish, effort]) => [wish, { reasoning: { effort, summary: 'auto' } }]),
  )

function settings(model = ''): SettingsOverride {
  return {
    messages: {
      developerRole: 'developer',
      blankSystem: 'omit',
      callIdPattern: '.{1,64}',
      callExtras: 'drop',
      userParts: ['text', 'image_url', 'file'],
    },
    body: {
      // The thread is the state: nothing is kept on the server, and thoughts come along to go back.
      extra: { store: false, ...(THINKS.test(model) && { include: ['reasoning.encrypted_content'] }) },
      thinking: {
        on: { reasoning: { summary: 'auto' } },
        ...efforts({ minimal: 'minimal', low: 'low', medium: 'medium', high: 'high' }),
        ...(/gpt-5\./i.test(model) && { off: { reasoning: { effort: 'none' } } }),
      },
      omit: OPENAI_THINKS.test(model) ? ['temperature', 'top_p'] : [],
    },
    response: { thinkTags: false },
  }
}

function textOfItem({ type, role, content }: JsonObject): string {
  if (type !== 'message' && role !== 'assistant') return ''
  const parts = Array.isArray(content) ? content.filter(isRecord) : []
  return parts.map((part) => textOf(part.text) ?? '').join('')
}

/** OpenAI's Responses, as OpenAI, Azure, OpenRouter, xAI, vLLM, LM Studio and Ollama speak them. */
export const responsesApi: ProviderApi = {
  settings,
  createEvents: createResponsesEvents,
  buildRequest: (endpoint, input, provider) =>
    buildNativeRequest({
      endpoint,
      input,
      provider,
      path: 'responses',
      answers: { wire: 'responses', textOf: textOfItem },
      writeBody,
    }),
}
