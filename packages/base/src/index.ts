/**
 * Functions for JSON, text, base64, addresses, waiting and frames of foreign pages, which know nothing of messages. The build copies them into each
 * package that uses them, so a page may have several copies: nothing here keeps a state, and there is no class, because two
 * copies of a class are two classes.
 */
export { raceAbort } from './abort.js'
export { base64ToBytes, isBase64 } from './base64.js'
export { bytesToBase64 } from './bytes-to-base64.js'
export { createJsonSplitter } from './json-splitter.js'
export { copyJson, isJsonPrefix, isSameJson, safeStringify } from './json-text.js'
export { createJsonTokenizer, endOfPlain, type JsonFault, type JsonPlace } from './json-tokenizer.js'
export {
  compact,
  field,
  hasSameFields,
  isList,
  isRecord,
  listOf,
  parseJson,
  recordOf,
  textOf,
  type JsonObject,
} from './json.js'
export {
  callHost,
  createKeyedListeners,
  createListeners,
  type Listeners,
  type Unsubscribe,
} from './listeners.js'
export { locateJsonError } from './locate-json-error.js'
export { decodeJson, entriesIn, numberOf, recordIn, sumOf, timeOf, wordOf } from './loose-values.js'
export { base64Url, sniffMimeType } from './media-type.js'
export { isVersioned, parseUrl } from './parse-url.js'
export { openPageFrame, type FrameProblem, type PageFrame } from './page-frame/page-frame.js'
export { allowOf, appPolicy, frameDocument, type FrameDomains } from './page-frame/frame-document.js'
export { isPrivateHost } from './private-host.js'
export {
  fieldReader,
  isPlainRecord,
  isText,
  joinPath,
  readEach,
  recordsOf,
  sameList,
  typedReader,
  type ReportReading,
} from './read-fields.js'
export { textHash } from './text-hash.js'
export { elapsed, isLimit, MAX_TIMER, startLimit, wait } from './wait.js'
export { withoutJit } from './without-jit.js'
