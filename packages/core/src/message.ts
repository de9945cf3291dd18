/**
 * The entry `@antiphon/core/message`: readers of messages that were stored or written elsewhere, and what a message says beyond
 * its text: parts of other kinds, how a call ended, results beside their calls. For formats, checks and views. The types of a
 * message are in `@antiphon/core`, its texts in `@antiphon/core/channels`.
 */
// Reading what may have any shape. A value of another type is reported and left out; nothing here throws.
export { readMessage, readMessages, readToolCall } from './message/read-message.js'
export { isContentPart, readContent, readPart } from './message/read-content.js'
export { flatText } from './message/flat-text.js'
export { normalizeFinishReason, normalizeUsage } from './wire/accumulate/read-value.js'

// Parts of the content
export { isKnownPart, partText, unknownPart } from './message/content.js'
export type { FilePart } from './message/types.js'
export { saysSomething, unshownItems, type UnshownItems } from './message/unshown.js'

// Calls and their results
export { callOf, matchResults } from './message/match-results.js'
export { denialReason } from './message/outcome.js'
export { denialText } from './message/denial-text.js'
export { CALL_INDEX_KEY, TOOL_OUTCOME_KEY, type ApprovalRequest } from './message/types.js'
