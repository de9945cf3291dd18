import type fc from 'fast-check'
import type { FormatName } from '@antiphon/transcripts'
import { agentkit } from './agentkit-transcripts.js'
import { aiSdk } from './ai-sdk-transcripts.js'
import { clawtools, promptApi } from './blocks-transcripts.js'
import { anthropic, openAiResponses } from './services-transcripts.js'
import { openai, openAgentLoops } from './wire-transcripts.js'

/** Documents of each format, over its whole type. */
export const transcripts: Record<FormatName, fc.Arbitrary<unknown>> = {
  openai,
  'open-agent-loops': openAgentLoops,
  agentkit,
  clawtools,
  'prompt-api': promptApi,
  'ai-sdk': aiSdk,
  anthropic,
  'openai-responses': openAiResponses,
}
