import type { EndpointOptions } from '@antiphon/endpoint'
import { RefusedRequest, chatWire, checkBearer } from '@antiphon/endpoint/wire'
import { checkGeminiKey, readGeminiRequest } from './gemini-request.js'
import { createGeminiWriter, geminiErrorBody } from './gemini-writer.js'
import { readMessagesRequest } from './messages-request.js'
import { createMessagesWriter, messagesErrorBody } from './messages-writer.js'
import { readOllamaRequest } from './ollama-request.js'
import { createOllamaWriter } from './ollama-writer.js'
import { readResponsesRequest } from './responses-request.js'
import { createResponsesWriter } from './responses-writer.js'

/**
 * The wires beside chat completions, for a scripted endpoint: `createEndpoint({ wires: endpointWires })`. The same scripts answer on
 * each, and requests are checked as its service does.
 */
export const endpointWires: NonNullable<EndpointOptions['wires']> = {
  responses: {
    ...chatWire,
    name: 'responses',
    readRequest: readResponsesRequest,
    createWriter: createResponsesWriter,
  },
  messages: {
    ...chatWire,
    name: 'messages',
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
    name: 'gemini',
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
    name: 'ollama',
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
