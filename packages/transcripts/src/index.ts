/** The entry `@antiphon/transcripts`: transcripts of other systems in and out, with every loss as data, and a transcript as text. */
export * from './convert-transcript.js'
export { findFormat, formats, rankFormats, type FormatGuess, type TranscriptReader } from './find-format.js'
export { readTranscript } from './read-transcript.js'
export {
  exportLabels,
  exportMarkdown,
  exportText,
  type ExportLabels,
  type ExportTextOptions,
} from './export/export-text.js'
export type {
  Answers,
  Conversation,
  Detection,
  EventFormat,
  FormatName,
  LoggedEvent,
  Loss,
  ParsedTranscript,
  PrintedTranscript,
  PrintOptions,
  ReportLoss,
  SessionFormat,
  TranscriptDocument,
  TranscriptFormat,
  TranscriptRead,
  TranscriptReadOptions,
} from './types.js'
export { describeRule, lossRules } from './loss-rules.js'
export { countHiddenVersions } from './shared/choices.js'
export { readBlobs } from './prompt-api/media.js'
export { openTranscript, type OpenTranscriptOptions } from './open/open-transcript.js'
export { decodeText } from './text/decode-text.js'
export type { FileProblem } from './text/read-values.js'
export { jsonText } from './shared/json-text.js'
export type { OpenedConversation, OpenedTranscript } from './text/opened.js'
export { TRANSCRIPT_KEY } from './shared/session-thread.js'
