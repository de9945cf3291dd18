/** The entry `@antiphon/lint`: what is wrong with a transcript, and the fixes. Rules are values: give `lintTranscript` your own beside these. */
export { fixTranscript, type FixedTranscript } from './fix-transcript.js'
export { callResultRules, lintRules } from './lint-rules.js'
export { lintTranscript } from './lint-transcript.js'
export type * from './types.js'
export type { LintProfile } from './policies.js'
