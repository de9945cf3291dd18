/**
 * The entry `@antiphon/core/devtools`: what went over the wire, recorded, replayed and taken apart. For development tools;
 * nothing of it is loaded by a chat.
 */
export { messagesAtByte, type MessagesAtByteOptions } from './messages-at-byte.js'
export { closeReader, openReader, type WireEnding, type WireReading } from './read-wire.js'
export type * from './exchange-types.js'
export type * from './timeline-types.js'
export { createTimeline } from './create-timeline.js'
export { wireBodyOf } from './wire-body.js'
export { exchangeOf, type ExchangeOfOptions } from './exchange-of.js'

// Recording
export {
  createRecorder,
  type ExchangeStart,
  type ExchangeWriter,
  type Recorder,
  type RecorderOptions,
} from './create-recorder.js'
export { recordTransport, type RecordOptions } from './record-transport.js'
export { recordChat } from './record-chat.js'
