/**
 * The entry `@antiphon/transcripts/toolkit`: tools for a reader of another system's files (`defineSession`), with the readers of the
 * formats that such files have inside. `@antiphon/sessions` is made of them.
 */
// A session format: how it is known, and that each record of a file is accounted for.
export { defineSession, entriesOf, sampleOf } from './shared/define-session.js'
export { eachEntry, listUnder, type Unwrapped } from './shared/unwrap.js'
export { readEach, severalOf } from './shared/several.js'
export { TEXT_BEGINNING } from './shared/text-beginning.js'
export { readAnswers } from './events/read-answers.js'

// Its messages.
export { createSessionThread, type SessionThread } from './shared/session-thread.js'
export type { VersionNode } from './shared/versions.js'
export { draftAnswer, type AnswerDraft } from './shared/answer.js'
export { imagePart, plainContent, restOf, textFile, usageFrom } from './shared/message-fields.js'
export { withMetadata } from './shared/local-fields.js'
export { foreignPart, partsOf, readContentPart, textOfBlocks } from './shared/content.js'
export { deepEqual } from './shared/values.js'

// Formats that are inside files of other systems.
export { agUiFormat } from './ag-ui/format.js'
export { readAnswer, readBlock } from './anthropic/answer.js'
export { anthropicFormat } from './anthropic/format.js'
export { messageCodec } from './clawtools/messages.js'
export { openAiFormat } from './openai/format.js'
export { OPENAI_ROLES, readOpenAiMessage } from './openai/read-message.js'
export { readItemContent, readReasoningItem } from './openai-responses/answer.js'
export { openAiResponsesFormat } from './openai-responses/format.js'
