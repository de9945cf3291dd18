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

// Files and pasted texts
export {
  CAPTURE_FORMAT,
  CAPTURE_VERSION,
  CaptureError,
  isCapture,
  readCapture,
  writeCapture,
} from './capture-file.js'
export { readDump, responseOf, type Dump } from './read-dump.js'
export { toCurl } from './to-curl.js'
export { toTestFixture } from './to-fixture.js'

// Looking at one exchange
export { exchangeFigures, type ExchangeFigures, type WireGap } from './exchange-figures.js'
export { createPlaceFinder, rowsOfPlace, type WirePlace } from './wire-places.js'

// Playing
export { createReplay, type Replay, type ReplayOptions, type ReplayState } from './create-replay.js'
export { replayTransport, type ReplayTransportOptions } from './replay-transport.js'
