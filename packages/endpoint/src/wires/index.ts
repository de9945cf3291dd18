import { RefusedRequest } from '../http/http.js'
import { chatWire, checkBearer } from './chat-wire.js'
import type { EndpointWire } from './endpoint-wire.js'
import { checkGeminiKey, readGeminiRequest } from './gemini-request.js'
import { createGeminiWriter, geminiErrorBody } from './gemini-writer.js'
import { readMessagesRequest } from './messages-request.js'
import { createMessagesWriter, messagesErrorBody } from './messages-writer.js'
import { readOllamaRequest } from './ollama-request.js'
import { createOllamaWriter } from './ollama-writer.js'
import { readResponsesRequest } from './responses-request.js'
import { createResponsesWriter } from './responses-writer.js'

/** The wires that the endpoint speaks, by the name of their route. */
export type WireName = 'chat' | 'responses' | 'messages' | 'gemini' | 'ollama'

export const endpointWires: Readonly<Record<WireName, EndpointWire>> = {
  chat: chatWire,
  responses: {
    ...chatWire,
    readRequest: readResponsesRequest,
    createWriter: createResponsesWriter,
  },
  messages: {
    ...chatWire,
    headers:
      'X-Api-Key, Content-Type, Anthropic-Version, Anthropic-Beta, Anthropic-Dangerous-Direct-Browser-Access',
    checkHeaders({ headers }) {
      if (!headers.get('anthropic-version'))
        throw new RefusedRequest(400, { message: 'anthropic-version: header is required' })
    },
    checkKey(request, apiKey) {
      const given = request.headers.get('x-api-key')
      if (given === null) return checkBearer(request, apiKey)
      if (given === apiKey) return
      throw new RefusedRequest(401, { message: given ? 'invalid x-api-key' : 'x-api-key header is required' })
    },
    readRequest: readMessagesRequest,
    createWriter: createMessagesWriter,
    errorBody: messagesErrorBody,
  },
  gemini: {
    headers: 'X-Goog-Api-Key, Content-Type, X-Goog-Api-Client, Authorization',
    checkHeaders: () => {},
    checkKey: checkGeminiKey,
    readRequest: readGeminiRequest,
    createWriter: createGeminiWriter,
    errorBody: geminiErrorBody,
    list(models) {
      return { models: models.map((model) => this.entry(model)) }
    },
    entry: ({ id, description, context_length: limit }) => ({
      name: `models/${id}`,
      version: '001',
      displayName: id,
      ...(description ? { description } : {}),
      inputTokenLimit: limit,
      outputTokenLimit: limit,
      supportedGenerationMethods: ['generateContent', 'countTokens'],
    }),
  },
  ollama: {
    contentType: 'application/x-ndjson',
    headers: 'Authorization, Content-Type, User-Agent, Accept, X-Requested-With',
    checkHeaders: () => {},
    checkKey: checkBearer,
    readRequest: readOllamaRequest,
    createWriter: createOllamaWriter,
    errorBody: (_, { message }) => ({ error: message }),
    list(models) {
      return { models: models.map((model) => this.entry(model)) }
    },
    entry: ({ id, created }) => ({
      name: id,
      model: id,
      modified_at: new Date(created * 1000).toISOString(),
      size: 0,
      digest: '',
      details: { format: 'gguf', family: 'antiphon', parameter_size: '', quantization_level: '' },
    }),
  },
}
