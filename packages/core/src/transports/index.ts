/** The entry `@antiphon/core/transports`: chats that are answered by other systems, each through events of its own. */
export type * from './agent-types.js'
export {
  createAgentkitTransport,
  readAgentkit,
  type AgentkitOptions,
  type AgentkitRequest,
} from './agentkit.js'
export { createAiSdkTransport, readAiSdk, type AiSdkOptions, type AiSdkRequest } from './ai-sdk.js'
export {
  createClawtoolsTransport,
  readClawtools,
  type ClawtoolsContext,
  type ClawtoolsOptions,
} from './clawtools.js'
export { createAgentTransport, type AgentSystem } from './create-agent-transport.js'
export {
  createOpenAgentLoopsTransport,
  readOpenAgentLoops,
  type OpenAgentLoopsOptions,
  type OpenAgentLoopsRequest,
} from './open-agent-loops.js'
export { createPromptApiTransport, readPromptApi, type PromptApiOptions } from './prompt-api.js'
