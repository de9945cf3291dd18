/**
 * The entry `@antiphon/core/message`: readers of messages that were stored or written elsewhere, and the parts of a message that
 * its types do not name: channels of text, stretches in the order of arrival, answers beside their calls. For formats, checks and
 * views. The types of a message are in `@antiphon/core`.
 */
// Reading what may have any shape. A value of another type is reported and left out; nothing here throws.
export { readMessage, readMessages, readToolCall } from './message/read-message.js'
export { isContentPart, readContent, readPart } from './message/read-content.js'
export { flatText } from './message/flat-text.js'

// Texts of an answer: each kind of text is a channel.
export { answerTexts, fieldOf, isNote, TEXT_CHANNELS, textsOf } from './message/text-channels.js'
export type { NoteChannel } from './message/text-channels.js'
export { fieldsOf, otherAnswer } from './message/wire-channels.js'
export { isReasoningField, REASONING_FIELDS, REASONING_LISTS } from './message/reasoning-fields.js'
export { joinStretches, segmentsOf, stretchesOf, type Stretch } from './message/stretches.js'
export { unshownItems, type UnshownItems } from './message/unshown.js'

// Calls and their results.
export { callOf, matchResults } from './message/match-results.js'
export { denialText } from './message/denial-text.js'
export { argumentsText, createCallIds, isForeign } from './provider/request/tool-calls.js'
