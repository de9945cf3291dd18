/**
 * The entry `@antiphon/devtools`: records, replays and analyses the traffic of a chat, and checks an endpoint. For development
 * tools; a chat loads nothing from it.
 */
export { messagesAtByte, type MessagesAtByteOptions } from './messages-at-byte.js'
export { closeReader, openReader } from './open-reader.js'
export type * from './types.js'
export { createTimeline } from './timeline.js'
export { wireBodyOf } from './read-wire.js'
export { exchangeOf, type ExchangeOfOptions } from './exchange.js'

// Recording
export {
  createRecorder,
  type ExchangeStart,
  type ExchangeWriter,
  type Recorder,
  type RecorderOptions,
} from './recorder.js'
export { recordTransport, type RecordOptions } from './record-transport.js'

// Files and pasted texts
export {
  CAPTURE_FORMAT,
  CAPTURE_VERSION,
  CaptureError,
  isCapture,
  readCapture,
  readCaptureFile,
  writeCapture,
  type CaptureOptions,
} from './capture-file.js'
export { captureSubject, withSubject, type CaptureSubject } from './capture-subject.js'
export { readDump, responseOf, type Dump } from './dumps.js'
export { toCurl } from './dumps.js'
export { toTestFixture } from './dumps.js'

// Looking at one exchange
export { exchangeFigures, type ExchangeFigures, type WireGap } from './exchange-figures.js'
export { failingByte, failingRow } from './failing-row.js'
export { createPlaceFinder, rowsOfPlace, type WirePlace } from './wire-places.js'

// Playing
export { replayOfMessages } from './replay-of-messages.js'
export { createReplay, type Replay, type ReplayOptions, type ReplayState } from './replay.js'
export { replayTransport, type ReplayTransportOptions } from './replay.js'

// Trying an endpoint out
export { checkEndpoint } from './check/check-endpoint.js'
export type { CheckEndpointOptions } from './check/check-endpoint.js'
export {
  findLocalEndpoints,
  type FindLocalOptions,
  type LocalEndpoint,
} from './check/find-local-endpoints.js'
export {
  explainSilence,
  type ExplainSilenceOptions,
  type Silence,
  type SilenceExplained,
} from './check/suggest-fix.js'
export type { WireEnding, WireReading } from './types.js'
export { recordChat } from './record-chat.js'
export type { CheckName, EndpointCheck } from './check/types.js'
