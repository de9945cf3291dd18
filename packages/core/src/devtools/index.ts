/**
 * The entry `@antiphon/core/devtools`: what went over the wire, recorded, replayed and taken apart. For development tools;
 * nothing of it is loaded by a chat.
 */
export { messagesAtByte, type MessagesAtByteOptions } from './messages-at-byte.js'
export type { WireEnding, WireReading } from './read-wire.js'
