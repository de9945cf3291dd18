/** The entry `@antiphon/formats/sessions`: session files and exports of other systems, which are read and not written. */
export { sessionFormats } from './session-formats.js'
export { claudeCodeFormat } from './claude-code/format.js'
export { codexFormat } from './codex/format.js'
export { TRANSCRIPT_KEY } from './shared/session-thread.js'
