import type { SessionFormat } from '@antiphon/transcripts'
import { claudeCodeFormat } from './claude-code/format.js'
import { codexFormat } from './codex/format.js'
import { geminiCliFormat } from './gemini-cli/format.js'
import { qwenCodeFormat } from './qwen-code/format.js'
import { openCodeFormat } from './opencode/format.js'
import { chatGptFormat } from './chatgpt/format.js'
import { claudeAiFormat } from './claude-ai/format.js'
import { copilotCliFormat } from './copilot-cli/format.js'
import { vscodeChatFormat } from './vscode-chat/format.js'
import { clineFormat } from './cline/format.js'
import { gooseFormat } from './goose/format.js'
import { piFormat } from './pi/format.js'
import { cursorFormat } from './cursor/format.js'
import { droidFormat } from './droid/format.js'
import { grokCliFormat } from './grok-cli/format.js'
import { kimiFormat } from './kimi/format.js'
import { aiderFormat } from './aider/format.js'
import { openWebUiFormat } from './open-webui/format.js'
import { libreChatFormat } from './librechat/format.js'
import { lobeChatFormat } from './lobechat/format.js'
import { sillyTavernFormat } from './sillytavern/format.js'
import { antiphonCaptureFormat } from './antiphon-capture/format.js'
import { chatbotUiFormat } from './chatbot-ui/format.js'
import { trainingFormat } from './training/format.js'
import { geminiApiFormat } from './gemini-api/format.js'
import { bedrockFormat } from './bedrock/format.js'
import { tauBenchFormat } from './tau-bench/format.js'
import { sweAgentFormat } from './swe-agent/format.js'
import { openHandsFormat } from './openhands/format.js'
import { langChainFormat } from './langchain/format.js'
import { otelGenAiFormat } from './otel-genai/format.js'
import { langfuseFormat } from './langfuse/format.js'
import { langSmithFormat } from './langsmith/format.js'
import { inspectFormat } from './inspect/format.js'
import { ollamaFormat } from './ollama/format.js'
import { cohereFormat } from './cohere/format.js'
import { grokWebFormat } from './grok-web/format.js'
import { kiroFormat } from './kiro/format.js'
import { antigravityFormat } from './antigravity/format.js'
import { atifFormat } from './atif/format.js'
import { oasstFormat } from './oasst/format.js'
import { batchFormat } from './batch/format.js'
import { specStoryFormat } from './specstory/format.js'
import { plainTextFormat } from './plain-text/format.js'
import { agUiFormat } from '@antiphon/transcripts/toolkit'
import { otherAppsFormat } from './other-apps/format.js'

/**
 * Every system whose session files and exports are read. The order does not matter, because a file has the signs of one
 * system.
 */
export const sessionFormats: readonly SessionFormat[] = [
  claudeCodeFormat,
  codexFormat,
  geminiCliFormat,
  qwenCodeFormat,
  openCodeFormat,
  chatGptFormat,
  claudeAiFormat,
  copilotCliFormat,
  vscodeChatFormat,
  clineFormat,
  gooseFormat,
  piFormat,
  cursorFormat,
  droidFormat,
  grokCliFormat,
  kimiFormat,
  aiderFormat,
  openWebUiFormat,
  libreChatFormat,
  lobeChatFormat,
  sillyTavernFormat,
  chatbotUiFormat,
  antiphonCaptureFormat,
  trainingFormat,
  geminiApiFormat,
  bedrockFormat,
  tauBenchFormat,
  sweAgentFormat,
  openHandsFormat,
  langChainFormat,
  otelGenAiFormat,
  langfuseFormat,
  langSmithFormat,
  inspectFormat,
  ollamaFormat,
  cohereFormat,
  grokWebFormat,
  kiroFormat,
  antigravityFormat,
  atifFormat,
  oasstFormat,
  batchFormat,
  specStoryFormat,
  plainTextFormat,
  agUiFormat,
  otherAppsFormat,
]
