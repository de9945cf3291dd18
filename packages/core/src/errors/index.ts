/**
 * The entry `@antiphon/core/errors`: readers of failures for those who talk to a server themselves, and what is secret in an
 * address and its headers.
 */
export { extractError, type ErrorContext } from './extract-error.js'
export { findChunkError } from './find-chunk-error.js'
export { OPEN_HEADERS, OPEN_PARAMETERS, secretHider, secretValues } from './secrets.js'
export { toChatErrorData } from './to-chat-error-data.js'
