import type { SessionFormat } from '../types.js'
import { claudeCodeFormat } from './claude-code/format.js'
import { codexFormat } from './codex/format.js'
import { geminiCliFormat } from './gemini-cli/format.js'
import { qwenCodeFormat } from './qwen-code/format.js'
import { openCodeFormat } from './opencode/format.js'

/** Every system whose session files and exports are read. The order says nothing: a file has the signs of one. */
export const sessionFormats: readonly SessionFormat[] = [
  claudeCodeFormat,
  codexFormat,
  geminiCliFormat,
  qwenCodeFormat,
  openCodeFormat,
]
