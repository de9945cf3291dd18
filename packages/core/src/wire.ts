/**
 * The entry `@antiphon/core/wire`: an answer as it comes over the wire, piece by piece. For transports of your own, recorders and
 * readers of recordings. A chat needs nothing of it: `requestCompletion` and `collectCompletion` of `@antiphon/core` are made of these parts.
 */
// Bytes to text, text to frames, a frame to a value.
export { createStreamDecoder, readPieces, toPiece } from './wire/read-stream.js'
export { isResponse, openItems, readItems, type PieceSource, type StreamPiece } from './wire/read-stream.js'
export { createBodyReader, DEFAULT_MAX_FRAME, type BodyItem } from './wire/body-reader.js'
export { asResponse } from './provider/connection/request-completion.js'
export type { SentRequest } from './provider/connection/types.js'

// Values to a message.
export { createCompletionReader } from './wire/pipeline.js'
export type { CompletionReader, CompletionReaderOptions } from './wire/pipeline.js'
export type { CompletionEvent, Repair } from './wire/accumulate/types.js'

// The events of another wire as chunks.
export type { CompletionChunk, EventReader } from './wire/event-reader.js'
export type { ProviderRun } from './message/types.js'
