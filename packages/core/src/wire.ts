/**
 * The entry `@antiphon/core/wire`: what goes over the wire, piece by piece. For transports of your own, recorders and readers of
 * recordings. A chat needs nothing of it: `createFetchTransport` and `collectCompletion` of `@antiphon/core` are made of these parts.
 */
// An answer: bytes to text, text to frames, a frame to a value.
export { createStreamDecoder, readPieces, toPiece } from './wire/read-stream.js'
export { isResponse, openItems, readItems, type PieceSource, type StreamPiece } from './wire/read-stream.js'
export { createBodyReader, DEFAULT_MAX_FRAME, type BodyItem } from './wire/body-reader.js'
export { asResponse } from './provider/connection/request-completion.js'
export { channelOfEvent } from './message/wire-channels.js'

// Other wires, as chunks of chat completions.
export { createChunkWriter } from './provider/apis/chunks.js'
export { createGeminiEvents } from './provider/apis/gemini/read-events.js'
export { usageOfGemini } from './provider/apis/gemini/usage.js'
export { createMessagesEvents } from './provider/apis/messages/read-events.js'
export { createOllamaEvents } from './provider/apis/ollama/read-events.js'
export { createResponsesEvents } from './provider/apis/responses/read-events.js'

// A request, and where it goes.
export { buildRequest, type CompletionRequest, type RequestInput } from './provider/request/build-request.js'
export { BAD_HEADER, endpointRedactor, endpointUrl } from './provider/request/endpoint.js'
export { requestHeaders, resolveBaseUrl } from './provider/request/endpoint.js'
export { settleHeaders } from './provider/request/settle-endpoint.js'
