/** The entry `@antiphon/formats/sessions`: session files and exports of other systems, which are read and not written. */
export { sessionFormats } from './session-formats.js'
export { claudeCodeFormat } from './claude-code/format.js'
export { codexFormat } from './codex/format.js'
export { geminiCliFormat } from './gemini-cli/format.js'
export { qwenCodeFormat } from './qwen-code/format.js'
export { openCodeFormat } from './opencode/format.js'
export { TRANSCRIPT_KEY } from './shared/session-thread.js'
