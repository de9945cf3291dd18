/** The entry `@antiphon/agents`: chats that are answered by agent servers and other systems, each through events of its own. */
export type * from './types.js'
export { createAgentkitTransport, type AgentkitOptions, type AgentkitRequest } from './agentkit.js'
export { createAgUiTransport, type AgUiOptions } from './ag-ui/transport.js'
export type { AgUiRunInput } from './ag-ui/write-input.js'
export { createAiSdkTransport, type AiSdkOptions, type AiSdkRequest } from './ai-sdk.js'
export { createClawtoolsTransport, type ClawtoolsContext, type ClawtoolsOptions } from './clawtools.js'
export { createAgentTransport, type AgentSystem } from './agent-transport.js'
export {
  createOpenAgentLoopsTransport,
  type OpenAgentLoopsOptions,
  type OpenAgentLoopsRequest,
} from './open-agent-loops.js'
export { createPromptApiTransport, type PromptApiOptions } from './prompt-api.js'
