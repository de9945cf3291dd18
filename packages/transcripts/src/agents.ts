/**
 * The entry `@antiphon/transcripts/agents`: the formats of agents, and readers of their events, which read a stream live as they read a
 * recorded one. `@antiphon/agents` is made of them.
 */
export { agentkitFormat } from './agentkit/format.js'
export { aiSdkFormat } from './ai-sdk/format.js'
export { clawtoolsFormat } from './clawtools/format.js'
export { openAgentLoopsFormat } from './open-agent-loops/format.js'
export { promptApiFormat } from './prompt-api/format.js'
export { parseDataUrl } from './shared/content.js'

// Events as they come: each reader says what one means.
export { readAgUiLive } from './ag-ui/live-reader.js'
export { readAgentkit } from './agentkit/read-events.js'
export { readAiSdk } from './ai-sdk/read-events.js'
export { readClawtools } from './clawtools/read-events.js'
export { readOpenAgentLoops } from './open-agent-loops/read-events.js'
export { readPromptApi } from './prompt-api/read-events.js'
export type { AgentEvent, AgentReader } from './agents/agent-event.js'

// The answers that those make.
export { createAgentSteps, type AgentSteps } from './agents/agent-steps.js'
export { createStep, writeText, type AgentPiece, type AgentStep } from './agents/agent-step.js'
