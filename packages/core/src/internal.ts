/**
 * The entry `@antiphon/core/internal`: what the packages of the kit share. Not for apps: a name may change or go with any release.
 */
// Small parts
export { base64ToBytes, bytesToBase64, isBase64, isByteList } from './lib/base64.js'
export { raceAbort } from './lib/abort.js'
export { parseUrl } from './lib/parse-url.js'
export { isLimit, MAX_TIMER, startLimit, wait } from './lib/wait.js'
export { textHash } from './lib/text-hash.js'
export { withoutJit } from './lib/without-jit.js'
export { createListeners } from './lib/listeners.js'

// JSON
export { compact, field, hasSameFields, isRecord, recordOf, textOf, type JsonObject } from './lib/json.js'
export { parseJson } from './lib/json.js'
export { copyJson } from './lib/json-text.js'
export { safeStringify } from './lib/json-text.js'
export { createJsonSplitter } from './lib/json-splitter.js'
export { endOfPlain } from './lib/json-tokenizer.js'
export { locateJsonError } from './lib/locate-json-error.js'

// The wire
export { createStreamDecoder, type StreamPiece } from './wire/read-stream.js'
export {
  isResponse,
  openItems,
  readItems,
  readPieces,
  toPiece,
  type PieceSource,
} from './wire/read-stream.js'
export { createBodyReader, DEFAULT_MAX_FRAME, type BodyItem } from './wire/body-reader.js'
export { createChunkWriter } from './provider/apis/chunks.js'
export { createGeminiEvents } from './provider/apis/gemini/read-events.js'
export { createOllamaEvents } from './provider/apis/ollama/read-events.js'
export { createMessagesEvents } from './provider/apis/messages/read-events.js'
export { createResponsesEvents } from './provider/apis/responses/read-events.js'
export { base64Url, sniffMimeType } from './lib/media-type.js'
export { findChunkError } from './errors/find-chunk-error.js'

// Messages
export { flatText } from './message/flat-text.js'
export { isReasoningField, REASONING_FIELDS, REASONING_LISTS } from './message/reasoning-fields.js'
export { isContentPart, readContent, readPart } from './message/read-content.js'
export { fieldReader, isList, isPlainRecord, joinPath, listOf, recordsOf } from './message/read-fields.js'
export { readMessage, readMessages, readToolCall } from './message/read-message.js'
export { joinStretches, segmentsOf, stretchesOf, type Stretch } from './message/stretches.js'
export { TEXT_CHANNELS, type NoteChannel } from './message/text-channels.js'
export { fieldOf, isNote } from './message/text-channels.js'
export { channelOfEvent, fieldsOf } from './message/wire-channels.js'
export { answerTexts, perChannel, textsOf } from './message/text-channels.js'
export { otherAnswer } from './message/wire-channels.js'
export { denialText } from './message/denial-text.js'
export { chatTools } from './chat/chat-tools.js'
export { saysSomething, unshownItems, type UnshownItems } from './message/unshown.js'
export { callOf, matchResults } from './message/match-results.js'

// Endpoints
export { asResponse } from './provider/connection/request-completion.js'
export { isPrivateHost } from './provider/resolve.js'
export { argumentsText } from './provider/request/tool-calls.js'
export { createCallIds } from './provider/request/tool-calls.js'
export { isForeign } from './provider/request/tool-calls.js'
export { BAD_HEADER, requestHeaders } from './provider/request/endpoint.js'
export { endpointRedactor } from './provider/request/endpoint.js'
export { settleHeaders } from './provider/request/settle-endpoint.js'
export { redactSecrets, OPEN_HEADERS, OPEN_PARAMETERS, secretValues } from './errors/secrets.js'

// Wires: what live answers and stored ones share.
export { usageOfGemini } from './provider/apis/gemini/usage.js'

// Calls that somebody else than a model makes, by the rules of a chat
export { approvalText, createGrants, wantsApproval, type Grants } from './chat/describe-approval.js'
export { passGate, type PreparedCall } from './tools/gate.js'
export { prepareCall } from './tools/prepare-call.js'
export { runCall } from './tools/run-call.js'
export { cutText, fileParts } from './tools/tool-result.js'

// Chats
export { createAnswerLeases } from './chat/leases.js'
export { problemOf, readForm, type FormField, type FormValue } from './tools/form.js'
