/** The entry `@antiphon/sessions`: session files and exports of other systems, which are read and not written. */
export { sessionFormats } from './session-formats.js'
export { openSession } from './open-session.js'
export {
  isArchive,
  openArchive,
  readUnpacked,
  type ArchiveDocument,
  type UnpackedArchive,
  type UnpackOptions,
} from './archive/index.js'
export { groupSessionFiles, type SessionFileGroup } from './session-files.js'
export { claudeCodeFormat } from './claude-code/format.js'
export { codexFormat } from './codex/format.js'
export { geminiCliFormat } from './gemini-cli/format.js'
export { qwenCodeFormat } from './qwen-code/format.js'
export { openCodeFormat } from './opencode/format.js'
export { chatGptFormat } from './chatgpt/format.js'
export { claudeAiFormat } from './claude-ai/format.js'
export { copilotCliFormat } from './copilot-cli/format.js'
export { vscodeChatFormat } from './vscode-chat/format.js'
export { clineFormat } from './cline/format.js'
export { gooseFormat } from './goose/format.js'
export { piFormat } from './pi/format.js'
export { cursorFormat } from './cursor/format.js'
export { droidFormat } from './droid/format.js'
export { grokCliFormat } from './grok-cli/format.js'
export { kimiFormat } from './kimi/format.js'
export { aiderFormat } from './aider/format.js'
export { openWebUiFormat } from './open-webui/format.js'
export { libreChatFormat } from './librechat/format.js'
export { lobeChatFormat } from './lobechat/format.js'
export { sillyTavernFormat } from './sillytavern/format.js'
export { antiphonCaptureFormat } from './antiphon-capture/format.js'
export { chatbotUiFormat } from './chatbot-ui/format.js'
export { trainingFormat } from './training/format.js'
export { geminiApiFormat } from './gemini-api/format.js'
export { bedrockFormat } from './bedrock/format.js'
export { tauBenchFormat } from './tau-bench/format.js'
export { sweAgentFormat } from './swe-agent/format.js'
export { openHandsFormat } from './openhands/format.js'
export { langChainFormat } from './langchain/format.js'
export { otelGenAiFormat } from './otel-genai/format.js'
export { langfuseFormat } from './langfuse/format.js'
export { langSmithFormat } from './langsmith/format.js'
export { inspectFormat } from './inspect/format.js'
export { ollamaFormat } from './ollama/format.js'
export { cohereFormat } from './cohere/format.js'
export { grokWebFormat } from './grok-web/format.js'
export { kiroFormat } from './kiro/format.js'
export { antigravityFormat } from './antigravity/format.js'
export { atifFormat } from './atif/format.js'
export { oasstFormat } from './oasst/format.js'
export { batchFormat } from './batch/format.js'
export { specStoryFormat } from './specstory/format.js'
export { plainTextFormat } from './plain-text/format.js'
export { otherAppsFormat } from './other-apps/format.js'
export {
  readSessionFiles,
  type JoinedSession,
  type JoinedSessions,
  type ReadText,
  type SessionFile,
} from './join-agents.js'
export { sessionFacts, type SessionFacts } from './session-facts.js'
