/**
 * The entry `@antiphon/devtools`: records, replays and analyses the traffic of a chat. For development tools; a chat
 * loads nothing from it.
 */
export { messagesAtByte, type MessagesAtByteOptions } from './messages-at-byte.js'
export { openReader } from './open-reader.js'
export type * from './types.js'
export { createTimeline } from './timeline.js'
export { exchangeOf, type ExchangeOfOptions } from './exchange.js'

// Recording
export {
  createRecorder,
  type ExchangeStart,
  type ExchangeWriter,
  type Recorder,
  type RecorderOptions,
} from './recorder.js'
export { recordChat } from './record-chat.js'
export { recordTransport, type RecordOptions } from './record-transport.js'

// Files and pasted texts
export {
  CaptureError,
  readCapture,
  readCaptureFile,
  writeCapture,
  type CaptureOptions,
} from './capture-file.js'
export { captureSubject, withSubject, type CaptureSubject } from './capture-subject.js'
export { readDump, responseOf, toCurl, type Dump } from './dumps.js'

// Looking at one exchange
export { exchangeFigures, type ExchangeFigures, type WireGap } from './exchange-figures.js'
export { failingByte } from './failing-row.js'
export { createPlaceFinder, rowsOfPlace, type WirePlace } from './wire-places.js'

// Playing
export { replayOfMessages } from './replay-of-messages.js'
export {
  createReplay,
  replayTransport,
  type Replay,
  type ReplayOptions,
  type ReplayState,
  type ReplayTransportOptions,
} from './replay.js'
