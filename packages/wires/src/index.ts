import type { EndpointConfig } from '@antiphon/core'

/**
 * The wires beside chat completions, for `EndpointConfig.wires`: OpenAI Responses, Anthropic Messages, Gemini's own and Ollama's own.
 * Each is loaded when an endpoint first needs it.
 */
export const wires = {
  responses: () => import('./responses/api.js').then(({ responsesApi }) => responsesApi),
  messages: () => import('./messages/api.js').then(({ messagesApi }) => messagesApi),
  gemini: () => import('./gemini/api.js').then(({ geminiApi }) => geminiApi),
  ollama: () => import('./ollama/api.js').then(({ ollamaApi }) => ollamaApi),
} satisfies Required<NonNullable<EndpointConfig['wires']>>
