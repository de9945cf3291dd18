/** The entry `@antiphon/core/formats`: transcripts of other systems in and out, with every loss as data. */
export * as agentkit from './agentkit/agentkit-types.js'
export * from './convert-transcript.js'
export { isEventLog } from './events/find-event-log.js'
export { findFormat, rankFormats, type FormatGuess } from './find-format.js'
export { formats } from './format-list.js'
export type * from './format-types.js'
export { describeRule, lossRules } from './loss-rules.js'
export { readBlobs } from './prompt-api/read-blobs.js'
export {
  openTranscript,
  type OpenedConversation,
  type OpenedTranscript,
  type OpenTranscriptOptions,
} from './open/open-transcript.js'
export type { FileProblem } from './open/read-values.js'
export { jsonText } from './shared/json-text.js'
