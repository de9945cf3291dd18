/** The entry `@antiphon/formats`: transcripts of other systems in and out, with every loss as data. */
export {
  isArchive,
  openArchive,
  readUnpacked,
  type ArchiveDocument,
  type UnpackedArchive,
  type UnpackOptions,
} from './archive/index.js'
export * as agentkit from './agentkit/types.js'
export * from './convert-transcript.js'
export { isEventLog } from './events/event-log.js'
export { findFormat, findSession, rankFormats, type FormatGuess } from './formats.js'
export { readTranscript, type TranscriptRead, type TranscriptReadOptions } from './formats.js'
export { formats } from './formats.js'
export type * from './types.js'
export { describeRule, lossRules } from './loss-rules.js'
export { countHiddenVersions } from './shared/choices.js'
export { readBlobs } from './prompt-api/media.js'
export { openTranscript, type OpenTranscriptOptions } from './open/open-transcript.js'
export type { FileProblem } from './open/read-values.js'
export { jsonText } from './shared/json-text.js'
export type { OpenedConversation, OpenedTranscript } from './open/opened.js'
