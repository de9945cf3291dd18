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

// A wire other than chat completions: its events as chunks, and its requests. `ProviderApi` of `@antiphon/core` is what both make.
export { createChunkWriter } from './provider/native/chunks.js'
export { buildNativeRequest, type NativeBody } from './provider/native/native-request.js'
export { reportKeys, reportToolKeys, reportUnsent } from './provider/native/native-request.js'

// A request, and where it goes.
export { buildRequest, overlay } from './provider/request/build-request.js'
export type { CompletionRequest, RequestInput } from './provider/request/types.js'
export { BAD_HEADER, endpointRedactor, endpointUrl } from './provider/request/endpoint.js'
export { requestHeaders, resolveBaseUrl } from './provider/request/endpoint.js'
export { settleHeaders } from './provider/request/settle-endpoint.js'
