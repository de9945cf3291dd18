import { agentkitFormat } from './agentkit/agentkit-format.js'
import { aiSdkFormat } from './ai-sdk/ai-sdk-format.js'
import { anthropicFormat } from './anthropic/anthropic-format.js'
import { clawtoolsFormat } from './clawtools/clawtools-format.js'
import type { TranscriptFormat } from './format-types.js'
import { openAgentLoopsFormat } from './open-agent-loops/open-agent-loops-format.js'
import { openAiResponsesFormat } from './openai-responses/openai-responses-format.js'
import { openAiFormat } from './openai/openai-format.js'
import { promptApiFormat } from './prompt-api/prompt-api-format.js'

/** Every format, the one whose reading is the plainest first: where two fit alike and read alike, the first is named. */
export const formats: readonly TranscriptFormat[] = [
  openAiFormat,
  openAgentLoopsFormat,
  agentkitFormat,
  clawtoolsFormat,
  promptApiFormat,
  aiSdkFormat,
  anthropicFormat,
  openAiResponsesFormat,
]
