/** The entry `@antiphon/transcripts/transports`: chats that are answered by other systems, each through events of its own. */
export type * from './agent-step.js'
export {
  createAgentkitTransport,
  readAgentkit,
  type AgentkitOptions,
  type AgentkitRequest,
} from '../agentkit/transport.js'
export { createAgUiTransport, type AgUiOptions } from '../ag-ui/transport.js'
export { readAgUiLive } from '../ag-ui/live-reader.js'
export type { AgUiRunInput } from '../ag-ui/write-input.js'
export { createAiSdkTransport, readAiSdk, type AiSdkOptions, type AiSdkRequest } from '../ai-sdk/transport.js'
export {
  createClawtoolsTransport,
  readClawtools,
  type ClawtoolsContext,
  type ClawtoolsOptions,
} from '../clawtools/transport.js'
export { createAgentTransport, type AgentSystem } from './agent-transport.js'
export {
  createOpenAgentLoopsTransport,
  readOpenAgentLoops,
  type OpenAgentLoopsOptions,
  type OpenAgentLoopsRequest,
} from '../open-agent-loops/transport.js'
export { createPromptApiTransport, readPromptApi, type PromptApiOptions } from '../prompt-api/transport.js'
